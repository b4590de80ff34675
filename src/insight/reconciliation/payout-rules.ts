import type { EntryRow } from "../../money/ledger/store.ts"
import { isReserved } from "../../money/payouts/rules.ts"
import type { PayoutRow } from "../../money/payouts/store.ts"
import { compare, type Difference, sumOf } from "./rules.ts"

/** The money of an open payout is set aside. The money of a paid one has left the cash account. */
export function checkPayout(row: PayoutRow, all: readonly EntryRow[]): Difference[] {
  const { id, status, amount, fees, exchange_difference, partnership_id, allocations } = row
  const entries = all.filter(({ source_type }) => source_type === "payout")
  const creditsOf = (name: string) => sumOf(entries, account => account === name)
  const allocated = allocations.reduce((sum, part) => sum + part.amount, 0)
  return [
    ...compare(id, "reserved", isReserved(status) ? amount : 0, creditsOf("reserved")),
    ...compare(id, "sent", (status === "paid" ? amount : 0) + fees + exchange_difference, creditsOf("cash")),
    ...(partnership_id === null ? [] : compare(id, "allocations", amount, allocated)),
  ]
}
