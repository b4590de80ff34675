import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import type { Jobs, Sweep, Timer } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { remindAt } from "./reminder.ts"
import { findNewlyOverdue, findNextDueTime, findOverdue, readPaymentIntentForUpdate, savePaymentIntent } from "./store.ts"

const Reminder = z.object({ paymentIntent: z.string(), dueAt: z.string(), at: z.string() })

export const paymentIntentJobs: Jobs = {
  "remind-payer": {
    describe: payload => ({ text: "The payer is reminded, unless it is paid", object: Reminder.parse(payload).paymentIntent }),
    run: (tenant, payload) => asSystem(tenant, "remind-payer", ctx => remindAt(ctx, Reminder.parse(payload))),
  },
}

const name = "payment-intents fall due"

/** Makes intents overdue within seconds of their due date. */
export const paymentIntentSweeps: Sweep[] = [
  {
    name,
    everyMs: 1000,
    async run() {
      // Ends when none changed: this process estimates the database's clock, so intents that the query finds may not be due here yet.
      for (let changed = true; changed;) {
        const intents = await findNewlyOverdue()
        const changes = intents.map(({ tenant_id, id }) => asSystem(tenant_id, name, ctx => markOverdue(ctx, id)))
        changed = (await Promise.all(changes)).includes(true)
      }
    },
  },
]

/** Does the same when a sandbox's clock is advanced. */
export const paymentIntentTimers: Timer[] = [
  {
    name,
    describe: () => ({ text: "The payment intent becomes overdue", event: "paymentIntents.update" }),
    nextAt: findNextDueTime,
    async run(tenant, until) {
      let changed = 0
      for (const id of await findOverdue(tenant, until)) if (await asSystem(tenant, name, ctx => markOverdue(ctx, id))) changed++
      return changed
    },
  },
]

/** Returns whether the status changed. Checks the locked row again, because a payment may have come first. */
async function markOverdue(ctx: Context, id: string): Promise<boolean> {
  const intent = await readPaymentIntentForUpdate(ctx, id)
  const isPastDue = intent.status === "due" && intent.due_at <= ctx.now
  if (isPastDue) savePaymentIntent(ctx, intent, {})
  return isPastDue
}
