import { FileSpreadsheet } from "lucide-react"
import { statementFormats } from "../../../src/money/bank-lines/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { CopyId, Money } from "../../ui/value.tsx"
import { Balanced } from "./balanced.tsx"

export const bankStatements = defineResource("bank-statements", {
  event: "bankStatements",
  numberPrefix: "BS",
  noun: "bank statement",
  title: "Bank statements",
  about: "Files of your bank. Each booking is kept once, as a bank line.",
  icon: FileSpreadsheet,
  needs: "transactions.view",
  filters: [currencyFilter, choiceFilter("format", "Format", statementFormats)],
  search: { placeholder: "Number or id", filter: byNumberOrId },
  columns: [
    { header: "Number", cell: row => <CopyId label="number" value={row.number} /> },
    { header: "Own account", cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { header: "From", isExtra: true, cell: row => <span className="num">{row.from}</span> },
    { header: "To", cell: row => <span className="num">{row.to}</span> },
    { header: "Opening", isExtra: true, cell: row => row.opening !== null && <Money amount={row.opening} currency={row.currency} /> },
    { header: "Closing", cell: row => row.closing !== null && <Money amount={row.closing} currency={row.currency} /> },
    { header: "Balances", cell: row => <Balanced balanced={row.balanced} /> },
    { header: "New", isNumber: true, cell: row => row.new },
    { header: "Duplicates", isNumber: true, isExtra: true, cell: row => row.known },
    { header: "Format", isExtra: true, cell: row => say(row.format) },
    created,
  ],
  summary: row => ({
    first: row.number,
    second: `${row.new} new ${row.new === 1 ? "line" : "lines"} · until ${row.to}`,
    end: (
      <>
        {row.closing !== null && <Money amount={row.closing} currency={row.currency} className="font-medium" />}
        <Balanced balanced={row.balanced} />
      </>
    ),
  }),
  csv: [
    "_id",
    "number",
    "ownAccount",
    "format",
    "currency",
    "from",
    "to",
    "opening",
    "closing",
    "balanced",
    "lines",
    "new",
    "known",
    "sha256",
    "createdAt",
  ],
  empty: "Import a file of your bank: camt.053, camt.054, MT940, OFX or CSV. What it says is matched to your payments and payouts.",
  create: { label: "Import statement", needs: "transactions.edit" },
  object: { name: row => row.number },
})
