import { Split } from "lucide-react"
import { splitOrigins, splitStatuses } from "../../../src/money/payment-splits/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText, money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { byPaymentOrId } from "../payment-intents/field.ts"
import { ofPartner } from "../partnerships/field.ts"

type PaymentSplit = Output<"GET /v1/payment-splits/{id}">

export const splitName = (row: PaymentSplit) => t`Split of ${money(row.amount, row.currency)}`

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
  noun: t`split`,
  title: t`Splits`,
  about: t`What partners earn from payments, as the money arrives.`,
  icon: Split,
  needs: "splits.view",
  tabs: { field: "status", values: splitStatuses },
  filters: [currencyFilter, choiceFilter("origin", t`Origin`, splitOrigins)],
  search: { placeholder: t`Partner, code, payment or id`, filter: byPaymentOrId, names: ofPartner },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "partner", header: t`Partner`, cell: row => <Reference to="partnerships" id={row.partnership} /> },
    { id: "payment", header: t`Payment`, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { id: "earned", header: t`Earned`, isNumber: true, cell: row => <Money amount={row.accrued} currency={row.currency} /> },
    {
      id: "paid-out",
      header: t`Paid out`,
      isExtra: true,
      isNumber: true,
      cell: row => <Money amount={row.paidOut} currency={row.currency} />,
    },
    { id: "created", header: t`Created`, isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
  empty: t`A split appears when a payment has a line with a supplier. The supplier's terms decide its share.`,
  create: { label: t`New split`, needs: "splits.edit" },
  object: {
    name: splitName,
    hasNoNumber: true,
  },
})
