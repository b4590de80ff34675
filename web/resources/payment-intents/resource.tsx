import { CreditCard } from "lucide-react"
import { intentTypes, statuses } from "../../../src/money/payment-intents/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { ago, shortDate } from "../../lib/time.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofContact } from "../contacts/field.ts"
import { type Payment } from "./data.ts"
import { paymentStory } from "./story.ts"

const lastLine = (intent: Payment) => intent.description ?? intent.items[0]?.name ?? ""

export const payments = defineResource("payment-intents", {
  path: "payments",
  event: "paymentIntents",
  story: paymentStory,
  numberPrefix: "PI",
  noun: "payment",
  title: "Payments",
  about: "Requests for money, and what was paid of them.",
  icon: CreditCard,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: statuses },
  filters: [currencyFilter, choiceFilter("intentType", "Kind", intentTypes)],
  dates: [
    ["createdAt", "Created"],
    ["dueAt", "Due"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "For", cell: row => <span className="text-fg-2">{lastLine(row)}</span> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
    {
      header: "Due",
      sort: "dueAt",
      cell: row => (
        <When
          at={row.dueAt}
          text={row.due > 0 ? ago(row.dueAt) : shortDate(row.dueAt)}
          className={row.isOverdue ? "text-bad" : "text-fg-2"}
        />
      ),
    },
    { header: "Created", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  parts: {
    title: "Installments",
    filter: ({ _id, intentType }) => (intentType === "payment-plan" ? { plan: _id, sort: "dueAt" } : undefined),
  },
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${lastLine(row)}`,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "number",
    "status",
    "amount",
    "paid",
    "due",
    "refunded",
    "currency",
    "contact",
    "dueAt",
    "createdAt",
    "reference",
    "links.long",
  ],
  csvNames: { columns: ["paymentIntent"], names: ["Number"], cells: row => [row.number] },
  empty: "Ask somebody for money: a payment has a link that you can send by any means.",
  create: { label: "New payment", needs: "paymentIntents.edit" },
  object: { name: row => row.number },
})
