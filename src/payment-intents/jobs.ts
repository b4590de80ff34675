import { asSystem } from "../kit/system.ts"
import { findFallenDue, savePaymentIntent, takePaymentIntent } from "./store.ts"

/** Due ones become overdue within seconds of their date. The status is asked again under the row: a payment may have been faster. */
export const paymentIntentSweeps = [
  {
    name: "payment intents fall due",
    everyMs: 1000,
    async run() {
      for (const { tenant_id, id } of await findFallenDue())
        await asSystem(tenant_id, "payment-intents fall due", async ctx => {
          const intent = await takePaymentIntent(ctx, id)
          if (intent.status === "due" && intent.due_at <= ctx.now) savePaymentIntent(ctx, intent, {})
        })
    },
  },
]
