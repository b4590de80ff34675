import type { Context } from "../../kit/db/context.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { type Language, languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import type { PaymentIntent } from "../payment-intents/schema.ts"
import { readPaymentIntent, renderPaymentIntent } from "../payment-intents/store.ts"
import { nameOfCard } from "../../kit/pure/card-name.ts"
import { readSavedMethod } from "../saved-methods/store.ts"
import { cadenceIn } from "./cadence-words.ts"
import { mailWords, type MailWords } from "./mail-words.ts"
import { chargeSourceOf, isChargeable } from "./rules.ts"
import type { SubscriptionRow } from "./store.ts"

/** Mailed with the first cycle: tells the payer what each cycle costs and how it is paid. */
export async function mailStart(ctx: Context, subscription: SubscriptionRow, intent: PaymentIntent) {
  const { name: from } = ctx.tenant
  const { id, number, contact_id, description } = subscription
  const contact = await readContact(ctx, contact_id)
  const language = languageFor(ctx.tenant, contact)
  const { locale, money, day, greeting } = language
  const words = mailWords[locale]
  const amount = money(intent.amount, intent.currency)
  const cadence = cadenceIn(locale, subscription.cadence)
  const charged = await chargedTo(ctx, subscription, words)
  const asked = chargeSourceOf(subscription) === null ? [] : [words.savesCard]
  const how = charged ?? [words.firstDue(day(intent.dueAt)), ...asked].join(" ")
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
    ...(charged === undefined && { action: { label: words.pay(amount), url: intent.links.long } }),
    footer: words.startedFooter(number, from),
  })
}

/** From where each cycle is paid by itself. Undefined where the payer pays the first one. */
async function chargedTo(ctx: Context, { authorization_id, saved_method_id }: SubscriptionRow, words: MailWords) {
  if (authorization_id !== null) return words.debited((await readAuthorization(ctx, authorization_id)).bank_account_masked)
  const saved = saved_method_id === null ? undefined : await readSavedMethod(ctx, saved_method_id)
  return saved?.status === "active" ? words.charged(nameOfCard(saved)) : undefined
}

/**
 * The payer expects that a card is charged, and none can be. Where requests are mailed, that mail asks for the payment already.
 */
export async function mailNoCard(ctx: Context, { number }: SubscriptionRow, intent: PaymentIntent) {
  if (ctx.tenant.mails.paymentRequests) return
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
    subject: words.noCardSubject(amount, from),
    heading: words.noCardHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [words.noCard(amount, from, dueDay)],
    amount: { value: amount, note: intent.number },
    rows: rowsOf(intent, language),
    action: { label: words.pay(amount), url: intent.links.long },
    footer: words.failedFooter(number, from),
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
  const isByCard = chargeSourceOf(subscription) === "saved-method"
  await sendMail(ctx, {
    kind: "charge-failed",
    recipient: contact.email,
    object: intent._id,
    locale,
    subject: isByCard ? words.cardFailedSubject(amount, from) : words.failedSubject(amount, from),
    heading: isByCard ? words.cardFailedHeading : words.failedHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [
      isByCard ? words.cardFailed(amount, from) : words.failed(amount, from),
      isByCard ? words.payByOther(dueDay) : words.payYourself(dueDay),
    ],
    amount: { value: amount, note: words.due(intent.number, dueDay) },
    rows: rowsOf(intent, language),
    action: { label: words.pay(amount), url: intent.links.long },
    footer: words.failedFooter(intent.number, from),
  })
}

const rowsOf = ({ items, currency }: PaymentIntent, { money }: Language) =>
  items.map(({ name, amount }): [string, string] => [name, money(amount, currency)])
