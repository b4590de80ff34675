import { RefreshCw } from "lucide-react"
import { subscriptionModes, subscriptionStatuses } from "../../../src/money/subscriptions/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofContact } from "../contacts/field.ts"

type Subscription = Output<"GET /v1/subscriptions/{id}">

export const cadence = ({ cadence: { every, unit } }: Subscription) => (every === 1 ? `every ${unit}` : `every ${every} ${unit}s`)

export const subscriptions = defineResource("subscriptions", {
  event: "subscriptions",
  numberPrefix: "SUB",
  noun: "subscription",
  title: "Subscriptions",
  about: "Payments that repeat each day, week, month or year.",
  icon: RefreshCw,
  needs: "subscriptions.view",
  tabs: { field: "status", values: subscriptionStatuses },
  filters: [currencyFilter, choiceFilter("mode", "Mode", subscriptionModes)],
  dates: [
    ["createdAt", "Created"],
    ["nextCycleAt", "Next"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Cadence", cell: row => <span className="text-fg-2">{cadence(row)}</span> },
    { header: "Mode", isExtra: true, cell: row => <span className="text-fg-2">{say(row.mode)}</span> },
    { header: "Next", cell: row => (row.nextCycleAt ? <When at={row.nextCycleAt} className="text-fg-2" /> : "–") },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${cadence(row)}`,
    end: amountAndStatus(row),
  }),
  csv: ["_id", "number", "status", "contact", "amount", "currency", "mode", "cycle", "nextCycleAt", "createdAt"],
  empty: "A subscription creates one payment in each cycle.",
  create: { label: "New subscription", needs: "subscriptions.edit" },
  object: { name: row => row.number },
})
