import { Gavel } from "lucide-react"
import { disputeStatuses } from "../../../src/money/disputes/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { t } from "../../lib/translate.ts"
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
  noun: t`dispute`,
  title: t`Disputes`,
  about: t`Charges that a payer's bank contests. The money is reserved until the bank decides.`,
  icon: Gavel,
  needs: "disputes.view",
  tabs: { field: "status", values: disputeStatuses },
  filters: [currencyFilter],
  dates: [
    ["createdAt", t`Opened`],
    ["evidenceDueAt", t`Respond by`],
  ],
  search: { placeholder: t`Name, e-mail, number or id`, filter: byNumberOrId, names: ofContact },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "reason", header: t`Reason`, cell: row => say(row.reason) },
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} /> },
    {
      id: "respond-by",
      header: t`Respond by`,
      sort: "evidenceDueAt",
      cell: row =>
        row.closedAt ? "–" : <When at={row.evidenceDueAt} className={row.status === "needs-response" ? "text-bad" : "text-fg-2"} />,
    },
    { id: "opened", header: t`Opened`, isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: <Reference to="contacts" id={row.contact} isPlain />, second: say(row.reason), end: amountAndStatus(row) }),
  csv: ["_id", "number", "status", "reason", "amount", "currency", "fees", "contact", "transaction", "evidenceDueAt", "createdAt"],
  empty: t`No charge is disputed. A dispute appears here with the date until which you can answer.`,
  object: { name: row => row.number },
})
