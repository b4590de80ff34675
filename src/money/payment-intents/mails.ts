import type { Context } from "../../kit/db/context.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { groupedReference } from "./creditor-reference.ts"
import { mailWords } from "./mail-words.ts"
import type { PaymentIntent } from "./schema.ts"
import { taxRows } from "./tax-words.ts"

type Part = { dueAt: Date; amount: number }
type Row = [name: string, value: string]

/**
 * Asks the payer to pay a new payment intent, if the tenant's settings say so. `parts` are the installments of a plan. Intents that an
 * agent created are not mailed: an agent writes to customers only by a tool that says so.
 */
export async function mailPaymentRequest(ctx: Context, intent: PaymentIntent, parts: readonly Part[] = []) {
  if (!ctx.tenant.mails.paymentRequests || ctx.origin.channel === "agent") return
  const { name: from } = ctx.tenant
  const contact = await readContact(ctx, intent.contact)
  const { locale, money, day, greeting } = languageFor(ctx.tenant, contact)
  const words = mailWords[locale]
  const { number, currency, links } = intent
  const [amount, dueDay] = [money(intent.amount, currency), day(parts[0]?.dueAt ?? intent.dueAt)]
  await sendMail(ctx, {
    kind: "payment-request",
    recipient: contact.email,
    object: intent._id,
    locale,
    subject: words.requestSubject(from, amount),
    heading: words.requestHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [
      parts.length > 0 ? words.requestPlan(from, amount, parts.length) : words.request(from, amount, dueDay),
      ...(intent.description ? [intent.description] : []),
      words.requestHow,
      ...transferHint(intent, words),
    ],
    amount: { value: amount, note: parts.length > 0 ? words.inInstallments(number, parts.length, dueDay) : words.due(number, dueDay) },
    action: { label: words.pay(amount), url: links.long },
    rows: [
      ...(parts.length > 0
        ? parts.map((part, i): Row => [words.installment(i + 1, day(part.dueAt)), money(part.amount, currency)])
        : intent.items.map((item): Row => [item.name, money(item.amount, currency)])),
      ...taxRows(intent.taxes, locale, sum => money(sum, currency)),
    ],
    footer: words.requestFooter(number, from),
  })
}

/** By a transfer that carries it, a payer pays without the page. */
const transferHint = ({ currency, creditorReference }: PaymentIntent, words: (typeof mailWords)["en"]) =>
  currency === "EUR" ? [words.transfer(groupedReference(creditorReference))] : []

/** Reminds the payer of what is left to pay. */
export async function mailReminder(ctx: Context, intent: PaymentIntent) {
  const { name: from } = ctx.tenant
  const contact = await readContact(ctx, intent.contact)
  const { locale, money, day, greeting } = languageFor(ctx.tenant, contact)
  const words = mailWords[locale]
  const { number, currency, isOverdue, links } = intent
  const [amount, dueDay] = [money(intent.due, currency), day(intent.dueAt)]
  await sendMail(ctx, {
    kind: "reminder",
    recipient: contact.email,
    object: intent._id,
    locale,
    subject: (isOverdue ? words.overdueSubject : words.reminderSubject)(amount, from, dueDay),
    heading: isOverdue ? words.overdueHeading : words.reminderHeading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [
      (isOverdue ? words.overdue : words.reminder)(from, amount, dueDay),
      ...(intent.description ? [intent.description] : []),
      ...transferHint(intent, words),
    ],
    amount: { value: amount, note: (isOverdue ? words.wasDue : words.due)(number, dueDay) },
    action: { label: words.pay(amount), url: links.long },
    rows: [
      ...intent.items.map((item): Row => [item.name, money(item.amount, currency)]),
      ...taxRows(intent.taxes, locale, sum => money(sum, currency)),
    ],
    footer: words.reminderFooter(number, from),
  })
}
