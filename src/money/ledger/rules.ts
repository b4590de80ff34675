import type { Balance, Posting } from "./schema.ts"

const debit = (account: string, amount: number): Posting => ({ account, debit: amount, credit: 0 })
const credit = (account: string, amount: number): Posting => ({ account, debit: 0, credit: amount })

/** The part before the colon, such as `cash`. */
export const accountClass = (account: string) => account.split(":", 1)[0]!

/** The money that a gateway holds, or that the tenant received itself. */
export const cashAccount = (gateway: string | null) => `cash:${gateway ?? "own"}`
export const receivedAccount = (intent: string) => `received:${intent}`
export const sharesAccount = (intent: string) => `shares:${intent}`
export const payableAccount = (partnership: string) => `payable:${partnership}`
export const creditAccount = (contact: string) => `credit:${contact}`
export const unallocatedAccount = "unallocated:transfers"

type Part = { account: string; amount: number }

/** Money came in: debits the cash account with the total, and credits each part to its account. */
export function chargePostings(gateway: string | null, parts: readonly Part[]): Posting[] {
  const total = parts.reduce((sum, part) => sum + part.amount, 0)
  return [debit(cashAccount(gateway), total), ...parts.map(part => credit(part.account, part.amount))]
}

/** The opposite postings, which undo the given ones. */
export const reversePostings = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }))

/** A partner's share grew by `amount`, or shrank if that is negative. */
export function sharePostings(intent: string, partnership: string, amount: number): Posting[] {
  const postings = [debit(sharesAccount(intent), Math.abs(amount)), credit(payableAccount(partnership), Math.abs(amount))]
  return amount > 0 ? postings : reversePostings(postings)
}

/** Credits less debits. */
export const net = ({ debit, credit }: Posting) => credit - debit

/** `n` is text because a sum may exceed JavaScript's safe integers. */
export type BalanceSum = { kind: string; value: string; n: string }

/** The balances of a tenant, by currency. */
export function balancesOf(sums: readonly BalanceSum[]): Balance[] {
  const sumOf = (currency: string, kind: string, name = "") =>
    BigInt(sums.find(sum => sum.kind === kind && sum.value === (name ? `${currency} ${name}` : currency))?.n ?? 0)
  const currencies = [...new Set(sums.map(sum => sum.value.slice(0, 3)))].sort()
  return currencies.map(currency => {
    const payable = sumOf(currency, "ledger", "payable")
    const owed = payable + sumOf(currency, "ledger", "credit") + sumOf(currency, "ledger", "unallocated")
    return {
      currency,
      available: Number(-sumOf(currency, "ledger", "cash") - owed),
      pending: Number(sumOf(currency, "in-flight")),
      reserved: 0,
      payable: Number(payable),
      receivable: Number(sumOf(currency, "receivable")),
    }
  })
}
