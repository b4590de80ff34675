import { RefreshCw } from "lucide-react"
import { subscriptionModes, subscriptionStatuses } from "../../../src/money/subscriptions/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofContact } from "../contacts/field.ts"

type Subscription = Output<"GET /v1/subscriptions/{id}">

const cadences = {
  day: (every: number) => plural(every, t`every day`, t`every ${whole(every)} days`),
  week: (every: number) => plural(every, t`every week`, t`every ${whole(every)} weeks`),
  month: (every: number) => plural(every, t`every month`, t`every ${whole(every)} months`),
  year: (every: number) => plural(every, t`every year`, t`every ${whole(every)} years`),
}

export const cadence = ({ cadence: { every, unit } }: Subscription) => cadences[unit](every)

export const subscriptions = defineResource("subscriptions", {
  event: "subscriptions",
  numberPrefix: "SUB",
  noun: t`subscription`,
  title: t`Subscriptions`,
  about: t`Payments that repeat each day, week, month or year.`,
  icon: RefreshCw,
  needs: "subscriptions.view",
  tabs: { field: "status", values: subscriptionStatuses },
  filters: [currencyFilter, choiceFilter("mode", t`Mode`, subscriptionModes)],
  dates: [
    ["createdAt", t`Created`],
    ["nextCycleAt", t`Next`],
  ],
  search: { placeholder: t`Name, e-mail, number or id`, filter: byNumberOrId, names: ofContact },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} /> },
    { id: "cadence", header: t`Cadence`, cell: row => <span className="text-fg-2">{cadence(row)}</span> },
    { id: "mode", header: t`Mode`, isExtra: true, cell: row => <span className="text-fg-2">{say(row.mode)}</span> },
    { id: "next", header: t`Next`, cell: row => (row.nextCycleAt ? <When at={row.nextCycleAt} className="text-fg-2" /> : "–") },
    { id: "number", header: t`Number`, isExtra: true, cell: row => <CopyId label={t`number`} value={row.number} /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${cadence(row)}`,
    end: amountAndStatus(row),
  }),
  csv: ["_id", "number", "status", "contact", "amount", "currency", "mode", "cycle", "nextCycleAt", "createdAt"],
  empty: t`A subscription creates one payment in each cycle.`,
  create: { label: t`New subscription`, needs: "subscriptions.edit" },
  object: { name: row => row.number },
})
