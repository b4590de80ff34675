import { decimal } from "../../kit/pure/money.ts"
import { net } from "../../money/ledger/rules.ts"
import { documentOf } from "./rules.ts"
import type { JournalEntry } from "./store.ts"

/**
 * IIF, which QuickBooks imports as general journal entries: fields are separated by tabs, the first line of an entry is TRNS, its others
 * are SPL, and their amounts add up to zero. A debit is positive.
 */
const fields = ["TRNSTYPE", "DATE", "ACCNT", "AMOUNT", "DOCNUM", "MEMO"]
const row = (cells: readonly string[]) => `${cells.join("\t")}\r\n`

export const quickbooksHeader = row(["!TRNS", ...fields]) + row(["!SPL", ...fields]) + row(["!ENDTRNS"])

export function quickbooksLines(entry: JournalEntry, externalOf: (account: string) => string, text: string): string {
  const [year, month, day] = entry.booked_on.split("-")
  const rows = entry.postings.map((posting, i) =>
    row([
      i === 0 ? "TRNS" : "SPL",
      "GENERAL JOURNAL",
      `${month}/${day}/${year}`,
      externalOf(posting.account),
      decimal(-net(posting), entry.currency),
      documentOf(entry),
      text,
    ]),
  )
  return rows.join("") + row(["ENDTRNS"])
}
