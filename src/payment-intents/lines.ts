import type { z } from "zod"
import type { Context } from "../kit/context.ts"
import { Problem } from "../kit/problem.ts"
import { assertOpen, billable } from "../orders/rules.ts"
import type { OrderItem } from "../orders/schema.ts"
import { type OrderRow, saveOrder, takeOrder } from "../orders/store.ts"
import type { SplitTerms } from "../partnerships/schema.ts"
import { resolvePartnership } from "../partnerships/store.ts"
import { resolveService } from "../services/store.ts"
import type { Item, NewItem } from "./schema.ts"

/** A line as it is kept: with the terms of its supplier as they were when it was sold. */
export type Line = Item & { terms?: SplitTerms | null }
type AskedLine = Omit<z.output<typeof NewItem>, "supplier"> & { supplier?: string | null | undefined }

/** Names become ids, and a line of a service that somebody supplies is supplied by them. */
export function resolveLines(ctx: Context, lines: readonly AskedLine[]): Promise<Line[]> {
  return Promise.all(lines.map(line => resolveLine(ctx, line)))
}

async function resolveLine(ctx: Context, { service, supplier, orderItem, ...line }: AskedLine): Promise<Line> {
  if (!service && !supplier && !orderItem) return line
  const sold = service === undefined ? undefined : await resolveService(ctx, service)
  const reference = supplier === null ? undefined : (supplier ?? sold?.supplier_id ?? undefined)
  const partner = reference === undefined ? undefined : await resolvePartnership(ctx, reference)
  return {
    ...line,
    ...(sold && { service: sold.id }),
    ...(partner && { supplier: partner.id, terms: partner.split_terms as SplitTerms | null }),
    ...(orderItem && { orderItem }),
  }
}

/** The lines of an order's items. Service and supplier are the item's, so that order and intent say the same. */
export const linesOf = (items: readonly (OrderItem & { amount: number })[]): AskedLine[] =>
  items.map(({ _id, name, category, amount, service, supplier }) => ({
    name,
    description: "",
    category,
    amount,
    service,
    orderItem: _id,
    supplier,
  }))

/** An item is billed by one intent at a time: the order is changed in the same commit. */
export function markBilled(
  ctx: Context,
  order: OrderRow,
  lines: readonly Pick<Line, "orderItem" | "supplier">[],
  intent: string,
  currency: string,
) {
  const asked = lines.flatMap(line => line.orderItem ?? [])
  assertOpen(order, "billed")
  if (asked.length === 0) return
  for (const item of billable(order.items, asked)) {
    assertSameSupplier(item, lines)
    if (item.currency !== currency) throw new Problem("ORD-2003", { currencies: `${item.currency}, ${currency}` })
  }
  saveOrder(ctx, order, { items: order.items.map(item => (asked.includes(item._id) ? { ...item, paymentIntent: intent } : item)) })
}

/** Spec: the supplier of an item and of what bills it must be kept consistent. */
function assertSameSupplier(item: OrderItem, lines: readonly Pick<Line, "orderItem" | "supplier">[]) {
  const line = lines.find(each => each.orderItem === item._id)
  if ((line?.supplier ?? null) !== item.supplier) throw new Problem("ORD-2005", { item: item._id, supplier: item.supplier ?? "nobody" })
}

/** The intent is gone: its items may be billed again. */
export async function releaseItems(ctx: Context, order: string, intent: string) {
  const row = await takeOrder(ctx, order)
  if (!row.items.some(item => item.paymentIntent === intent)) return
  saveOrder(ctx, row, { items: row.items.map(item => (item.paymentIntent === intent ? { ...item, paymentIntent: null } : item)) })
}
