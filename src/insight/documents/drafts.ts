import type { Context } from "../../kit/db/context.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { findNumbers } from "../../money/payment-intents/summaries-store.ts"
import { type PaymentIntentRow, readPaymentIntent, renderPaymentIntent } from "../../money/payment-intents/store.ts"
import { readPaymentSplit } from "../../money/payment-splits/store.ts"
import { type PayoutRow, readPartner, renderPayout } from "../../money/payouts/store.ts"
import { type RefundIntentRow, renderRefundIntent } from "../../money/refund-intents/store.ts"
import { findByPaymentIntent, renderTransaction, readTransaction, type TransactionRow } from "../../money/transactions/store.ts"
import { readContact, type ContactRow } from "../../parties/contacts/store.ts"
import type { PartnershipRow } from "../../parties/partnerships/store.ts"
import type { Draft } from "./make.ts"
import { adviceSheet, statementSheet } from "./partner-sheets.ts"
import * as rules from "./rules.ts"
import { cancellationSheet, creditNoteSheet, intentReceiptSheet, invoiceSheet, paymentReceiptSheet, type Party } from "./sheets.ts"
import { findNumber } from "./store.ts"

type Lang = Locale | undefined

/** The name, e-mail and phone of a payer. Contacts have no address: `address` and `taxId` of their metadata are shown if set. */
function partyOf({ email, profile, metadata }: ContactRow): Party {
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(" ")
  const address = metadata["address"]?.split("\n").slice(0, 8) ?? []
  return [name, ...address, metadata["taxId"], email, profile.phone].filter(line => line !== undefined && line !== "") as Party
}

const localeOf = (lang: Lang, { tenant }: Context, { locale }: { locale: Locale | null }) => lang ?? locale ?? tenant.mails.locale

export async function intentDraft(
  ctx: Context,
  row: PaymentIntentRow,
  kind: "invoice" | "receipt" | "credit-note",
  lang: Lang,
): Promise<Draft> {
  const contact = await readContact(ctx, row.contact_id)
  const intent = renderPaymentIntent(row, ctx)
  const facts = { intent, party: partyOf(contact) }
  const key = { object_type: "paymentIntents", object_id: row.id, period: "", kind }
  const common = { ...key, locale: localeOf(lang, ctx, contact), fingerprint: String(row.version), name: row.number }
  if (kind === "invoice") {
    if ((await findNumber(ctx, row.id, kind)) === null) rules.assertInvoiced(row) // one that was issued stays readable
    return { ...common, sheet: frame => invoiceSheet(frame, facts) }
  }
  if (kind === "receipt") {
    rules.assertPaid(row)
    const payments = (await findByPaymentIntent(ctx, row.id)).filter(isPayment).map(renderTransaction)
    const inOrder = payments.toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    return { ...common, sheet: frame => intentReceiptSheet(frame, { ...facts, payments: inOrder }) }
  }
  const invoice = await findNumber(ctx, row.id, "invoice")
  rules.assertTakenBack(row, invoice !== null)
  return { ...common, sheet: frame => cancellationSheet(frame, { ...facts, invoice: invoice ?? row.number }) }
}

const isPayment = ({ transaction_type: type, status }: TransactionRow) => type === "charge" && status === "succeeded"

export async function transactionDraft(ctx: Context, row: TransactionRow, lang: Lang): Promise<Draft> {
  rules.assertReceived(row)
  const [contact, intentRow] = await Promise.all([readContact(ctx, row.contact_id), readPaymentIntent(ctx, row.payment_intent_id)])
  const facts = { intent: renderPaymentIntent(intentRow, ctx), party: partyOf(contact), payment: renderTransaction(row) }
  const key = { object_type: "transactions", object_id: row.id, period: "", kind: "receipt" as const }
  const locale = localeOf(lang, ctx, contact)
  return { ...key, locale, fingerprint: String(row.version), name: String(row.number), sheet: frame => paymentReceiptSheet(frame, facts) }
}

