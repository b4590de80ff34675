import { orderProblem } from "../../catalogue/orders/errors.ts"
import { billedBy } from "../../catalogue/orders/rules.ts"
import type { OrderItem } from "../../catalogue/orders/schema.ts"
import { insertOrder, type OrderRow } from "../../catalogue/orders/store.ts"
import { resolveService } from "../../catalogue/services/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { newId } from "../../kit/pure/id.ts"
import { createPurchaseIntent } from "./create.ts"
import { linesOf } from "./lines.ts"
import { scheduleReminders } from "./reminder.ts"
import { defaultDueAt, totalOf } from "./rules.ts"
import type { PaymentIntent } from "./schema.ts"

/** A payment link has limits of its own, so what was bought there is bought there again. */
export function assertRepeatable({ status, source, items }: Pick<OrderRow, "status" | "source" | "items">) {
  const reason =
    status === "canceled"
      ? "it was canceled"
      : source === "ecommerce"
        ? "it was made at a payment link; order there again"
        : items.length === 0
          ? "it has no items"
          : undefined
  if (reason !== undefined) throw orderProblem("ORD-2002", { reason })
}

/**
 * Orders the services of an order again at their prices of now, and asks for the money, in one commit. `total` is what the buyer has seen:
 * another total orders nothing. Nobody gets a mail, because the buyer is led to the payment.
 */
export async function repeatOrder(ctx: Context, order: OrderRow, { total }: { total?: number | undefined }): Promise<PaymentIntent> {
  assertRepeatable(order)
  const id = newId(ctx.now)
  const items = await Promise.all(order.items.map(item => itemNow(ctx, item, id)))
  const currencies = [...new Set(items.map(({ currency }) => currency))]
  if (currencies.length > 1) throw orderProblem("ORD-2003", { currencies: currencies.join(", ") })
  const [currency] = currencies
  const amount = totalOf(items)
  if (total !== undefined && total !== amount) throw orderProblem("ORD-2006", { amount, total, currency })
  const source = ctx.caller.type === "contact" ? "portal" : "manual"
  const made = await insertOrder(ctx, { contact_id: order.contact_id, source, items, metadata: {} })
  const dueAt = defaultDueAt(ctx.now)
  const input = { contact: order.contact_id, currency: currency!, dueAt, items: linesOf(items), metadata: {} }
  const intent = await createPurchaseIntent(ctx, input, { id, order_id: made._id })
  scheduleReminders(ctx, { id, dueAt })
  return intent
}

async function itemNow(ctx: Context, { service }: OrderItem, intent: string): Promise<OrderItem & { amount: number; currency: string }> {
  const { id, name, category, supplier_id, price_amount, price_currency, tax } = await resolveService(ctx, service)
  if (price_amount === null || price_currency === null) throw orderProblem("ORD-2002", { reason: `the service ${name} has no price now` })
  return {
    _id: newId(ctx.now),
    service: id,
    name,
    category,
    supplier: supplier_id,
    amount: price_amount,
    currency: price_currency,
    ...(tax && { tax }),
    ...billedBy([intent]),
    createdAt: ctx.now.toISOString(),
  }
}
