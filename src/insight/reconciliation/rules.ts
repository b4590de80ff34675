import type { BankTransferRow } from "../../money/bank-transfers/store.ts"
import { accountClass, type BalanceSum, net } from "../../money/ledger/rules.ts"
import type { LedgerReport } from "../../money/ledger/schema.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import { amountOwed, statusOf } from "../../money/payment-intents/rules.ts"
import type { PaymentIntentRow } from "../../money/payment-intents/store.ts"
import { isActive } from "../../money/payment-splits/rules.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { accruedOf } from "../../parties/partnerships/rules.ts"

type Difference = LedgerReport["differences"][number]

/** Sums of the ledger entries and sums of the objects, to be compared with each other. */
export type Totals = ReturnType<typeof emptyTotals>

export const emptyTotals = () => ({
  ledger: {
    /** Credits less debits, by currency and account class. */
    balances: new Map<string, bigint>(),
    receivedByIntent: new Map<string, bigint>(),
    earnedBySplit: new Map<string, bigint>(),
    chargedByTransaction: new Map<string, bigint>(),
    reversedByTransaction: new Map<string, bigint>(),
  },
  intents: new Map<string, { paid: number; amount: number; split: number; splitsMade: boolean }>(),
  installmentsPaidByPlan: new Map<string, bigint>(),
  splitsByIntent: new Map<string, bigint>(),
  unallocatedByCurrency: new Map<string, bigint>(),
  /** The sums that are stored beside the ledger: what payers owe, and payments in flight. */
  sums: new Map<string, bigint>(),
})

/** Bigint, because sums may exceed JavaScript's safe integers and must be exact. */
const add = (map: Map<string, bigint>, name: string, n: number) => map.set(name, (map.get(name) ?? 0n) + BigInt(n))

export function addEntry({ ledger }: Totals, { kind, source_id, currency, postings }: EntryRow) {
  for (const posting of postings) {
    add(ledger.balances, `${currency} ${accountClass(posting.account)}`, net(posting))
    const [account, ownerId = ""] = posting.account.split(":")
    if (account === "received") add(ledger.receivedByIntent, ownerId, net(posting))
    if (account === "payable") add(ledger.earnedBySplit, source_id, net(posting))
    if (account === "cash" && kind === "charge") add(ledger.chargedByTransaction, source_id, -net(posting))
    if (account === "cash" && kind === "reversal") add(ledger.reversedByTransaction, source_id, net(posting))
  }
}

/** The worker marks an intent overdue within seconds of its due date; until then both statuses are right. */
const overdueToleranceMs = 60_000

export function checkIntent(totals: Totals, row: PaymentIntentRow, now: Date): Difference[] {
  totals.intents.set(row.id, { paid: row.paid, amount: row.amount, split: row.split, splitsMade: row.splits_made })
  if (row.plan_id !== null) add(totals.installmentsPaidByPlan, row.plan_id, row.paid)
  add(totals.sums, `receivable ${row.currency}`, amountOwed(row))
  const status = statusOf({ amount: row.amount, paid: row.paid, dueAt: row.due_at, canceled: row.status === "canceled" }, now)
  const isJustDue = row.status === "due" && status === "overdue" && now.getTime() - row.due_at.getTime() < overdueToleranceMs
  return [
    ...(row.intent_type === "payment-plan" ? [] : compare(row.id, "paid", totals.ledger.receivedByIntent.get(row.id) ?? 0, row.paid)),
    ...(isJustDue ? [] : compare(row.id, "status", status, row.status)),
  ]
}

/** A plan is paid what its installments are paid. Called after all intents. */
export function checkPlans({ installmentsPaidByPlan, intents }: Totals): Difference[] {
  return [...installmentsPaidByPlan].flatMap(([plan, paid]) => compare(plan, "paid", paid, intents.get(plan)?.paid ?? 0))
}

export function checkTransaction({ ledger, sums }: Totals, { id, status, amount, currency }: TransactionRow): Difference[] {
  if (status === "processing") add(sums, `in-flight ${currency}`, amount)
  const isCharged = status === "succeeded" || status === "reversed"
  return [
    ...compare(id, "charged", isCharged ? amount : 0, ledger.chargedByTransaction.get(id) ?? 0),
    ...compare(id, "reversed", status === "reversed" ? amount : 0, ledger.reversedByTransaction.get(id) ?? 0),
  ]
}

export function addTransfer({ unallocatedByCurrency }: Totals, { status, amount, currency }: BankTransferRow) {
  if (status === "unallocated") add(unallocatedByCurrency, currency, amount)
}

/** The ledger's unallocated balance is the sum of the unallocated bank transfers. Called after all transfers. */
export function checkUnallocated({ ledger, unallocatedByCurrency }: Totals): Difference[] {
  const balances = [...ledger.balances].filter(([name]) => name.endsWith(" unallocated"))
  const expected = new Map(balances.map(([name, n]) => [name.slice(0, 3), n]))
  const currencies = new Set([...expected.keys(), ...unallocatedByCurrency.keys()])
  return [...currencies].flatMap(each =>
    compare("bank transfers", `unallocated ${each}`, expected.get(each) ?? 0, unallocatedByCurrency.get(each) ?? 0),
  )
}

export function checkSplit(totals: Totals, { id, payment_intent_id, status, amount, accrued }: PaymentSplitRow): Difference[] {
  const intent = totals.intents.get(payment_intent_id)
  if (!intent) return compare(id, "payment intent", payment_intent_id, "deleted")
  if (isActive(status)) add(totals.splitsByIntent, payment_intent_id, amount)
  return [
    ...compare(id, "accrued", totals.ledger.earnedBySplit.get(id) ?? 0, accrued),
    ...(isActive(status) ? compare(id, "accrued", accruedOf(amount, intent.paid, intent.amount), accrued) : []),
  ]
}

/** Once the calculated splits of an intent are inserted, its counter is the sum of all its splits. Called after all splits. */
export function checkSplitCounters({ intents, splitsByIntent }: Totals): Difference[] {
  return [...splitsByIntent].flatMap(([id, sum]) => {
    const intent = intents.get(id)!
    return intent.splitsMade ? compare(id, "split", sum, intent.split) : []
  })
}

/** The stored sums, which balances are read from, are what the entries and objects add up to. */
export function checkStoredSums({ ledger, sums }: Totals, stored: readonly BalanceSum[]): Difference[] {
  const expected = new Map([...[...ledger.balances].map(([name, n]) => [`ledger ${name}`, n] as const), ...sums])
  const found = new Map(stored.map(({ kind, value, n }) => [`${kind} ${value}`, n]))
  const names = [...new Set([...expected.keys(), ...found.keys()])]
  return names.flatMap(name => compare("balances", name, expected.get(name) ?? 0, found.get(name) ?? 0))
}

type Value = string | number | bigint
const compare = (object: string, what: string, expected: Value, found: Value): Difference[] =>
  String(expected) === String(found) ? [] : [{ object, what, expected: String(expected), found: String(found) }]
