import { accountClass, type BalanceSum, net } from "../../money/ledger/rules.ts"
import type { LedgerReport, Posting } from "../../money/ledger/schema.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import { statusOf } from "../../money/payment-intents/rules.ts"
import type { PaymentIntentRow, VerifiedIntent } from "../../money/payment-intents/store.ts"
import type { RefundIntentRow } from "../../money/refund-intents/store.ts"
import { movedBy } from "../../money/transactions/rules.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"

export type Difference = LedgerReport["differences"][number]

/** What other objects of a batch need to know about their payment intents. */
export type KnownIntent = Pick<
  PaymentIntentRow,
  "id" | "intent_type" | "contact_id" | "currency" | "plan_id" | "amount" | "paid" | "refunded" | "disputed"
>
export type Intents = ReadonlyMap<string, KnownIntent>

/** Bigint, because sums may exceed JavaScript's safe integers and must be exact. */
export const add = (map: Map<string, bigint>, name: string, n: number | string) => map.set(name, (map.get(name) ?? 0n) + BigInt(n))

/** Adds up those postings of an object's entries that a rule selects: credits less debits. */
export function sumOf(entries: readonly EntryRow[], isMeant: (account: string, posting: Posting, entry: EntryRow) => boolean): bigint {
  let sum = 0n
  for (const entry of entries)
    for (const posting of entry.postings) if (isMeant(accountClass(posting.account), posting, entry)) sum += BigInt(net(posting))
  return sum
}

/** Where a payment came from: cash together with the gateway's fee, or the contact's credit. An overpayment adds to that credit. */
const isSource = (account: string, taken: number) => account === "cash" || account === "fees" || (account === "credit" && taken > 0)

const chargedBy = (entries: readonly EntryRow[]) =>
  -sumOf(entries, (account, { debit }, { kind }) => (kind === "charge" || kind === "charge-again") && isSource(account, debit)) -
  sumOf(entries, (account, { credit }, { kind }) => kind === "charge-undone" && isSource(account, credit))
const reversedBy = (entries: readonly EntryRow[]) =>
  sumOf(entries, (account, { credit }, { kind }) => kind === "reversal" && isSource(account, credit))
const refundedBy = (entries: readonly EntryRow[]) => -sumOf(entries, account => account === "refunds")
/** A provider may take its fee in another currency. */
const feesOf = (entries: readonly EntryRow[], of: string) =>
  -sumOf(entries, (account, _posting, { currency }) => account === "fees" && currency === of)

/** The worker marks an intent overdue within seconds of its due date; until then both statuses are right. */
const overdueToleranceMs = 60_000

export function checkIntent(row: VerifiedIntent, now: Date): Difference[] {
  const status = statusOf({ amount: row.amount, paid: row.paid, dueAt: row.due_at, canceled: row.status === "canceled" }, now)
  const isJustDue = row.status === "due" && status === "overdue" && now.getTime() - row.due_at.getTime() < overdueToleranceMs
  return isJustDue ? [] : compare(row.id, "status", status, row.status)
}

/** Checks what else follows from the lines and the status. */
export function checkIntentFacts(row: VerifiedIntent): Difference[] {
  const items = row.items.reduce((sum, item) => sum + BigInt(item.amount), 0n)
  return [
    ...compare(row.id, "items", row.amount, items),
    ...(row.status === "canceled" ? [] : compare(row.id, "cancelReason", "none", row.cancel_reason ?? "none")),
  ]
}

/** An installment has the currency and the contact of its plan. */
export function checkInstallment({ id, plan_id, currency, contact_id }: VerifiedIntent, intents: Intents): Difference[] {
  if (plan_id === null) return []
  const plan = intents.get(plan_id)
  if (!plan) return compare(plan_id, "payment intent", "the plan of installments", "deleted")
  const found = plan.intent_type === "payment-plan" ? `${plan_id} ${plan.currency} ${plan.contact_id}` : "none"
  return compare(id, "plan", `${plan_id} ${currency} ${contact_id}`, found)
}

/** Compares a payment or a refund with its own entries. */
export function checkTransaction(row: TransactionRow, intents: Intents, entries: readonly EntryRow[]): Difference[] {
  const { id, payment_intent_id, status, amount, currency } = row
  const isHistory = status === "failed" || status === "canceled"
  const isRefund = row.refund_of !== null
  const isCharged = !isRefund && (status === "succeeded" || status === "reversed")
  return [
    ...(isHistory || intents.has(payment_intent_id) ? [] : compare(id, "payment intent", payment_intent_id, "deleted")),
    ...compare(id, "charged", isCharged ? amount : 0, chargedBy(entries)),
    ...compare(id, "reversed", status === "reversed" && !isRefund ? amount : 0, reversedBy(entries)),
    ...compare(id, "refunded", isRefund && status === "succeeded" ? amount : 0, refundedBy(entries)),
    ...compare(id, "fee", feesOf(entries, currency), row.fee),
    ...checkSettlement(row),
  ]
}

/** In the charge's own currency its fee and what is left add up to it. That in another one is compared with the entries. */
function checkSettlement(row: TransactionRow): Difference[] {
  const { id, status, fee, currency, settlement } = row
  if (settlement === null) return []
  if (status !== "succeeded" && status !== "reversed") return compare(id, "settlement", "none", "some")
  if (settlement.currency !== currency) return compare(id, "fee", 0, fee)
  return [...compare(id, "settlement's fee", fee, settlement.fee), ...compare(id, "settlement's net", movedBy(row) - fee, settlement.net)]
}

/** A settled refund intent has a transaction with entries, and no other has one. `entries` are those of its transaction. */
export function checkRefund({ id, status, amount, fees, currency }: RefundIntentRow, entries: readonly EntryRow[]): Difference[] {
  return [
    ...compare(id, "refunded", status === "settled" ? amount : 0, refundedBy(entries)),
    ...compare(id, "fees", feesOf(entries, currency), fees),
  ]
}

/** The ledger's unallocated balance is the sum of the unallocated bank transfers. */
export function checkUnallocated(balances: ReadonlyMap<string, bigint>, transfers: ReadonlyMap<string, bigint>): Difference[] {
  const ofLedger = [...balances].filter(([name]) => name.endsWith(" unallocated"))
  const expected = new Map(ofLedger.map(([name, n]) => [name.slice(0, 3), n]))
  const currencies = new Set([...expected.keys(), ...transfers.keys()])
  return [...currencies].flatMap(each =>
    compare("bank transfers", `unallocated ${each}`, expected.get(each) ?? 0, transfers.get(each) ?? 0),
  )
}

/** The stored sums that balances are read from must equal the sums of the entries and objects. */
export function checkStoredSums(
  balances: ReadonlyMap<string, bigint>,
  sums: ReadonlyMap<string, bigint>,
  stored: readonly BalanceSum[],
): Difference[] {
  const expected = new Map([...[...balances].map(([name, n]) => [`ledger ${name}`, n] as const), ...sums])
  const found = new Map(stored.map(({ kind, value, n }) => [`${kind} ${value}`, n]))
  const names = [...new Set([...expected.keys(), ...found.keys()])]
  return names.flatMap(name => compare("balances", name, expected.get(name) ?? 0, found.get(name) ?? 0))
}

type Value = string | number | bigint
export const compare = (object: string, what: string, expected: Value, found: Value): Difference[] =>
  String(expected) === String(found) ? [] : [{ object, what, expected: String(expected), found: String(found) }]
