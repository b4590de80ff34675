import { invalidField } from "../../kit/pure/errors.ts"
import type { EntryKind, Posting } from "../../money/ledger/schema.ts"
import { addMonths, firstDay, lastDay, monthOf } from "../analytics/rules.ts"
import type { AccountMapping } from "./schema.ts"

/** The days of a period, both inclusive. */
export type Period = { from: string; to: string; currency?: string | undefined }

export type PeriodQuery = { [N in keyof Period]?: Period[N] | undefined }

/** Without dates, the current month until today. */
export function periodOf({ from, to, currency }: PeriodQuery, today: string): Period {
  const end = to ?? (from !== undefined && from > today ? from : today)
  const start = from ?? firstDay(monthOf(end))
  if (start > end) throw invalidField("from", `must not be after to, which is ${end}`)
  return { from: start, to: end, currency }
}

export const periodOfMonth = (month: string): Period => ({ from: firstDay(month), to: lastDay(month) })

/** What the journal says about an entry. Never change these words: a closed month exports the same bytes for good. */
const words: Record<EntryKind, string> = {
  charge: "Payment",
  "charge-undone": "Undone confirmation of payment",
  "charge-again": "Payment confirmed again",
  reversal: "Reversal",
  transfer: "Transfer without a payment intent",
  allocation: "Allocation of a transfer",
  split: "Share",
  "split-reversal": "Share taken back",
  refund: "Refund",
  "refund-failure": "Failed refund",
  settlement: "Settlement",
  "payout-reserve": "Set aside for payout",
  payout: "Payout",
  "payout-undone": "Undone confirmation of payout",
  "payout-again": "Payout confirmed again",
  "payout-release": "Payout that was not sent",
  "payout-return": "Returned payout",
  "payout-exchange": "Exchange difference of payout",
  dispute: "Dispute",
  "dispute-won": "Won dispute",
  "dispute-lost": "Lost dispute",
  "dispute-fee": "Fee of dispute",
  withdrawal: "Withdrawal from the gateway",
  "withdrawal-return": "Returned withdrawal from the gateway",
}

/** The numbers by which people know the object of an entry, and its payment intent. */
export type Numbers = { number: string | null; intent_number: string | null }

/** It names numbers and no people, so that the erasure of a contact changes nothing in the books. */
export function textOf(kind: EntryKind, { number, intent_number }: Numbers): string {
  const own = number === null ? "" : ` ${number}`
  const of = intent_number === null ? "" : ` of ${intent_number}`
  return `${words[kind]}${own}${of}`
}

/** The document number by which an accounting program finds an entry. */
export const documentOf = ({ number, intent_number }: Numbers): string => intent_number ?? number ?? ""

type Movement = { debit: string; credit: string; amount: number }

/**
 * The same entry as movements from one account to another, for programs that accept nothing else. Each debit is paired with the next
 * credits, so every account gets its amounts. A movement within one account is left out, because such programs refuse it and it changes
 * nothing.
 */
export function movementsOf(postings: readonly Posting[], nameOf: (account: string) => string): Movement[] {
  const side = (of: "debit" | "credit") =>
    postings.filter(each => each[of] > 0).map(each => ({ account: nameOf(each.account), left: each[of] }))
  const [debits, credits] = [side("debit"), side("credit")]
  const movements: Movement[] = []
  while (debits[0] && credits[0]) {
    const amount = Math.min(debits[0].left, credits[0].left)
    movements.push({ debit: debits[0].account, credit: credits[0].account, amount })
    for (const each of [debits, credits]) {
      each[0]!.left -= amount
      if (each[0]!.left === 0) each.shift()
    }
  }
  return movements.filter(({ debit, credit }) => debit !== credit)
}

/** The first day of the fiscal year in which a day lies. */
export function fiscalYearOf(day: string, startMonth: number): string {
  const start = `${day.slice(0, 4)}-${String(startMonth).padStart(2, "0")}`
  return firstDay(day < firstDay(start) ? addMonths(start, -12) : start)
}

/** A DATEV file names days without their year, so it lies within one fiscal year. */
export function assertOneFiscalYear({ from, to }: Period, startMonth: number) {
  const end = lastDay(addMonths(monthOf(fiscalYearOf(from, startMonth)), 11))
  if (to > end) throw invalidField("to", `must not be after ${end}, because a DATEV file lies within one fiscal year`)
}

/** A bookkeeper's list of accounts: at most ten by name. */
export const listed = (accounts: readonly string[]) =>
  accounts.length > 10 ? `${accounts.slice(0, 10).join(", ")} and ${accounts.length - 10} more` : accounts.join(", ")

/** External accounts that DATEV can't read as numbers. */
export const notNumbers = (accounts: readonly AccountMapping[], length: number): AccountMapping[] =>
  accounts.filter(({ externalAccount }) => !new RegExp(`^[0-9]{1,${length + 1}}$`).test(externalAccount))
