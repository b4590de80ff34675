import type { z } from "zod"
import { orderProblem } from "../../catalogue/orders/errors.ts"
import { assertOpen, billableItems } from "../../catalogue/orders/rules.ts"
import type { OrderItem } from "../../catalogue/orders/schema.ts"
import { type OrderRow, readOrderForUpdate, saveOrder, touchOrder } from "../../catalogue/orders/store.ts"
import { resolveService } from "../../catalogue/services/store.ts"
import type { Context } from "../../kit/operation/context.ts"
import type { SplitTerms } from "../../parties/partnerships/schema.ts"
import { resolvePartnership } from "../../parties/partnerships/store.ts"
import type { Item, NewItem } from "./schema.ts"

/** A line as it is stored: with the split terms that its supplier had at the sale. */
export type Line = Item & { terms?: SplitTerms | null }
/** A supplier of null means none, even if the service has one. */
export type LineInput = Omit<z.output<typeof NewItem>, "supplier"> & { supplier?: string | null | undefined }

/** Resolves references to ids. A line without a supplier gets that of its service. */
export function resolveLines(ctx: Context, lines: readonly LineInput[]): Promise<Line[]> {
  return Promise.all(lines.map(line => resolveLine(ctx, line)))
}

async function resolveLine(ctx: Context, { service, supplier, orderItem, ...line }: LineInput): Promise<Line> {
  if (!service && !supplier && !orderItem) return line
  const soldService = service === undefined ? undefined : await resolveService(ctx, service)
  const reference = supplier === null ? undefined : (supplier ?? soldService?.supplier_id ?? undefined)
  const partner = reference === undefined ? undefined : await resolvePartnership(ctx, reference)
  return {
    ...line,
    ...(soldService && { service: soldService.id }),
    ...(partner && { supplier: partner.id, terms: partner.split_terms }),
    ...(orderItem && { orderItem }),
  }
}

/** The lines that bill items of an order, with the service and supplier of each item. */
export const linesOf = (items: readonly (OrderItem & { amount: number })[]): LineInput[] =>
  items.map(({ _id, name, category, amount, service, supplier }) => ({
    name,
    description: "",
    category,
    amount,
    service,
    orderItem: _id,
    supplier,
  }))

/** Marks items as billed. The order is saved in the same commit, so only one intent at a time can bill an item. */
export function markBilled(
  ctx: Context,
  order: OrderRow,
  lines: readonly Pick<Line, "orderItem" | "supplier">[],
  intent: string,
  currency: string,
) {
  const itemIds = lines.flatMap(line => line.orderItem ?? [])
  assertOpen(order, "billed")
  if (itemIds.length === 0) return touchOrder(ctx, order)
  for (const item of billableItems(order.items, itemIds)) {
    assertSameSupplier(item, lines)
    if (item.currency !== currency) throw orderProblem("ORD-2003", { currencies: `${item.currency}, ${currency}` })
  }
  saveOrder(ctx, order, { items: order.items.map(item => (itemIds.includes(item._id) ? { ...item, paymentIntent: intent } : item)) })
}

/** Spec: an item and the line that bills it have the same supplier. */
function assertSameSupplier(item: OrderItem, lines: readonly Pick<Line, "orderItem" | "supplier">[]) {
  const line = lines.find(each => each.orderItem === item._id)
  if ((line?.supplier ?? null) !== item.supplier) throw orderProblem("ORD-2005", { item: item._id, supplier: item.supplier ?? "nobody" })
}

/** Makes the items that the intent billed billable again. */
export async function releaseItems(ctx: Context, orderId: string, intent: string) {
  const order = await readOrderForUpdate(ctx, orderId)
  saveOrder(ctx, order, { items: order.items.map(item => (item.paymentIntent === intent ? { ...item, paymentIntent: null } : item)) })
}
