import { PencilLine, Receipt } from "lucide-react"
import { transactionStatuses, transactionTypes } from "../../../src/money/transactions/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText } from "../../lib/money.ts"
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
    label: "Payment",
    icon: PencilLine,
    // A charge at a gateway is not recorded by hand.
    again: ({ gateway, paymentIntent, currency, amount, method }) =>
      gateway === null ? { paymentIntent, currency, amount: amountText(amount, currency), method } : undefined,
  },
  noun: "transaction",
  title: "Transactions",
  about: "Every payment, refund and failed attempt, by gateway, bank transfer or by hand.",
  icon: Receipt,
  needs: "transactions.view",
  tabs: { field: "status", values: transactionStatuses },
  filters: [currencyFilter, choiceFilter("transactionType", "Type", transactionTypes)],
  dates: [
    ["createdAt", "Created"],
    ["receivedAt", "Received"],
  ],
  search: {
    placeholder: "Name, e-mail, payment or id",
    filter: byPaymentOrId,
    names: ofContact,
  },
  columns: [
    { header: "Amount", cell: row => <Money amount={signed(row).amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Type", isExtra: true, cell: row => <span className="text-fg-2">{say(row.transactionType)}</span> },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Payment", isExtra: true, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
  empty: "Money that arrives shows up here: from payment pages, gateways, transfers, or recorded by hand.",
  create: { label: "Record a payment", needs: "transactions.edit" },
  object: { name: row => `#${row.number}` },
})
