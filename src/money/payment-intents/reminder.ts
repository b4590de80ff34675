import type { Context, Tenant } from "../../kit/operation/context.ts"
import { display } from "../../kit/pure/money.ts"
import { type ContactRow, readContact } from "../../parties/contacts/store.ts"
import { sendMail } from "../../platform/mails/store.ts"
import type { MailTemplate } from "../../platform/mails/template.ts"
import { assertRemindable, formatDueDate } from "./rules.ts"
import type { PaymentIntent } from "./schema.ts"
import { type PaymentIntentRow, savePaymentIntent } from "./store.ts"

export async function remind(ctx: Context, intent: PaymentIntentRow): Promise<PaymentIntent> {
  assertRemindable(intent)
  const contact = await readContact(ctx, intent.contact_id)
  const reminded = savePaymentIntent(ctx, intent, { reminded_at: ctx.now })
  sendMail(ctx, { recipient: contact.email, object: intent.id, ...reminderMail(reminded, contact, ctx.tenant) })
  return reminded
}

function reminderMail(intent: PaymentIntent, contact: ContactRow, { name: from, timezone }: Tenant): MailTemplate {
  const { firstName } = contact.profile
  const amount = display(intent.due, intent.currency)
  const day = formatDueDate(intent.dueAt, timezone)
  return {
    subject: `Reminder: ${amount} for ${from} ${intent.isOverdue ? `was due on ${day}` : `is due on ${day}`}`,
    greeting: firstName ? `Hello ${firstName},` : "Hello,",
    paragraphs: [
      `${from} asks you to pay ${amount}${intent.isOverdue ? `, which was due on ${day}` : ` by ${day}`}.`,
      ...(intent.description ? [intent.description] : []),
    ],
    rows: intent.items.map(item => [item.name, display(item.amount, intent.currency)]),
    action: { label: `Pay ${amount}`, url: intent.links.long },
    footer: `${intent.number} from ${from}. If you have paid already, you can ignore this message.`,
  }
}
