import type { ContactRow } from "../contacts/store.ts"
import { display } from "../kit/money.ts"
import type { Letter } from "../mails/letter.ts"
import type { PaymentIntent } from "./schema.ts"

/** What the payer reads. */
export function reminder(intent: PaymentIntent, contact: ContactRow, from: string): Letter {
  const { firstName } = contact.profile as { firstName?: string }
  const amount = display(intent.due, intent.currency)
  const day = intent.dueAt.slice(0, 10)
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
