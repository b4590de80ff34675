import type { BankTransferRow } from "../../money/bank-transfers/store.ts"
import { accountClass, type BalanceSum, net } from "../../money/ledger/rules.ts"
import type { LedgerReport } from "../../money/ledger/schema.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import { amountOwed, statusOf } from "../../money/payment-intents/rules.ts"
import type { PaymentIntentRow } from "../../money/payment-intents/store.ts"
import { isOpen } from "../../money/refund-intents/rules.ts"
import type { RefundIntentRow } from "../../money/refund-intents/store.ts"
import { movedBy } from "../../money/transactions/rules.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import type { ContactRow } from "../../parties/contacts/store.ts"

export type Difference = LedgerReport["differences"][number]

/** The counters of a payment intent for money that moved. */
const counters = ["paid", "refunded", "disputed"] as const
const emptyCounters = () => ({ paid: new Map<string, bigint>(), refunded: new Map<string, bigint>(), disputed: new Map<string, bigint>() })

/** Sums of the ledger entries and sums of the objects, to be compared with each other. */
export type Totals = ReturnType<typeof emptyTotals>

export const emptyTotals = () => ({
  ledger: {
    /** Credits less debits, by currency and account class. */
    balances: new Map<string, bigint>(),
    byIntent: emptyCounters(),
    earnedBySplit: new Map<string, bigint>(),
    chargedByTransaction: new Map<string, bigint>(),
    reversedByTransaction: new Map<string, bigint>(),
    refundedByTransaction: new Map<string, bigint>(),
    /** By transaction and currency: a provider may take its fee in another one. */
    feesByTransaction: new Map<string, bigint>(),
    /** By contact and currency. */
    credits: new Map<string, bigint>(),
    /** When the last payment of each intent arrived. */
    paidAt: new Map<string, number>(),
  },
  intents: new Map<string, KnownIntent>(),
  /** By contact and currency. */
  credits: new Map<string, bigint>(),
  /** What the installments of each plan add up to. */
  byPlan: { ...emptyCounters(), amount: new Map<string, bigint>() },
  /** What refund transactions and open refund intents add up to for each charge, and the counters of the charge itself. */
  refunds: { settled: new Map<string, bigint>(), open: new Map<string, bigint>() },
  refundCounters: { settled: new Map<string, bigint>(), open: new Map<string, bigint>() },
  /** By intent and line: what refunds by line gave back, and the intent's own counter. */
  refundedLines: { refunds: new Map<string, bigint>(), intents: new Map<string, bigint>() },
  splitsByIntent: new Map<string, bigint>(),
  unallocatedByCurrency: new Map<string, bigint>(),
  /** The sums that are stored beside the ledger: receivables, and payments in flight. */
  sums: new Map<string, bigint>(),
})

type KnownIntent = Pick<PaymentIntentRow, "paid" | "refunded" | "disputed" | "amount" | "split" | "currency"> & {
  contact: string
  planId: string | null
  splitsMade: boolean
  isCanceled: boolean
  isPlan: boolean
}
export type Intents = ReadonlyMap<string, KnownIntent>

/** Bigint, because sums may exceed JavaScript's safe integers and must be exact. */
export const add = (map: Map<string, bigint>, name: string, n: number | string) => map.set(name, (map.get(name) ?? 0n) + BigInt(n))

export function addEntry({ ledger }: Totals, { kind, source_id, currency, postings, effective_at }: EntryRow) {
  for (const posting of postings) {
    add(ledger.balances, `${currency} ${accountClass(posting.account)}`, net(posting))
    const [account, ownerId = ""] = posting.account.split(":")
    if (account === "received") add(ledger.byIntent.paid, ownerId, net(posting))
    if (account === "received" && kind === "charge") ledger.paidAt.set(ownerId, effective_at.getTime())
    if (account === "refunds") {
      add(ledger.byIntent.refunded, ownerId, -net(posting))
      add(ledger.refundedByTransaction, source_id, -net(posting))
    }
    if (account === "disputes") add(ledger.byIntent.disputed, ownerId, -net(posting))
    if (account === "credit") add(ledger.credits, `${ownerId} ${currency}`, net(posting))
    if (account === "payable") add(ledger.earnedBySplit, source_id, net(posting))
    if (account === "fees") add(ledger.feesByTransaction, `${source_id} ${currency}`, -net(posting))
    if (kind === "charge" && isSource(account, posting.debit)) add(ledger.chargedByTransaction, source_id, -net(posting))
    if (kind === "reversal" && isSource(account, posting.credit)) add(ledger.reversedByTransaction, source_id, net(posting))
  }
}

