import { Gavel } from "lucide-react"
import { disputeStatuses } from "../../../src/money/disputes/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { byNumberOrId, currencyFilter } from "../../dashboard/fields.ts"
import { ofContact } from "../contacts/field.ts"

export const disputes = defineResource("disputes", {
  event: "disputes",
  story: { isMoney: true },
  numberPrefix: "DP",
  noun: "dispute",
  title: "Disputes",
  about: "Charges that a payer's bank contests. The money is reserved until the bank decides.",
  icon: Gavel,
  needs: "disputes.view",
  tabs: { field: "status", values: disputeStatuses },
  filters: [currencyFilter],
  dates: [
    ["createdAt", "Opened"],
    ["evidenceDueAt", "Respond by"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Reason", cell: row => say(row.reason) },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    {
      header: "Respond by",
      sort: "evidenceDueAt",
      cell: row =>
        row.closedAt ? "–" : <When at={row.evidenceDueAt} className={row.status === "needs-response" ? "text-bad" : "text-fg-2"} />,
    },
    { header: "Opened", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: <Reference to="contacts" id={row.contact} isPlain />, second: say(row.reason), end: amountAndStatus(row) }),
  csv: ["_id", "number", "status", "reason", "amount", "currency", "fees", "contact", "transaction", "evidenceDueAt", "createdAt"],
  empty: "No charge is disputed. A dispute appears here with the date until which you can answer.",
  object: { name: row => row.number },
})
