import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { mailReminder } from "./mails.ts"
import { assertRemindable, isReminderDue, remindersAt } from "./rules.ts"
import type { PaymentIntent } from "./schema.ts"
import { findPaymentIntent, type PaymentIntentRow, readPaymentIntentForUpdate, savePaymentIntent } from "./store.ts"

export async function remind(ctx: Context, intent: PaymentIntentRow): Promise<PaymentIntent> {
  assertRemindable(intent)
  const reminded = savePaymentIntent(ctx, intent, { reminded_at: ctx.now })
  await mailReminder(ctx, reminded)
  return reminded
}

/** Names one reminder and its due date. The reminder is not sent when the due date has changed since. */
type Reminder = { paymentIntent: string; dueAt: string; at: string }

/** Enqueues the reminders of a payment intent in the commit that sets its due date, if the tenant's settings say so. */
export function scheduleReminders(ctx: Context, { id, dueAt }: { id: string; dueAt: Date }) {
  const { mails, timezone } = ctx.tenant
  if (!mails.reminders) return
  for (const at of remindersAt(dueAt, mails.reminderDays, timezone).filter(each => each > ctx.now))
    enqueue(ctx, "remind-payer", { paymentIntent: id, dueAt: isoTime(dueAt), at: isoTime(at) } satisfies Reminder, at)
}

/** A repeat after a crash sees the first reminder and sends none. */
export async function remindAt(ctx: Context, { paymentIntent: id, dueAt, at }: Reminder) {
  if (!ctx.tenant.mails.reminders || !(await findPaymentIntent(ctx, id))) return
  const intent = await readPaymentIntentForUpdate(ctx, id)
  if (isoTime(intent.due_at) === dueAt && isReminderDue(intent, new Date(at))) await remind(ctx, intent)
}