/** Where a payment came from: cash together with the gateway's fee, or the contact's credit. An overpayment adds to that credit. */
const isSource = (account: string | undefined, taken: number) =>
  account === "cash" || account === "fees" || (account === "credit" && taken > 0)

/** The worker marks an intent overdue within seconds of its due date; until then both statuses are right. */
const overdueToleranceMs = 60_000

export function checkIntent(totals: Totals, row: PaymentIntentRow, now: Date): Difference[] {
  addIntent(totals, row)
  const status = statusOf({ amount: row.amount, paid: row.paid, dueAt: row.due_at, canceled: row.status === "canceled" }, now)
  const isJustDue = row.status === "due" && status === "overdue" && now.getTime() - row.due_at.getTime() < overdueToleranceMs
  const isPlan = row.intent_type === "payment-plan"
  return [
    ...(isPlan ? [] : counters.flatMap(each => compare(row.id, each, totals.ledger.byIntent[each].get(row.id) ?? 0, row[each]))),
    ...(isJustDue ? [] : compare(row.id, "status", status, row.status)),
  ]
}

/** Checks what else follows from the entries and the lines: when the intent was fully paid, and the sum of its lines. */
export function checkIntentFacts({ ledger }: Totals, row: PaymentIntentRow): Difference[] {
  const isComplete = row.intent_type !== "payment-plan" && row.paid === row.amount
  const items = row.items.reduce((sum, item) => sum + BigInt(item.amount), 0n)
  return [
    ...compare(row.id, "paidAt", (isComplete ? ledger.paidAt.get(row.id) : undefined) ?? "none", row.paid_at?.getTime() ?? "none"),
    ...compare(row.id, "items", row.amount, items),
    ...(row.status === "canceled" ? [] : compare(row.id, "cancelReason", "none", row.cancel_reason ?? "none")),
  ]
}

function addIntent({ intents, byPlan, sums, refundedLines }: Totals, row: PaymentIntentRow) {
  const { paid, refunded, disputed, amount, split, currency, contact_id: contact, plan_id: planId, splits_made: splitsMade } = row
  const [isCanceled, isPlan] = [row.status === "canceled", row.intent_type === "payment-plan"]
  intents.set(row.id, { paid, refunded, disputed, amount, split, currency, contact, planId, splitsMade, isCanceled, isPlan })
  if (planId !== null) for (const each of [...counters, "amount"] as const) add(byPlan[each], planId, row[each])
  for (const [line, n] of Object.entries(row.refunded_lines)) add(refundedLines.intents, `${row.id} ${line}`, n)
  add(sums, `receivable ${currency}`, amountOwed(row))
}

/** The amounts of a plan are the sums of its installments. Called after all intents. */
export function checkPlans({ byPlan, intents, ledger }: Totals): Difference[] {
  const plans = [...intents].filter(([, intent]) => intent.isPlan)
  const installments = [...intents].filter(([, intent]) => intent.planId !== null)
  const missing = new Set(counters.flatMap(each => [...ledger.byIntent[each].keys()]).filter(id => !intents.has(id)))
  return [
    ...plans.flatMap(([id, plan]) =>
      ([...counters, "amount"] as const).flatMap(each => compare(id, each, byPlan[each].get(id) ?? 0, plan[each])),
    ),
    ...installments.flatMap(([id, { planId, currency, contact }]) => {
      const plan = intents.get(planId ?? "")
      if (!plan) return compare(planId ?? "", "payment intent", "the plan of installments", "deleted")
      return compare(id, "plan", `${planId} ${currency} ${contact}`, plan.isPlan ? `${planId} ${plan.currency} ${plan.contact}` : "none")
    }),
    ...[...missing].flatMap(id => compare(id, "payment intent", "one with ledger entries", "deleted")),
  ]
}

