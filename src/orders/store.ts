import { resolveContact } from "../contacts/store.ts"
import type { Context } from "../kit/context.ts"
import { sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { nextNumber } from "../kit/number.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import type { Order, OrderItem } from "./schema.ts"

const source = { from: "orders", counted: "status", references: { contact: resolveContact } } as const satisfies Source
const orders = table(
  "orders",
  {
    tenant_id: "text",
    id: "text",
    number: "text",
    contact_id: "text",
    source: "text",
    status: "text",
    items: "jsonb",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
type Kept = RowOf<typeof orders>
export type OrderRow = Omit<Kept, "items"> & { items: OrderItem[] }

const orderById = question<{ tenant_id: string; id: string }, OrderRow>(`
  select n, o.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from orders where tenant_id = asked.tenant_id and id = asked.id limit 1) o`)

export async function readOrder({ tenant }: Context, id: string): Promise<OrderRow> {
  return found(isId(id) ? await orderById({ tenant_id: tenant.id, id }) : undefined, id)
}

/** An order that another object names. */
export async function resolveOrder({ tenant }: Context, reference: string): Promise<OrderRow> {
  const row = isId(reference) ? await orderById({ tenant_id: tenant.id, id: reference }) : undefined
  if (!row) throw new Problem("SMR-1001", { kind: "order", reference })
  return row
}

/** Usually without a lock: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takeOrder({ tenant, take }: Context, id: string): Promise<OrderRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from orders where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<OrderRow>(`order ${tenant.id} ${id}`, () => orderById({ tenant_id: tenant.id, id }), lock), id)
}

export async function listOrders(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<OrderRow>(ctx, source, query)
  return { data: data.map(shownOrder), ...rest }
}

type NewRow = Pick<OrderRow, "contact_id" | "source" | "items" | "metadata">

export async function insertOrder(ctx: Context, order: NewRow): Promise<Order> {
  const number = `OR-${String(await nextNumber(ctx.tenant.id, "order")).padStart(6, "0")}`
  const row: OrderRow = {
    ...order,
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    number,
    status: "open",
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(orders.insert(row))
  publish(ctx, "orders.create", shownOrder(row))
  return shownOrder(row)
}

export function saveOrder(ctx: Context, before: OrderRow, change: Partial<Pick<OrderRow, "status" | "items" | "metadata">>): Order {
  const after = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  ctx.write(orders.update(before, after))
  publish(ctx, "orders.update", shownOrder(after), shownOrder(before))
  return shownOrder(after)
}

function found(row: OrderRow | undefined, reference: string): OrderRow {
  if (!row) throw new Problem("GEN-1004", { kind: "order", reference })
  return row
}

export const shownOrder = (row: OrderRow): Order => ({
  _id: row.id,
  number: row.number,
  contact: row.contact_id,
  source: row.source as Order["source"],
  status: row.status as Order["status"],
  items: row.items,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Order["metadata"],
})
