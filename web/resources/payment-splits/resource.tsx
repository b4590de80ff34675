import { Split } from "lucide-react"
import { splitOrigins, splitStatuses } from "../../../src/money/payment-splits/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText, money } from "../../lib/money.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { byPaymentOrId } from "../payment-intents/field.ts"
import { ofPartner } from "../partnerships/field.ts"

type PaymentSplit = Output<"GET /v1/payment-splits/{id}">

export const splitName = (row: PaymentSplit) => `Split of ${money(row.amount, row.currency)}`

export const splits = defineResource("payment-splits", {
  path: "splits",
  event: "splitIntents",
  approval: {
    type: "payment-split",
    again: ({ paymentIntent, partnership, currency, amount }) => ({
      paymentIntent,
      partnership,
      currency,
      amount: amountText(amount, currency),
    }),
  },
  noun: "split",
  title: "Splits",
  about: "What partners earn from payments, as the money arrives.",
  icon: Split,
  needs: "splits.view",
  tabs: { field: "status", values: splitStatuses },
  filters: [currencyFilter, choiceFilter("origin", "Origin", splitOrigins)],
  search: { placeholder: "Partner, code, payment or id", filter: byPaymentOrId, names: ofPartner },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Partner", cell: row => <Reference to="partnerships" id={row.partnership} /> },
    { header: "Payment", cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { header: "Earned", isNumber: true, cell: row => <Money amount={row.accrued} currency={row.currency} /> },
    {
      header: "Paid out",
      isExtra: true,
      isNumber: true,
      cell: row => <Money amount={row.paidOut} currency={row.currency} />,
    },
    { header: "Created", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="partnerships" id={row.partnership} isPlain />,
    second: <Reference to="payment-intents" id={row.paymentIntent} isPlain />,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "status",
    "partnership",
    "paymentIntent",
    "currency",
    "amount",
    "accrued",
    "reversed",
    "paidOut",
    "outstanding",
    "origin",
    "createdAt",
  ],
  empty: "A split appears when a payment has a line with a supplier. The supplier's terms decide its share.",
  create: { label: "New split", needs: "splits.edit" },
  object: {
    name: splitName,
    hasNoNumber: true,
  },
})
