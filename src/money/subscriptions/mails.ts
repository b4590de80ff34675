import type { Context } from "../../kit/db/context.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { type Language, languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import type { PaymentIntent } from "../payment-intents/schema.ts"
import { readPaymentIntent, renderPaymentIntent } from "../payment-intents/store.ts"
import { mailWords } from "./mail-words.ts"
import { isChargeable } from "./rules.ts"
import type { SubscriptionRow } from "./store.ts"

/** Mailed with the first cycle: tells the payer what each cycle costs and how it is paid. */
export async function mailStart(ctx: Context, subscription: SubscriptionRow, intent: PaymentIntent) {
  const { name: from } = ctx.tenant
  const { id, number, contact_id, authorization_id, description } = subscription
  const contact = await readContact(ctx, contact_id)
  const language = languageFor(ctx.tenant, contact)
  const { locale, money, day, greeting } = language
  const words = mailWords[locale]
  const amount = money(intent.amount, intent.currency)
  const cadence = words.cadence(subscription.cadence)
  const mandate = authorization_id === null ? undefined : await readAuthorization(ctx, authorization_id)
  const how = mandate ? words.debited(mandate.bank_account_masked) : words.firstDue(day(intent.dueAt))
  await sendMail(ctx, {
    kind: "subscription-started",
    recipient: contact.email,
    object: id,
    locale,
    subject: words.startedSubject(from, amount, cadence),
    heading: words.startedHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [`${words.started(from, amount, cadence)} ${how}`, ...(description ? [description] : [])],
    amount: { value: amount, note: cadence },
    rows: rowsOf(intent, language),
    ...(!mandate && { action: { label: words.pay(amount), url: intent.links.long } }),
    footer: words.startedFooter(number, from),
  })
}

/** After the last attempt: asks the payer to pay the request that could not be charged. */
export async function mailFailure(ctx: Context, subscription: SubscriptionRow, paymentIntent: string) {
  const row = await readPaymentIntent(ctx, paymentIntent)
  if (!isChargeable(subscription, row)) return
  const intent = renderPaymentIntent(row, ctx)
  const { name: from } = ctx.tenant
  const contact = await readContact(ctx, intent.contact)
  const language = languageFor(ctx.tenant, contact)
  const { locale, money, day, greeting } = language
  const words = mailWords[locale]
  const amount = money(intent.due, intent.currency)
  const dueDay = day(intent.dueAt)
  await sendMail(ctx, {
    kind: "charge-failed",
    recipient: contact.email,
    object: intent._id,
    locale,
    subject: words.failedSubject(amount, from),
    heading: words.failedHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [words.failed(amount, from), words.payYourself(dueDay)],
    amount: { value: amount, note: words.due(intent.number, dueDay) },
    rows: rowsOf(intent, language),
    action: { label: words.pay(amount), url: intent.links.long },
    footer: words.failedFooter(intent.number, from),
  })
}

const rowsOf = ({ items, currency }: PaymentIntent, { money }: Language) =>
  items.map(({ name, amount }): [string, string] => [name, money(amount, currency)])
