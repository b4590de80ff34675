import { CreditCard } from "lucide-react"
import { intentTypes, statuses } from "../../../src/money/payment-intents/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { ago, shortDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
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
  noun: t`payment`,
  title: t`Payments`,
  about: t`Requests for money, and what was paid of them.`,
  icon: CreditCard,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: statuses },
  filters: [currencyFilter, choiceFilter("intentType", t`Kind`, intentTypes)],
  dates: [
    ["createdAt", t`Created`],
    ["dueAt", t`Due`],
  ],
  search: { placeholder: t`Name, e-mail, number or id`, filter: byNumberOrId, names: ofContact },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "for", header: t`For`, cell: row => <span className="text-fg-2">{lastLine(row)}</span> },
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} /> },
    { id: "number", header: t`Number`, isExtra: true, cell: row => <CopyId label={t`number`} value={row.number} /> },
    {
      id: "due",
      header: t`Due`,
      sort: "dueAt",
      cell: row => (
        <When
          at={row.dueAt}
          text={row.due > 0 ? ago(row.dueAt) : shortDate(row.dueAt)}
          className={row.isOverdue ? "text-bad" : "text-fg-2"}
        />
      ),
    },
    { id: "created", header: t`Created`, isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  parts: {
    title: t`Installments`,
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
  empty: t`Ask somebody for money: a payment has a link that you can send by any means.`,
  create: { label: t`New payment`, needs: "paymentIntents.edit" },
  object: { name: row => row.number },
})
