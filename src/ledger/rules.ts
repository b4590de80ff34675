import type { Posting } from "./schema.ts"

const debit = (account: string, amount: number): Posting => ({ account, debit: amount, credit: 0 })
const credit = (account: string, amount: number): Posting => ({ account, debit: 0, credit: amount })

/** The word before the colon: what kind of account it is. */
export const classOf = (account: string) => account.split(":", 1)[0]!

/** Where the money of a way of paying is: with its gateway, or with the tenant itself. */
export const cash = (gateway: string | null) => `cash:${gateway ?? "own"}`
export const received = (intent: string) => `received:${intent}`
export const shares = (intent: string) => `shares:${intent}`
export const payable = (partnership: string) => `payable:${partnership}`
export const contactCredit = (contact: string) => `credit:${contact}`
export const unallocated = "unallocated:transfers"

type Part = { account: string; amount: number }

/** Money came in: it is with somebody, and it pays down these. */
export function chargePostings(gateway: string | null, parts: readonly Part[]): Posting[] {
  const whole = parts.reduce((sum, part) => sum + part.amount, 0)
  return [debit(cash(gateway), whole), ...parts.map(part => credit(part.account, part.amount))]
}

/** The same, taken back. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }))

/** A partner's share grew by `amount`, or shrank when it is negative. */
export function sharePostings(intent: string, partnership: string, amount: number): Posting[] {
  const growth = [debit(shares(intent), Math.abs(amount)), credit(payable(partnership), Math.abs(amount))]
  return amount > 0 ? growth : reversed(growth)
}

/** Credits less debits. */
export const net = ({ debit, credit }: Posting) => credit - debit
