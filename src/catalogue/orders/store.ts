import { identity, json, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { resource } from "../../kit/operation/resource.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import type { Order, OrderItem } from "./schema.ts"
import { orderStatuses, sources } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  contact_id: text,
  source: oneOf(sources),
  status: oneOf(orderStatuses),
  items: json<OrderItem[]>(),
  ...tracked,
}
export type OrderRow = Row<typeof columns>

const orders = resource("orders", columns, {
  noun: "order",
  publishes: "orders",
  counted: "status",
  number: "number",
  references: { contact: resolveContact },
  render: renderOrder,
})
export const {
  read: readOrder,
  resolve: resolveOrder,
  readForUpdate: readOrderForUpdate,
  list: listOrders,
  /** Makes a concurrent change of the order's contact run again. */
  touch: touchOrder,
} = orders

export const resolveOrderId = async (ctx: Context, reference: string): Promise<string> => (await resolveOrder(ctx, reference)).id

type Content = Pick<OrderRow, "contact_id" | "source" | "items" | "metadata">

export async function insertOrder(ctx: Context, content: Content, status: "open" | "completed" = "open"): Promise<Order> {
  const number = formatNumber("OR", await nextNumber(ctx.tenant.id, "order"))
  return orders.insert(ctx, { ...content, number, status }).object
}

type Change = Partial<Pick<OrderRow, "status" | "contact_id" | "items" | "metadata">>

export const saveOrder = (ctx: Context, before: OrderRow, change: Change): Order => orders.save(ctx, before, change).object

export function renderOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    number: row.number,
    contact: row.contact_id,
    source: row.source,
    status: row.status,
    items: row.items,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
