import { net } from "../../money/ledger/rules.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import type { PaymentSplitRow } from "../../money/payment-splits/store.ts"
import { isReserved } from "../../money/payouts/rules.ts"
import type { PayoutRow } from "../../money/payouts/store.ts"
import { add, compare, type Difference } from "./rules.ts"

/** Sums of the ledger entries, of the payouts and of the splits, to be compared with each other. */
type PayoutTotals = ReturnType<typeof emptyPayoutTotals>

export const emptyPayoutTotals = () => ({
  ledger: {
    reservedByPayout: new Map<string, bigint>(),
    sentByPayout: new Map<string, bigint>(),
    /** By partnership and currency. */
    payables: new Map<string, bigint>(),
  },
  /** By partnership and currency: what splits earned and were not paid, less what payouts have set aside. */
  payables: new Map<string, bigint>(),
  paidBySplit: new Map<string, bigint>(),
  /** The payout that has a split set aside. */
  payoutBySplit: new Map<string, string>(),
  /** Which payouts paid a split and were not returned. */
  paidPayoutsBySplit: new Map<string, Set<string>>(),
  /** The partner and the currency of payouts that pay a split. */
  recipientBySplit: new Map<string, string>(),
})

export function addPayoutEntry({ ledger }: PayoutTotals, { source_type, source_id, currency, postings }: EntryRow) {
  for (const posting of postings) {
    const [account, ownerId = ""] = posting.account.split(":")
    if (account === "payable") add(ledger.payables, `${ownerId} ${currency}`, net(posting))
    if (source_type !== "payout") continue
    if (account === "reserved") add(ledger.reservedByPayout, source_id, net(posting))
    if (account === "cash") add(ledger.sentByPayout, source_id, net(posting))
  }
}

/** Called before the splits. */
export function checkPayout(totals: PayoutTotals, row: PayoutRow): Difference[] {
  const { id, status, amount, currency, fees, partnership_id, allocations } = row
  const isLive = isReserved(status)
  if (isLive && partnership_id !== null) add(totals.payables, `${partnership_id} ${currency}`, -amount)
  for (const { paymentSplit, amount: part } of allocations) {
    if (status === "paid") {
      add(totals.paidBySplit, paymentSplit, part)
      totals.paidPayoutsBySplit.set(paymentSplit, (totals.paidPayoutsBySplit.get(paymentSplit) ?? new Set()).add(id))
    }
    if (isLive) totals.payoutBySplit.set(paymentSplit, id)
    if (isLive || status === "paid") totals.recipientBySplit.set(paymentSplit, `${partnership_id} ${currency}`)
  }
  const allocated = allocations.reduce((sum, part) => sum + part.amount, 0)
  return [
    ...compare(id, "reserved", isLive ? amount : 0, totals.ledger.reservedByPayout.get(id) ?? 0),
    ...compare(id, "sent", (status === "paid" ? amount : 0) + fees, totals.ledger.sentByPayout.get(id) ?? 0),
    ...(partnership_id === null ? [] : compare(id, "allocations", amount, allocated)),
  ]
}

export function checkSplitPayouts(totals: PayoutTotals, row: PaymentSplitRow): Difference[] {
  const { id, partnership_id, currency, accrued, paid_out, status, payout_id } = row
  add(totals.payables, `${partnership_id} ${currency}`, accrued)
  add(totals.payables, `${partnership_id} ${currency}`, -paid_out)
  const recipient = totals.recipientBySplit.get(id)
  const isPaidBy = payout_id === null || status === "scheduled" || totals.paidPayoutsBySplit.get(id)?.has(payout_id)
  return [
    ...compare(id, "paidOut", totals.paidBySplit.get(id) ?? 0, paid_out),
    ...(recipient ? compare(id, "partner and currency of its payouts", recipient, `${partnership_id} ${currency}`) : []),
    ...(isPaidBy ? [] : compare(id, "payout", [...(totals.paidPayoutsBySplit.get(id) ?? ["none"])].join(", "), payout_id)),
    ...compare(
      id,
      "payout that has it set aside",
      totals.payoutBySplit.get(id) ?? "none",
      status === "scheduled" ? (payout_id ?? "none") : "none",
    ),
  ]
}

/** The ledger must owe each partner what its splits and payouts add up to. Called after all splits. */
export function checkPayables({ ledger, payables }: PayoutTotals): Difference[] {
  return [...new Set([...ledger.payables.keys(), ...payables.keys()])].flatMap(name => {
    const [partnership = "", currency] = name.split(" ")
    return compare(partnership, `payable ${currency}`, ledger.payables.get(name) ?? 0, payables.get(name) ?? 0)
  })
}
