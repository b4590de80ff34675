import { PencilLine, Receipt } from "lucide-react"
import { transactionStatuses, transactionTypes } from "../../../src/money/transactions/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { byPaymentOrId } from "../payment-intents/field.ts"
import { ofContact } from "../contacts/field.ts"
import { transactionStory } from "./story.ts"

type Transaction = Output<"GET /v1/transactions/{id}">

/** Refunds count as negative amounts. */
export const signed = (row: Transaction) => ({ ...row, amount: row.transactionType === "refund" ? -row.amount : row.amount })

export const transactions = defineResource("transactions", {
  event: "transactions",
  story: transactionStory,
  approval: {
    type: "transaction",
    label: t`Payment`,
    icon: PencilLine,
    // A charge at a gateway is not recorded by hand.
    again: ({ gateway, paymentIntent, currency, amount, method }) =>
      gateway === null ? { paymentIntent, currency, amount: amountText(amount, currency), method } : undefined,
  },
  noun: t`transaction`,
  title: t`Transactions`,
  about: t`Every payment, refund and failed attempt, by gateway, bank transfer or by hand.`,
  icon: Receipt,
  needs: "transactions.view",
  tabs: { field: "status", values: transactionStatuses },
  filters: [currencyFilter, choiceFilter("transactionType", t`Type`, transactionTypes)],
  dates: [
    ["createdAt", t`Created`],
    ["receivedAt", t`Received`],
  ],
  search: {
    placeholder: t`Name, e-mail, payment or id`,
    filter: byPaymentOrId,
    names: ofContact,
  },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={signed(row).amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "type", header: t`Type`, isExtra: true, cell: row => <span className="text-fg-2">{say(row.transactionType)}</span> },
    { id: "method", header: t`Method`, cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} /> },
    { id: "payment", header: t`Payment`, isExtra: true, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { id: "created", header: t`Created`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `#${row.number} · ${say(row.method)}`,
    end: amountAndStatus(signed(row)),
  }),
  csv: [
    "_id",
    "number",
    "transactionType",
    "status",
    "amount",
    "fee",
    "currency",
    "method",
    "gateway",
    "connection",
    "contact",
    "paymentIntent",
    "reference",
    "receivedAt",
    "createdAt",
  ],
  csvNames: { columns: ["transaction"], names: ["Number"], cells: row => [row.number] },
  empty: t`Money that arrives shows up here: from payment pages, gateways, transfers, or recorded by hand.`,
  create: { label: t`Record a payment`, needs: "transactions.edit" },
  object: { name: row => `#${row.number}` },
})
