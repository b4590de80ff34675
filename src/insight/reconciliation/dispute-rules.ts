import { moneyOf } from "../../money/disputes/rules.ts"
import type { DisputeRow } from "../../money/disputes/store.ts"
import type { EntryRow } from "../../money/ledger/store.ts"
import { compare, type Difference, sumOf } from "./rules.ts"

/** The money of an open dispute is set aside. The money of a lost one is taken from the gateway's cash. */
export function checkDispute(row: DisputeRow, all: readonly EntryRow[]): Difference[] {
  const { id, amount, fees, allocations } = row
  // What was settled is compared entry by entry.
  const entries = all.filter(({ source_type, kind }) => source_type === "dispute" && kind !== "settlement")
  const creditsOf = (name: string) => sumOf(entries, account => account === name)
  const [reserved, taken] = [moneyOf(row) === "reserved" ? amount : 0, moneyOf(row) === "gone" ? amount : 0]
  const allocated = allocations.reduce((sum, part) => sum + part.amount, 0)
  return [
    ...compare(id, "reserved", creditsOf("reserved"), reserved),
    ...compare(id, "contested", -creditsOf("contested"), reserved),
    ...compare(id, "taken", creditsOf("cash"), taken + fees),
    ...compare(id, "fees", -creditsOf("fees"), fees),
    ...compare(id, "allocations", -creditsOf("disputes"), allocated),
  ]
}