export function checkTransaction(totals: Totals, row: TransactionRow): Difference[] {
  const { ledger, sums, intents } = totals
  const { id, payment_intent_id, status, amount, currency } = row
  const isHistory = status === "failed" || status === "canceled"
  if (status === "processing") add(sums, `in-flight ${currency}`, amount)
  const isRefund = row.refund_of !== null
  const isCharged = !isRefund && (status === "succeeded" || status === "reversed")
  addRefundCounters(totals, row)
  return [
    ...(isHistory || intents.has(payment_intent_id) ? [] : compare(id, "payment intent", payment_intent_id, "deleted")),
    ...compare(id, "charged", isCharged ? amount : 0, ledger.chargedByTransaction.get(id) ?? 0),
    ...compare(id, "reversed", status === "reversed" && !isRefund ? amount : 0, ledger.reversedByTransaction.get(id) ?? 0),
    ...compare(id, "refunded", isRefund && status === "succeeded" ? amount : 0, ledger.refundedByTransaction.get(id) ?? 0),
    ...compare(id, "fee", ledger.feesByTransaction.get(`${id} ${currency}`) ?? 0, row.fee),
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

function addRefundCounters({ refunds, refundCounters }: Totals, { id, refund_of, status, amount, refunded, refunding }: TransactionRow) {
  if (refund_of !== null && status === "succeeded") add(refunds.settled, refund_of, amount)
  if (refunded > 0) add(refundCounters.settled, id, refunded)
  if (refunding > 0) add(refundCounters.open, id, refunding)
}

/** An open refund intent is reserved on its charge. A settled one has a transaction, and no other has one. */
export function checkRefund({ refunds, ledger, intents, refundedLines }: Totals, row: RefundIntentRow): Difference[] {
  const { id, transaction_id, refund_transaction_id, status, amount, fees, currency, payment_intent_id, items } = row
  if (isOpen(status)) add(refunds.open, transaction_id, amount)
  const isByLine = status === "settled" && intents.get(payment_intent_id)?.planId === null
  if (isByLine) for (const item of items) add(refundedLines.refunds, `${payment_intent_id} ${item.line}`, item.amount)
  const refunded = ledger.refundedByTransaction.get(refund_transaction_id ?? "") ?? 0
  const taken = ledger.feesByTransaction.get(`${refund_transaction_id} ${currency}`) ?? 0
  return [...compare(id, "refunded", status === "settled" ? amount : 0, refunded), ...compare(id, "fees", taken, fees)]
}

/** The counters of a charge, and of an intent's lines, are the sums of their refunds. Called after all transactions and refunds. */
export function checkRefundCounters({ refunds, refundCounters, refundedLines }: Totals): Difference[] {
  const ofCharges = (["settled", "open"] as const).flatMap(kind => {
    const charges = new Set([...refunds[kind].keys(), ...refundCounters[kind].keys()])
    return [...charges].flatMap(id => compare(id, `${kind} refunds`, refunds[kind].get(id) ?? 0, refundCounters[kind].get(id) ?? 0))
  })
  const ofLines = [...new Set([...refundedLines.refunds.keys(), ...refundedLines.intents.keys()])].flatMap(name => {
    const [intent = "", line] = name.split(" ")
    return compare(intent, `refunded of line ${line}`, refundedLines.refunds.get(name) ?? 0, refundedLines.intents.get(name) ?? 0)
  })
  return [...ofCharges, ...ofLines]
}

export function addCredits({ credits }: Totals, { id, credit }: Pick<ContactRow, "id" | "credit">) {
  for (const [currency, amount] of Object.entries(credit)) add(credits, `${id} ${currency}`, amount)
}

/** A contact shows the credit that the ledger owes it. Called after all contacts with credit. */
export function checkCredits({ ledger, credits }: Totals): Difference[] {
  return [...new Set([...ledger.credits.keys(), ...credits.keys()])].flatMap(name => {
    const [contact = "", currency] = name.split(" ")
    return compare(contact, `credit ${currency}`, ledger.credits.get(name) ?? 0, credits.get(name) ?? 0)
  })
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

/** The stored sums that balances are read from must equal the sums of the entries and objects. */
export function checkStoredSums({ ledger, sums }: Totals, stored: readonly BalanceSum[]): Difference[] {
  const expected = new Map([...[...ledger.balances].map(([name, n]) => [`ledger ${name}`, n] as const), ...sums])
  const found = new Map(stored.map(({ kind, value, n }) => [`${kind} ${value}`, n]))
  const names = [...new Set([...expected.keys(), ...found.keys()])]
  return names.flatMap(name => compare("balances", name, expected.get(name) ?? 0, found.get(name) ?? 0))
}

type Value = string | number | bigint
export const compare = (object: string, what: string, expected: Value, found: Value): Difference[] =>
  String(expected) === String(found) ? [] : [{ object, what, expected: String(expected), found: String(found) }]
