import { sum } from "../../kit/pure/money.ts"
import { type LineTax, type TaxSum, taxSums } from "../../kit/pure/tax.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { taxRate } from "../../money/payment-intents/tax-words.ts"
import type { RefundIntent } from "../../money/refund-intents/schema.ts"
import { methodWords } from "../../money/transactions/method-words.ts"
import type { Transaction } from "../../money/transactions/schema.ts"
import type { Language } from "../../platform/mails/language.ts"
import type { Fact, Sheet, Table } from "./sheet.ts"
import { documentWords } from "./words.ts"

/** Who issues a document, and how it looks. */
export type Issuer = {
  brand: Sheet["brand"]
  legalName: string | null
  address: string | null
  taxId: string | null
  note: string | null
  isTest: boolean
}
/** What every document is made of, besides its object. `number` is its own, if the tenant numbers documents of its kind. */
export type Frame = { issuer: Issuer; language: Language; number: string | null; now: Date; timezone: string }
/** The payer or partner that it is for: a name, an e-mail, an address, as far as known. */
export type Party = string[]

export const wordsOf = ({ language }: Pick<Frame, "language">) => documentWords[language.locale]

/** What all documents have in common. `name` is the number that people quote. */
export function frame(
  { issuer, language, now }: Frame,
  title: string,
  name: string,
): Omit<Sheet, "facts" | "parties" | "headline" | "tables"> {
  const words = documentWords[language.locale]
  const { brand, note, isTest } = issuer
  return {
    locale: language.locale,
    title,
    madeAt: now.toISOString(),
    brand,
    notice: isTest ? words.test : null,
    notes: [...(note ? [note] : []), ...(brand.supportEmail ? [words.questions(brand.supportEmail)] : [])],
    footer: `${title} ${name} · ${issuer.legalName ?? brand.name}`,
    pageOf: words.pageOf,
    missing: words.missing,
  }
}

export function issuerParty({ issuer, language }: Frame): Sheet["parties"][number] {
  const words = documentWords[language.locale]
  const { legalName, brand, address, taxId } = issuer
  const lines = [legalName ?? brand.name, ...(address?.split("\n") ?? []), ...(taxId ? [words.taxId(taxId)] : [])]
  return { heading: words.from, lines }
}

export const presentFacts = (facts: (Fact | null)[]): Fact[] => facts.filter(fact => fact !== null)

type Priced = { name: string; description?: string; amount: number; tax?: LineTax | undefined }

/** The lines with the tax of each, and below them the sum without taxes, each tax, and the sum. A document without taxes has neither. */
function linesTable({ language }: Frame, lines: readonly Priced[], currency: string, amount: number, total: string): Table {
  const words = documentWords[language.locale]
  const money = (value: number) => language.money(value, currency)
  const taxes = taxSums(lines)
  const rateOf = (tax?: LineTax) => (tax ? taxRate(tax.rate, language.locale) : "")
  return {
    heading: null,
    columns: [
      { name: words.line },
      ...(taxes ? [{ name: words.tax, share: 0.13, isAmount: true as const }] : []),
      amountColumn(words.amount),
    ],
    rows: lines.map(({ name, description, amount: gross, tax }) => ({
      cells: [name, ...(taxes ? [rateOf(tax)] : []), money(gross)],
      ...(description && { detail: description }),
    })),
    totals: [...(taxes ? taxTotals(taxes, amount, language, money) : []), { name: total, value: money(amount), isStrong: true }],
  }
}

function taxTotals(taxes: readonly TaxSum[], amount: number, { locale }: Language, money: (value: number) => string): Table["totals"] {
  const words = documentWords[locale]
  const named = (tax: TaxSum) => words.taxOn(taxRate(tax.rate, locale), money(tax.net)) + (tax.code && ` (${tax.code})`)
  const net = amount - sum(taxes.map(tax => tax.amount))
  return [{ name: words.net, value: money(net) }, ...taxes.map(tax => ({ name: named(tax), value: money(tax.amount) }))]
}

const amountColumn = (name: string) => ({ name, share: 0.24, isAmount: true as const })

type IntentFacts = { intent: PaymentIntent; party: Party }

/** Asks for the money of a payment intent. */
export function invoiceSheet(each: Frame, { intent, party }: IntentFacts): Sheet {
  const words = wordsOf(each)
  const { money, day } = each.language
  const { amount, paid, due, refunded, currency } = intent
  const name = each.number ?? intent.number
  const table = linesTable(each, intent.items, currency, amount, words.total)
  if (paid > 0) table.totals.push({ name: words.paid, value: money(-paid, currency) })
  if (refunded > 0) table.totals.push({ name: words.refunded, value: money(refunded, currency) })
  if (paid > 0) table.totals.push({ name: words.left, value: money(due, currency), isStrong: true })
  const isPayable = due > 0 && intent.status !== "canceled"
  return {
    ...frame(each, words.invoice, name),
    facts: presentFacts([
      [words.number, name],
      each.number === null ? null : [words.request, intent.number],
      [words.issued, day(each.number === null ? intent.createdAt : each.now)],
      [words.dueOn, day(intent.dueAt)],
      intent.reference === null ? null : [words.reference, intent.reference],
    ]),
    parties: [issuerParty(each), { heading: words.billTo, lines: party }],
    headline: {
      figure: money(paid > 0 ? due : amount, currency),
      note: words.isDue(day(intent.dueAt)),
      link: isPayable ? { label: words.payOnline, url: intent.links.long } : null,
    },
    tables: [table],
    notes: [...(intent.description ? [intent.description] : []), ...frame(each, "", "").notes],
  }
}

