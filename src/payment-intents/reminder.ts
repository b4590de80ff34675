import { type ContactRow, readContact } from "../contacts/store.ts"
import type { Context, Tenant } from "../kit/context.ts"
import { display } from "../kit/money.ts"
import type { Letter } from "../mails/letter.ts"
import { sendMail } from "../mails/store.ts"
import { assertRemindable, dueDay } from "./rules.ts"
import type { PaymentIntent } from "./schema.ts"
import { type PaymentIntentRow, savePaymentIntent } from "./store.ts"

export async function remind(ctx: Context, intent: PaymentIntentRow): Promise<PaymentIntent> {
  assertRemindable(intent)
  const contact = await readContact(ctx, intent.contact_id)
  const reminded = savePaymentIntent(ctx, intent, { reminded_at: ctx.now })
  sendMail(ctx, { recipient: contact.email, object: intent.id, ...reminder(reminded, contact, ctx.tenant) })
  return reminded
}

/** What the payer reads. */
function reminder(intent: PaymentIntent, contact: ContactRow, { name: from, timezone }: Tenant): Letter {
  const { firstName } = contact.profile as { firstName?: string }
  const amount = display(intent.due, intent.currency)
  const day = dueDay(intent.dueAt, timezone)
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
