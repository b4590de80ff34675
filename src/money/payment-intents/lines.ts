import type { z } from "zod"
import { orderProblem } from "../../catalogue/orders/errors.ts"
import { assertOpen, billedBy, itemWithId } from "../../catalogue/orders/rules.ts"
import type { OrderItem } from "../../catalogue/orders/schema.ts"
import { type OrderRow, readOrderForUpdate, saveOrder, touchOrder } from "../../catalogue/orders/store.ts"
import { resolveService } from "../../catalogue/services/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { taxOfLine } from "../../kit/pure/tax.ts"
import type { SplitTerms } from "../../parties/partnerships/schema.ts"
import { resolvePartnership } from "../../parties/partnerships/store.ts"
import type { Item, NewItem } from "./schema.ts"

/** A line as it is stored: with the split terms that its supplier had at the sale. */
export type Line = Item & { terms?: SplitTerms | null }
/** A supplier of null means none, even if the service has one. */
export type LineInput = Omit<z.output<typeof NewItem>, "supplier"> & { supplier?: string | null | undefined }

/** Resolves references to ids. A line without a supplier or a tax gets that of its service. */
export function resolveLines(ctx: Context, lines: readonly LineInput[]): Promise<Line[]> {
  return Promise.all(lines.map(line => resolveLine(ctx, line)))
}

async function resolveLine(ctx: Context, { service, supplier, orderItem, tax: ownTax, ...line }: LineInput): Promise<Line> {
  if (!service && !supplier && !orderItem && !ownTax) return line
  const soldService = service === undefined ? undefined : await resolveService(ctx, service)
  const reference = supplier === null ? undefined : (supplier ?? soldService?.supplier_id ?? undefined)
  const tax = ownTax === undefined ? soldService?.tax : ownTax
  const partner = reference === undefined ? undefined : await resolvePartnership(ctx, reference)
  return {
    ...line,
    ...(soldService && { service: soldService.id }),
    ...(partner && { supplier: partner.id, terms: partner.split_terms }),
    ...(orderItem && { orderItem }),
    ...(tax && { tax: taxOfLine(line.amount, tax) }),
  }
}

/** The lines that bill items of an order, with the service, supplier and tax of each item. */
export const linesOf = (items: readonly (OrderItem & { amount: number })[]): LineInput[] =>
  items.map(({ _id, name, category, amount, service, supplier, tax = null }) => ({
    name,
    description: "",
    category,
    amount,
    service,
    orderItem: _id,
    supplier,
    tax,
  }))

type BillingLine = Pick<Line, "orderItem" | "supplier">

/**
 * Marks the items that the lines name as billed. Spec: an item may have any number of payment intents, so lines may name it again. The
 * order is saved in the same commit, so that of two concurrent bills of a whole order the second sees what the first billed.
 */
export function markBilled(ctx: Context, order: OrderRow, lines: readonly BillingLine[], intent: string, currency: string) {
  assertOpen(order, "billed")
  const billed = new Set(
    lines.flatMap(line => (line.orderItem ? [assertFits(itemWithId(order.items, line.orderItem), line, currency)] : [])),
  )
  if (billed.size === 0) return touchOrder(ctx, order)
  const items = order.items.map(item => (billed.has(item) ? { ...item, ...billedBy([...item.paymentIntents, intent]) } : item))
  saveOrder(ctx, order, { items })
}

/** Spec: an item and a line that bills it have the same supplier. An item without a price has no currency. */
function assertFits(item: OrderItem, line: BillingLine, currency: string): OrderItem {
  if ((line.supplier ?? null) !== item.supplier) throw orderProblem("ORD-2005", { item: item._id, supplier: item.supplier ?? "nobody" })
  if ((item.currency ?? currency) !== currency) throw orderProblem("ORD-2003", { currencies: `${item.currency}, ${currency}` })
  return item
}

/** Removes the intent from the items that it billed. */
export async function releaseItems(ctx: Context, orderId: string, intent: string) {
  const order = await readOrderForUpdate(ctx, orderId)
  const without = (item: OrderItem) => ({ ...item, ...billedBy(item.paymentIntents.filter(id => id !== intent)) })
  saveOrder(ctx, order, { items: order.items.map(without) })
}
