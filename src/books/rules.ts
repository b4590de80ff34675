import type { BankTransferRow } from "../bank-transfers/store.ts"
import { classOf, net } from "../ledger/rules.ts"
import type { Balance, LedgerReport } from "../ledger/schema.ts"
import type { EntryRow, Sum } from "../ledger/store.ts"
import { accruedOf } from "../partnerships/rules.ts"
import { owedOn, statusOf } from "../payment-intents/rules.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { isLive } from "../payment-splits/rules.ts"
import type { PaymentSplitRow } from "../payment-splits/store.ts"
import type { TransactionRow } from "../transactions/store.ts"

type Difference = LedgerReport["differences"][number]

/** What the entries alone say, and what the objects say, to be held against each other. */
export type Books = ReturnType<typeof emptyBooks>

export const emptyBooks = () => ({
  /** Credits less debits, by currency and kind of account. */
  classes: new Map<string, bigint>(),
  received: new Map<string, bigint>(),
  earned: new Map<string, bigint>(),
  charged: new Map<string, bigint>(),
  reversed: new Map<string, bigint>(),
  /** What the objects say: paid and amount of intents, sums of splits, debts, payments under way. */
  intents: new Map<string, { paid: number; amount: number; split: number; made: boolean }>(),
  installments: new Map<string, bigint>(),
  promised: new Map<string, bigint>(),
  /** What transfers wait, by currency. */
  unallocated: new Map<string, bigint>(),
  sums: new Map<string, bigint>(),
})

/** Sums may be larger than any single amount, and must be exact all the same. */
const add = (map: Map<string, bigint>, name: string, n: number) => map.set(name, (map.get(name) ?? 0n) + BigInt(n))

export function readEntry(books: Books, { kind, source_id, currency, postings }: EntryRow) {
  for (const posting of postings) {
    add(books.classes, `${currency} ${classOf(posting.account)}`, net(posting))
    const [word, whose = ""] = posting.account.split(":")
    if (word === "received") add(books.received, whose, net(posting))
    if (word === "payable") add(books.earned, source_id, net(posting))
    if (word === "cash" && kind === "charge") add(books.charged, source_id, -net(posting))
    if (word === "cash" && kind === "reversal") add(books.reversed, source_id, net(posting))
  }
}

/** A due date that has just passed is noticed within seconds; until then both statuses are right. */
const noticedWithinMs = 60_000

export function checkIntent(books: Books, row: PaymentIntentRow, now: Date): Difference[] {
  books.intents.set(row.id, { paid: row.paid, amount: row.amount, split: row.split, made: row.splits_made })
  if (row.plan_id !== null) add(books.installments, row.plan_id, row.paid)
  add(books.sums, `receivable ${row.currency}`, owedOn(row))
  const money = { amount: row.amount, paid: row.paid, dueAt: row.due_at, canceled: row.status === "canceled" }
  const status = statusOf(money, now)
  const justDue = row.status === "due" && status === "overdue" && now.getTime() - row.due_at.getTime() < noticedWithinMs
  return [
    ...(row.intent_type === "payment-plan" ? [] : differ(row.id, "paid", books.received.get(row.id) ?? 0, row.paid)),
    ...(justDue ? [] : differ(row.id, "status", status, row.status)),
  ]
}

/** A plan was paid what its installments were. Asked once all are known. */
export function checkPlans(books: Books): Difference[] {
  return [...books.installments].flatMap(([plan, paid]) => differ(plan, "paid", paid, books.intents.get(plan)?.paid ?? 0))
}

export function checkTransaction(books: Books, { id, status, amount, currency }: TransactionRow): Difference[] {
  if (status === "processing") add(books.sums, `in-flight ${currency}`, amount)
  const settled = status === "succeeded" || status === "reversed"
  return [
    ...differ(id, "charged", settled ? amount : 0, books.charged.get(id) ?? 0),
    ...differ(id, "taken back", status === "reversed" ? amount : 0, books.reversed.get(id) ?? 0),
  ]
}

export function checkTransfer(books: Books, { status, amount, currency }: BankTransferRow): Difference[] {
  if (status === "unallocated") add(books.unallocated, currency, amount)
  return []
}

/** What the entries keep for nobody is what waits to be allocated. Asked once all are known. */
export function checkUnallocated(books: Books): Difference[] {
  const kept = [...books.classes].filter(([name]) => name.endsWith(" unallocated")).map(([name, n]) => [name.slice(0, 3), n] as const)
  const currencies = new Set([...kept.map(([currency]) => currency), ...books.unallocated.keys()])
  const expected = new Map(kept)
  return [...currencies].flatMap(each =>
    differ("bank transfers", `unallocated ${each}`, expected.get(each) ?? 0, books.unallocated.get(each) ?? 0),
  )
}

export function checkSplit(books: Books, { id, payment_intent_id, status, amount, accrued }: PaymentSplitRow): Difference[] {
  const intent = books.intents.get(payment_intent_id)
  if (!intent) return differ(id, "payment intent", payment_intent_id, "gone")
  if (isLive(status)) add(books.promised, payment_intent_id, amount)
  return [
    ...differ(id, "accrued", books.earned.get(id) ?? 0, accrued),
    ...(isLive(status) ? differ(id, "accrued", accruedOf(amount, intent.paid, intent.amount), accrued) : []),
  ]
}

/** Where the calculated splits are born, the intent's counter is their sum with the fixed ones. */
export function checkPromises(books: Books): Difference[] {
  return [...books.promised].flatMap(([id, promised]) => {
    const intent = books.intents.get(id)!
    return intent.made ? differ(id, "split", promised, intent.split) : []
  })
}

/** The sums that are kept so that balances cost nothing are what the entries and objects add up to. */
export function checkSums(books: Books, kept: readonly Sum[]): Difference[] {
  const expected = new Map([...[...books.classes].map(([name, n]) => [`ledger ${name}`, n] as const), ...books.sums])
  const found = new Map(kept.map(({ kind, value, n }) => [`${kind} ${value}`, n]))
  const names = [...new Set([...expected.keys(), ...found.keys()])]
  return names.flatMap(name => differ("balances", name, expected.get(name) ?? 0, found.get(name) ?? 0))
}

type Told = string | number | bigint
const differ = (object: string, what: string, expected: Told, found: Told): Difference[] =>
  String(expected) === String(found) ? [] : [{ object, what, expected: String(expected), found: String(found) }]

/** What a tenant has, by currency. */
export function balancesOf(sums: readonly Sum[]): Balance[] {
  const of = (currency: string, kind: string, name = "") =>
    BigInt(sums.find(sum => sum.kind === kind && sum.value === (name ? `${currency} ${name}` : currency))?.n ?? 0)
  const currencies = [...new Set(sums.map(sum => sum.value.slice(0, 3)))].sort()
  return currencies.map(currency => {
    const payable = of(currency, "ledger", "payable")
    const owed = payable + of(currency, "ledger", "credit") + of(currency, "ledger", "unallocated")
    return {
      currency,
      available: Number(-of(currency, "ledger", "cash") - owed),
      pending: Number(of(currency, "in-flight")),
      reserved: 0,
      payable: Number(payable),
      receivable: Number(of(currency, "receivable")),
    }
  })
}
