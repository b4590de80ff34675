import type { BankTransferRow } from "../../money/bank-transfers/store.ts"
import { ownHolder } from "../../money/bank-transfers/values.ts"
import { isOpen, statusOf } from "../../money/disputes/rules.ts"
import type { DisputeRow } from "../../money/disputes/store.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import type { RefundIntentRow } from "../../money/refund-intents/store.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { compare, type Difference, type Intents } from "./rules.ts"

/** Objects that belong together must agree on what they share. */
type Transactions = ReadonlyMap<string, TransactionRow>

const isoTime = (time: Date | undefined) => time?.toISOString() ?? "none"

/** A payment has the currency of its intent, and is allocated to that intent or to the installments of that plan. */
export function checkPaymentLinks(row: TransactionRow, intents: Intents, entries: readonly EntryRow[]): Difference[] {
  const { id, payment_intent_id, contact_id, currency, amount, allocations, status, refund_of } = row
  const intent = intents.get(payment_intent_id)
  if (!intent) return []
  const paid = allocations.reduce((sum, part) => sum + part.amount, 0)
  const strangers = allocations.filter(
    part => part.paymentIntent !== payment_intent_id && intents.get(part.paymentIntent)?.plan_id !== payment_intent_id,
  )
  const isPaid = refund_of !== null || status === "succeeded" || status === "reversed"
  const charge = entries.find(({ kind }) => kind === "charge")
  return [
    ...compare(id, "currency", intent.currency, currency),
    ...compare(id, "contact", intent.contact_id, contact_id),
    ...compare(id, "allocations to other payment intents", "none", strangers.map(part => part.paymentIntent).join(", ") || "none"),
    ...(isPaid && paid <= amount ? [] : compare(id, "allocations", isPaid ? amount : 0, paid)),
    ...(charge ? compare(id, "receivedAt", isoTime(charge.effective_at), isoTime(row.received_at)) : []),
  ]
}

const fieldsOf = ({ payment_intent_id, contact_id, currency, gateway }: Shared) =>
  [payment_intent_id, contact_id, currency, gateway].join(" ")
type Shared = { payment_intent_id: string; contact_id: string; currency: string; gateway: string | null }

/** A refund belongs to an existing charge, and one transaction settles it. The ledger already proves that their amounts are equal. */
export function checkRefundLinks(row: RefundIntentRow, transactions: Transactions): Difference[] {
  const { id, transaction_id, refund_transaction_id, status } = row
  const [charge, refund] = [transactions.get(transaction_id), transactions.get(refund_transaction_id ?? "")]
  if (!charge) return compare(id, "transaction", transaction_id, "deleted")
  const shared = compare(
    id,
    "payment intent, contact and currency",
    fieldsOf({ ...charge, gateway: null }),
    fieldsOf({ ...row, gateway: null }),
  )
  const ofLines = checkParts(row)
  const mayHave = status === "settled" || status === "failed" // one that failed after it was paid keeps its transaction
  if (!mayHave) return [...shared, ...ofLines, ...compare(id, "refund transaction", "none", refund_transaction_id ?? "none")]
  if (status === "failed" && refund_transaction_id === null) return [...shared, ...ofLines]
  if (!refund) return [...shared, ...ofLines, ...compare(id, "refund transaction", refund_transaction_id ?? "none", "deleted")]
  return [
    ...shared,
    ...ofLines,
    ...compare(refund.id, "status", status === "settled" ? "succeeded" : "reversed", refund.status),
    ...compare(refund.id, "charge", transaction_id, refund.refund_of ?? "none"),
    ...compare(refund.id, "payment intent, contact, currency and gateway", fieldsOf(charge), fieldsOf(refund)),
  ]
}

/** Old refunds that named no lines have only shares. Refunds by line have only items. All others have both, and they are equal. */
function checkParts({ id, amount, items, shares }: RefundIntentRow): Difference[] {
  const parts = items.length > 0 ? items : shares
  const total = parts.reduce((sum, part) => sum + part.amount, 0)
  const areBoth = items.length > 0 && shares.length > 0
  return [
    ...(parts.length > 0 ? compare(id, "items", amount, total) : []),
    ...(areBoth ? compare(id, "shares", JSON.stringify(items), JSON.stringify(shares)) : []),
  ]
}

/** The status of a dispute, and when it closed, must match its other fields. */
export function checkDisputeLinks(row: DisputeRow, transactions: Transactions): Difference[] {
  const { id, transaction_id, status, closed_at } = row
  const charge = transactions.get(transaction_id)
  return [
    ...compare(id, "status", statusOf(row), status),
    ...compare(id, "closed", String(!isOpen(status)), String(closed_at !== null)),
    ...(charge
      ? compare(id, "payment intent, contact, currency and gateway", fieldsOf(charge), fieldsOf(row))
      : compare(id, "transaction", transaction_id, "deleted")),
  ]
}

/** The transaction that carries the id of an allocated transfer pays it. */
export function checkTransferLinks(row: BankTransferRow, transactions: Transactions): Difference[] {
  const { id, status, transaction_id, payment_intent_id, amount, currency, gateway } = row
  const payment = transactions.get(transaction_id ?? "")
  if (status === "unallocated")
    return compare(id, "payment", "none", transaction_id === null && payment_intent_id === null ? "none" : "some")
  if (!payment) return compare(id, "transaction", transaction_id ?? "some", "none")
  return [
    ...compare(id, "amount", payment.amount, amount),
    ...compare(id, "currency", payment.currency, currency),
    ...compare(id, "gateway", payment.gateway ?? ownHolder, gateway),
    ...compare(id, "payment intent", payment.payment_intent_id, payment_intent_id ?? "none"),
    ...compare(id, "bank transfer of its transaction", payment.gateway_reference ?? "none", id),
  ]
}
