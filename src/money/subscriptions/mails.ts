import type { Context } from "../../kit/operation/context.ts"
import { display } from "../../kit/pure/money.ts"
import { type ContactRow, readContact } from "../../parties/contacts/store.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { formatDueDate } from "../payment-intents/rules.ts"
import type { PaymentIntent } from "../payment-intents/schema.ts"
import { readPaymentIntent, renderPaymentIntent } from "../payment-intents/store.ts"
import { cadenceText, isChargeable } from "./rules.ts"
import type { SubscriptionRow } from "./store.ts"

/** With the first cycle: what the payer is asked for from now on, and how it is paid. */
export async function mailStart(ctx: Context, subscription: SubscriptionRow, intent: PaymentIntent) {
  const { name: from, timezone } = ctx.tenant
  const { id, number, contact_id, cadence, authorization_id } = subscription
  const contact = await readContact(ctx, contact_id)
  const amount = display(intent.amount, intent.currency)
  const mandate = authorization_id === null ? undefined : await readAuthorization(ctx, authorization_id)
  const how = mandate
    ? `Each payment is debited from your account ${mandate.bank_account_masked}; you need not do anything.`
    : `The first payment is due on ${formatDueDate(intent.dueAt, timezone)}.`
  sendMail(ctx, {
    recipient: contact.email,
    object: id,
    subject: `${from}: ${amount} ${cadenceText(cadence)}`,
    greeting: greetingOf(contact),
    paragraphs: [
      `Your subscription with ${from} has started. It is ${amount} ${cadenceText(cadence)}. ${how}`,
      ...(subscription.description ? [subscription.description] : []),
    ],
    rows: rowsOf(intent),
    ...(!mandate && { action: payAction(amount, intent) }),
    footer: `${number} from ${from}. If you do not know this subscription, write to ${from}.`,
  })
}

/** After the last attempt: the payer is asked to pay the request that could not be charged. */
export async function mailFailure(ctx: Context, subscription: SubscriptionRow, paymentIntent: string) {
  const row = await readPaymentIntent(ctx, paymentIntent)
  if (!isChargeable(subscription, row)) return
  const intent = renderPaymentIntent(row, ctx)
  const { name: from, timezone } = ctx.tenant
  const contact = await readContact(ctx, intent.contact)
  const amount = display(intent.due, intent.currency)
  sendMail(ctx, {
    recipient: contact.email,
    object: intent._id,
    subject: `${amount} for ${from} could not be debited`,
    greeting: greetingOf(contact),
    paragraphs: [
      `${amount} for your subscription with ${from} could not be debited from your account.`,
      `Please pay it yourself; it was due on ${formatDueDate(intent.dueAt, timezone)}.`,
    ],
    rows: rowsOf(intent),
    action: payAction(amount, intent),
    footer: `${intent.number} from ${from}. If you have paid already, you can ignore this message.`,
  })
}

const greetingOf = ({ profile: { firstName } }: ContactRow) => (firstName ? `Hello ${firstName},` : "Hello,")
const rowsOf = ({ items, currency }: PaymentIntent) =>
  items.map(({ name, amount }) => [name, display(amount, currency)] as [string, string])
const payAction = (amount: string, { links }: PaymentIntent) => ({ label: `Pay ${amount}`, url: links.long })
