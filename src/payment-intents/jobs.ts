import type { Context } from "../kit/context.ts"
import { asSystem } from "../kit/system.ts"
import { findFallenDue, savePaymentIntent, takePaymentIntent } from "./store.ts"

/** Due ones become overdue within seconds of their date. The status is asked again under the row: a payment may have been faster. */
export const paymentIntentSweeps = [
  {
    name: "payment intents fall due",
    everyMs: 1000,
    async run() {
      for (let fallen = await findFallenDue(); fallen.length > 0; fallen = await findFallenDue())
        await Promise.all(fallen.map(({ tenant_id, id }) => asSystem(tenant_id, "payment-intents fall due", ctx => fallDue(ctx, id))))
    },
  },
]

async function fallDue(ctx: Context, id: string) {
  const intent = await takePaymentIntent(ctx, id)
  if (intent.status === "due" && intent.due_at <= ctx.now) savePaymentIntent(ctx, intent, {})
}
