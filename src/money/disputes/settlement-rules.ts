import { netsBetween, returnedOf } from "../transactions/settlement-rules.ts"
import { moneyOf } from "./rules.ts"
import type { Dispute } from "./schema.ts"

export type StoredSettlement = NonNullable<Dispute["settlement"]> & { /** When the gateway said so, by its clock. */ at: string }

type Disputed = Parameters<typeof moneyOf>[0] & { amount: number; currency: string; settlement: StoredSettlement | null }

/**
 * What the ledger has of a dispute that its provider books in another currency: of one that is open only the fee, because its money is
 * reserved; of one that is lost all of it, instead of the amount in the charge's currency; of one that is won what was left of it.
 */
export function movedBy(dispute: Disputed): Parameters<typeof netsBetween>[0] {
  const { amount, currency, settlement } = dispute
  const money = moneyOf(dispute)
  if (settlement === null) return { amount: 0, fee: 0, currency, settlement }
  const booked = money === "reserved" ? returnedOf(settlement) : settlement
  return { amount: money === "gone" ? -amount : 0, fee: 0, currency, settlement: booked }
}

/** Credits less debits by currency and account: what a change of a dispute adds to them. */
export const netsOfChange = (before: Disputed, after: Disputed, holder: string) => netsBetween(movedBy(before), movedBy(after), holder)

type Reported = { net: number; fee: number; currency: string }

/** Whether a report says something new: a fee in the charge's own currency is reported as such, and an older report counts no more. */
export const isNews = ({ currency, settlement }: Disputed, reported: Reported, at: Date) =>
  reported.currency !== currency && (settlement === null || at >= new Date(settlement.at))
