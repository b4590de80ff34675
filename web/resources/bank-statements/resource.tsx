import { FileSpreadsheet } from "lucide-react"
import { statementFormats } from "../../../src/money/bank-lines/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { CopyId, Money } from "../../ui/value.tsx"
import { Balanced } from "./balanced.tsx"

export const bankStatements = defineResource("bank-statements", {
  event: "bankStatements",
  numberPrefix: "BS",
  noun: t`bank statement`,
  title: t`Bank statements`,
  about: t`Files of your bank. Each booking is kept once, as a bank line.`,
  icon: FileSpreadsheet,
  needs: "transactions.view",
  filters: [currencyFilter, choiceFilter("format", t`Format`, statementFormats)],
  search: { placeholder: t`Number or id`, filter: byNumberOrId },
  columns: [
    { id: "number", header: t`Number`, cell: row => <CopyId label={t`number`} value={row.number} /> },
    { id: "own-account", header: t`Own account`, cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { id: "from", header: t`First day`, isExtra: true, cell: row => <span className="num">{row.from}</span> },
    { id: "to", header: t`Last day`, cell: row => <span className="num">{row.to}</span> },
    {
      id: "opening",
      header: t`Opening`,
      isExtra: true,
      cell: row => row.opening !== null && <Money amount={row.opening} currency={row.currency} />,
    },
    { id: "closing", header: t`Closing`, cell: row => row.closing !== null && <Money amount={row.closing} currency={row.currency} /> },
    { id: "balances", header: t`Balances`, cell: row => <Balanced balanced={row.balanced} /> },
    { id: "new", header: t`New`, isNumber: true, cell: row => row.new },
    { id: "duplicates", header: t`Duplicates`, isNumber: true, isExtra: true, cell: row => row.known },
    { id: "format", header: t`Format`, isExtra: true, cell: row => say(row.format) },
    created,
  ],
  summary: row => ({
    first: row.number,
    second: `${plural(row.new, t`${whole(row.new)} new line`, t`${whole(row.new)} new lines`)} · ${t`until ${row.to}`}`,
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
  empty: t`Import a file of your bank: camt.053, camt.054, MT940, OFX or CSV. What it says is matched to your payments and payouts.`,
  create: { label: t`Import statement`, needs: "transactions.edit" },
  object: { name: row => row.number },
})