export async function refundDraft(ctx: Context, row: RefundIntentRow, lang: Lang): Promise<Draft> {
  rules.assertGivenBack(row)
  const [contact, intentRow, invoice] = await Promise.all([
    readContact(ctx, row.contact_id),
    readPaymentIntent(ctx, row.payment_intent_id),
    findNumber(ctx, row.payment_intent_id, "invoice"),
  ])
  const refund = renderRefundIntent(row)
  const transaction = refund.refundTransaction === null ? undefined : await readTransaction(ctx, refund.refundTransaction)
  const refundedAt = transaction ? renderTransaction(transaction).receivedAt : refund.updatedAt
  const facts = { intent: renderPaymentIntent(intentRow, ctx), party: partyOf(contact), refund, refundedAt, invoice }
  const key = { object_type: "refundIntents", object_id: row.id, period: "", kind: "credit-note" as const }
  const locale = localeOf(lang, ctx, contact)
  return { ...key, locale, fingerprint: String(row.version), name: intentRow.number, sheet: frame => creditNoteSheet(frame, facts) }
}

export async function payoutDraft(ctx: Context, row: PayoutRow, lang: Lang): Promise<Draft> {
  rules.assertPaidOut(row)
  const partner = await readPartner(ctx, row)
  const payout = renderPayout(row)
  const splits = await Promise.all(payout.allocations.map(({ paymentSplit }) => readPaymentSplit(ctx, paymentSplit)))
  const numbers = await findNumbers(ctx, [...new Set(splits.map(split => split.payment_intent_id))])
  const references = splits.map(split => numbers.get(split.payment_intent_id) ?? "")
  const facts = { payout, party: partner ? partnerLines(partner) : [ctx.tenant.name], references }
  const key = { object_type: "payouts", object_id: row.id, period: "", kind: "advice" as const }
  const locale = localeOf(lang, ctx, partner ?? { locale: null })
  return { ...key, locale, fingerprint: String(row.version), name: row.number, sheet: frame => adviceSheet(frame, facts) }
}

/** The month of a contact's account as a PDF. */
export function contactStatementDraft(
  ctx: Context,
  contact: ContactRow,
  { month, byCurrency }: { month: string; byCurrency: Account },
): Draft {
  rules.assertDrawable(Object.values(byCurrency).reduce((all, { lines }) => all + lines.length, 0))
  const party = partyOf(contact)
  return {
    object_type: "contacts",
    object_id: contact.id,
    kind: "statement",
    period: month,
    locale: localeOf(undefined, ctx, contact),
    fingerprint: sha256(JSON.stringify([party, byCurrency])),
    name: `${contact.id}-${month}`,
    sheet: frame => statementSheet(frame, { month, byCurrency, party, of: "contact", name: party[0] ?? contact.email }),
  }
}

const partnerLines = ({ name, email, country }: Pick<PartnershipRow, "name" | "email" | "country">): Party =>
  [name, email, country].filter(line => line !== null)

type Account = Parameters<typeof statementSheet>[1]["byCurrency"]

/** A month of a partner's account as a PDF. `byCurrency` comes from the statement. */
export function statementDraft(
  ctx: Context,
  partner: PartnershipRow,
  { month, byCurrency }: { month: string; byCurrency: Account },
): Draft {
  rules.assertDrawable(Object.values(byCurrency).reduce((all, { lines }) => all + lines.length, 0))
  const facts = { month, byCurrency, of: "partner" as const, name: partner.code, party: partnerLines(partner) }
  return {
    object_type: "partnerships",
    object_id: partner.id,
    kind: "statement",
    period: month,
    locale: localeOf(undefined, ctx, partner),
    fingerprint: sha256(JSON.stringify(byCurrency)),
    name: `${partner.code}-${month}`,
    sheet: frame => statementSheet(frame, facts),
  }
}
