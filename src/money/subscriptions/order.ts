import { billedBy } from "../../catalogue/orders/rules.ts"
import type { OrderItem } from "../../catalogue/orders/schema.ts"
import { insertOrder } from "../../catalogue/orders/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import type { SubscriptionLine } from "./schema.ts"
import type { SubscriptionRow } from "./store.ts"

type OrderedLine = SubscriptionLine & { orderItem?: string }
type Raised = { lines: readonly OrderedLine[]; order_id: string | null }

/**
 * The order of one cycle, which its payment intent bills: an item for each line that sells a service. It is complete at once, because
 * nobody adds to it. Lines without a service are billed without an item; where no line has one, there is no order.
 */
export async function raiseOrder(
  ctx: Context,
  { contact_id, currency, number, items: lines }: SubscriptionRow,
  intent: string,
): Promise<Raised> {
  const ordered = lines.map(line => ({ line, item: itemOf(ctx, line, currency, intent) }))
  const items = ordered.flatMap(({ item }) => item ?? [])
  if (items.length === 0) return { lines, order_id: null }
  const order = await insertOrder(ctx, { contact_id, source: "workflow", items, metadata: { subscription: number } }, "completed")
  return { lines: ordered.map(({ line, item }) => (item ? { ...line, orderItem: item._id } : line)), order_id: order._id }
}

function itemOf(ctx: Context, line: SubscriptionLine, currency: string, intent: string): OrderItem | undefined {
  const { service, name, category, supplier = null, amount, tax } = line
  if (service === undefined || amount < 0) return undefined
  return {
    _id: newId(ctx.now),
    service,
    name,
    category,
    supplier,
    amount,
    currency,
    ...(tax && { tax: { rate: tax.rate, code: tax.code } }),
    ...billedBy([intent]),
    createdAt: ctx.now.toISOString(),
  }
}
