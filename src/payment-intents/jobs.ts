import type { Context } from "../kit/context.ts"
import { asSystem } from "../kit/system.ts"
import { findFallenDue, savePaymentIntent, takePaymentIntent } from "./store.ts"

/** Due ones become overdue within seconds of their date. The status is asked again under the row: a payment may have been faster. */
export const paymentIntentSweeps = [
  {
    name: "payment intents fall due",
    everyMs: 1000,
    async run() {
      // Until none is left, or none moves: by this machine's clock the time of the last ones may not have come yet.
      for (let moved = true; moved;) {
        const fallen = await findFallenDue()
        const changes = fallen.map(({ tenant_id, id }) => asSystem(tenant_id, "payment-intents fall due", ctx => fallDue(ctx, id)))
        moved = (await Promise.all(changes)).includes(true)
      }
    },
  },
]

/** Whether it did. */
async function fallDue(ctx: Context, id: string): Promise<boolean> {
  const intent = await takePaymentIntent(ctx, id)
  const isOver = intent.status === "due" && intent.due_at <= ctx.now
  if (isOver) savePaymentIntent(ctx, intent, {})
  return isOver
}