/** Takes back a numbered invoice whose payment intent was canceled. */
export function cancellationSheet(each: Frame, { intent, party, invoice }: IntentFacts & { invoice: string }): Sheet {
  const words = wordsOf(each)
  const { money } = each.language
  const name = each.number ?? intent.number
  return {
    ...frame(each, words.creditNote, name),
    facts: [
      [words.number, name],
      [words.corrects, invoice],
      [words.request, intent.number],
      [words.issued, each.language.day(each.now)],
    ],
    parties: [issuerParty(each), { heading: words.creditTo, lines: party }],
    headline: { figure: money(intent.amount, intent.currency), note: words.isCanceled(invoice), link: null },
    tables: [linesTable(each, intent.items, intent.currency, intent.amount, words.total)],
  }
}

/** Confirms the payments of a payment intent. */
export function intentReceiptSheet(each: Frame, facts: IntentFacts & { payments: readonly Transaction[] }): Sheet {
  const words = wordsOf(each)
  const { money, day } = each.language
  const { intent, party, payments } = facts
  const { amount, paid, due, refunded, currency } = intent
  const name = each.number ?? intent.number
  const table = linesTable(each, intent.items, currency, amount, words.total)
  table.totals.push({ name: words.paid, value: money(paid, currency), isStrong: true })
  if (refunded > 0) table.totals.push({ name: words.refunded, value: money(refunded, currency) })
  if (due > 0) table.totals.push({ name: words.left, value: money(due, currency) })
  const last = payments.at(-1)?.receivedAt ?? intent.updatedAt
  return {
    ...frame(each, words.receipt, name),
    facts: presentFacts([
      [words.number, name],
      each.number === null ? null : [words.request, intent.number],
      [words.paidOn, day(last)],
      intent.reference === null ? null : [words.reference, intent.reference],
    ]),
    parties: [issuerParty(each), { heading: words.paidBy, lines: party }],
    headline: { figure: money(paid, currency), note: words.wasPaid(day(last)), link: null },
    tables: [table, ...(payments.length > 0 ? [paymentsTable(each, payments)] : [])],
  }
}

function paymentsTable(each: Frame, payments: readonly Transaction[]): Table {
  const words = wordsOf(each)
  const { money, day, locale } = each.language
  return {
    heading: words.payments,
    columns: [
      { name: words.date, share: 0.3 },
      { name: words.method },
      { name: words.transaction, share: 0.18 },
      amountColumn(words.amount),
    ],
    rows: payments.map(({ receivedAt, method, number, amount, currency }) => ({
      cells: [day(receivedAt), methodWords[locale][method] ?? method, String(number), money(amount, currency)],
    })),
    totals: [],
  }
}

/** Confirms one payment. */
export function paymentReceiptSheet(each: Frame, { intent, party, payment }: IntentFacts & { payment: Transaction }): Sheet {
  const words = wordsOf(each)
  const { money, day, locale } = each.language
  const name = each.number ?? String(payment.number)
  const table = linesTable(each, intent.items, intent.currency, intent.amount, words.total)
  table.totals.push({ name: words.thisPayment, value: money(payment.amount, payment.currency), isStrong: true })
  return {
    ...frame(each, words.receipt, name),
    facts: presentFacts([
      each.number === null ? null : [words.number, each.number],
      [words.transaction, String(payment.number)],
      [words.forRequest, intent.number],
      [words.paidOn, day(payment.receivedAt)],
      [words.method, methodWords[locale][payment.method] ?? payment.method],
      payment.reference === null ? null : [words.reference, payment.reference],
    ]),
    parties: [issuerParty(each), { heading: words.paidBy, lines: party }],
    headline: { figure: money(payment.amount, payment.currency), note: words.wasPaid(day(payment.receivedAt)), link: null },
    tables: [table],
  }
}

type RefundFacts = IntentFacts & {
  refund: Pick<RefundIntent, "amount" | "currency" | "items" | "reason">
  refundedAt: string
  invoice: string | null
}

/** Says what was given back of which line, and the tax in it. */
export function creditNoteSheet(each: Frame, { intent, party, refund, refundedAt, invoice }: RefundFacts): Sheet {
  const words = wordsOf(each)
  const { money, day } = each.language
  const { amount, currency } = refund
  const name = each.number ?? intent.number
  const lines = refund.items.map(({ line, name: item, amount: gross, tax }): Priced => {
    const sold = intent.items[line]?.tax
    return { name: item, amount: gross, ...(sold && tax !== undefined && { tax: { ...sold, net: gross - tax, amount: tax } }) }
  })
  return {
    ...frame(each, words.creditNote, name),
    facts: presentFacts([
      each.number === null ? null : [words.number, each.number],
      invoice === null ? null : [words.corrects, invoice],
      [words.forRequest, intent.number],
      [words.refundedOn, day(refundedAt)],
    ]),
    parties: [issuerParty(each), { heading: words.creditTo, lines: party }],
    headline: { figure: money(amount, currency), note: words.wasRefunded(day(refundedAt)), link: null },
    tables: [linesTable(each, lines, currency, amount, words.totalRefunded)],
    notes: [...(refund.reason ? [refund.reason] : []), ...frame(each, "", "").notes],
  }
}
