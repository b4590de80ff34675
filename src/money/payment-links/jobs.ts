import { z } from "zod"
import { readOrderForUpdate, saveOrder } from "../../catalogue/orders/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { findPayer, readPayerForUpdate, saveContact } from "../../parties/contacts/store.ts"
import { assertMayCancel, cancelPaymentIntent } from "../payment-intents/cancel.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"
import { readPaymentIntentForUpdate } from "../payment-intents/store.ts"
import { type PurchaseRow, readPurchase } from "./purchase-store.ts"
import { profileOf } from "./rules.ts"

const Payload = z.object({ purchase: z.string() })

/** An attempt that is open when a purchase expires, such as a voucher, is asked about again after this time. */
const askAgainMs = hourMs

export const paymentLinkJobs = (dependents: readonly PaymentIntentDependent[]): Jobs => ({
  "expire-purchase": {
    describe: () => ({ text: "The purchase of a payment link is canceled, unless it is paid", event: "paymentIntents.update" }),
    async run(tenant, payload) {
      const { purchase } = Payload.parse(payload)
      await asSystem(tenant, "expire-purchase", ctx => expire(ctx, dependents, purchase))
    },
  },
  "follow-purchase": {
    describe: () => ({ text: "The contact of a paid purchase is confirmed, or the order of a released one is canceled" }),
    async run(tenant, payload) {
      const { purchase } = Payload.parse(payload)
      await asSystem(tenant, "follow-purchase", async ctx => follow(ctx, await readPurchase(ctx, purchase)))
    },
  },
})

/** While a charge may still succeed, the units stay held: money that arrives for units that were sold again helps nobody. */
async function expire(ctx: Context, dependents: readonly PaymentIntentDependent[], id: string) {
  const { status, payment_intent_id } = await readPurchase(ctx, id)
  if (status !== "open") return
  const intent = await readPaymentIntentForUpdate(ctx, payment_intent_id)
  try {
    await assertMayCancel(ctx, dependents, intent)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return enqueueNext(ctx, "expire-purchase", { purchase: id }, new Date(ctx.now.getTime() + askAgainMs))
  }
  await cancelPaymentIntent(ctx, dependents, intent, "abandoned")
  endJob(ctx)
}

async function follow(ctx: Context, purchase: PurchaseRow) {
  if (purchase.status === "paid") await confirmBuyer(ctx, purchase)
  if (purchase.status === "released") await cancelOrder(ctx, purchase)
}

/** Whoever paid under an e-mail is a contact, with the name that the payer gave. */
async function confirmBuyer(ctx: Context, { contact_id, name }: PurchaseRow) {
  const found = await findPayer(ctx, contact_id)
  if (!found?.is_draft) return
  const contact = await readPayerForUpdate(ctx, contact_id)
  if (contact.is_draft) saveContact(ctx, contact, { ...contact, profile: profileOf(name) })
}

async function cancelOrder(ctx: Context, { order_id }: PurchaseRow) {
  const order = await readOrderForUpdate(ctx, order_id)
  const isBilled = order.items.some(({ paymentIntents }) => paymentIntents.length > 0)
  if (order.status === "open" && !isBilled) saveOrder(ctx, order, { status: "canceled" })
}
