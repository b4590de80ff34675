import { isInBudget, moneyOf } from "../../money/disputes/rules.ts"
import type { DisputeRow } from "../../money/disputes/store.ts"
import { net } from "../../money/ledger/rules.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { add, compare, type Difference } from "./rules.ts"

/** Sums of the ledger entries, of the disputes and of the charges, to be compared with each other. */
type DisputeTotals = ReturnType<typeof emptyDisputeTotals>

export const emptyDisputeTotals = () => ({
  ledger: {
    reservedByDispute: new Map<string, bigint>(),
    contestedByDispute: new Map<string, bigint>(),
    takenByDispute: new Map<string, bigint>(),
    feesByDispute: new Map<string, bigint>(),
    lostByDispute: new Map<string, bigint>(),
  },
  disputedByCharge: new Map<string, bigint>(),
  /** The counters of the charges themselves. */
  counters: new Map<string, bigint>(),
})

export function addDisputeEntry({ ledger }: DisputeTotals, { source_type, source_id, kind, postings }: EntryRow) {
  if (source_type !== "dispute" || kind === "settlement") return // what was settled is compared entry by entry
  for (const posting of postings) {
    const [account] = posting.account.split(":")
    if (account === "reserved") add(ledger.reservedByDispute, source_id, net(posting))
    if (account === "contested") add(ledger.contestedByDispute, source_id, -net(posting))
    if (account === "cash") add(ledger.takenByDispute, source_id, net(posting))
    if (account === "fees") add(ledger.feesByDispute, source_id, -net(posting))
    if (account === "disputes") add(ledger.lostByDispute, source_id, -net(posting))
  }
}

export function addDisputeCounter({ counters }: DisputeTotals, { id, disputed }: TransactionRow) {
  if (disputed > 0) add(counters, id, disputed)
}

/** The money of an open dispute is set aside. The money of a lost one is taken from the gateway's cash. */
export function checkDispute({ ledger, disputedByCharge }: DisputeTotals, row: DisputeRow): Difference[] {
  const { id, transaction_id, amount, fees, allocations } = row
  if (isInBudget(row)) add(disputedByCharge, transaction_id, amount)
  const [reserved, taken] = [moneyOf(row) === "reserved" ? amount : 0, moneyOf(row) === "gone" ? amount : 0]
  const allocated = allocations.reduce((sum, part) => sum + part.amount, 0)
  return [
    ...compare(id, "reserved", ledger.reservedByDispute.get(id) ?? 0, reserved),
    ...compare(id, "contested", ledger.contestedByDispute.get(id) ?? 0, reserved),
    ...compare(id, "taken", ledger.takenByDispute.get(id) ?? 0, taken + fees),
    ...compare(id, "fees", ledger.feesByDispute.get(id) ?? 0, fees),
    ...compare(id, "allocations", ledger.lostByDispute.get(id) ?? 0, allocated),
  ]
}

/** The counter of a charge is the sum of its open and lost disputes. Called after all transactions and disputes. */
export function checkDisputeCounters({ disputedByCharge, counters }: DisputeTotals): Difference[] {
  const charges = new Set([...disputedByCharge.keys(), ...counters.keys()])
  return [...charges].flatMap(id => compare(id, "disputes", disputedByCharge.get(id) ?? 0, counters.get(id) ?? 0))
}
