import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { createCycleIntent } from "../payment-intents/create.ts"
import { canCharge, startCharging } from "./charge.ts"
import { mailNoCard, mailStart } from "./mails.ts"
import { raiseOrder } from "./order.ts"
import { afterCycle, dueTime } from "./rules.ts"
import { readSubscriptionForUpdate, saveSubscription, type SubscriptionRow } from "./store.ts"

/** Enqueues the job that raises the next cycle, in the commit that sets the time of that cycle. */
export function scheduleCycle(ctx: Context, { id, next_cycle_at }: SubscriptionRow) {
  if (next_cycle_at) enqueue(ctx, "raise-cycle", { subscription: id, at: isoTime(next_cycle_at) }, next_cycle_at)
}

/**
 * Raises the cycle that begins at `at`. A job that is repeated, or that was enqueued before the schedule changed, finds another time in the
 * row and does nothing: the change has enqueued its own job.
 */
export async function raiseCycleAt(ctx: Context, id: string, at: string) {
  const row = await readSubscriptionForUpdate(ctx, id)
  if (row.next_cycle_at === null || isoTime(row.next_cycle_at) !== at) return
  if (row.cancel_at) saveSubscription(ctx, row, { status: "canceled", next_cycle_at: null })
  else await raiseCycle(ctx, row, row.next_cycle_at)
}

/** One commit: the payment intent, the subscription with its next time, the job for that time, and the job that charges. */
async function raiseCycle(ctx: Context, row: SubscriptionRow, at: Date) {
  const { contact_id: contact, currency, description, team_id: team } = row
  const { timezone } = ctx.tenant
  const id = newId(ctx.now)
  const { lines, order_id } = await raiseOrder(ctx, row, id)
  const items = lines.map(({ tax = null, ...item }) => ({ ...item, supplier: item.supplier ?? null, tax }))
  const dueAt = dueTime(at, row.due_after_days, timezone)
  const place = { id, order_id, subscription_id: row.id, cycle: row.cycle + 1 }
  const isRequest = !(await canCharge(ctx, row))
  const intent = await createCycleIntent(ctx, { contact, currency, items, dueAt, description, team }, place, isRequest)
  const raised = saveSubscription(ctx, row, { ...afterCycle(row, timezone), last_intent_id: intent._id })
  scheduleCycle(ctx, raised)
  if (!isRequest) startCharging(ctx, raised, intent._id)
  if (raised.cycle === 1) await mailStart(ctx, raised, intent)
  else if (isRequest && raised.mode === "auto-charge") await mailNoCard(ctx, raised, intent)
}
