import { Landmark } from "lucide-react"
import { transferStatuses } from "../../../src/money/bank-transfers/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { shortDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { currencyFilter } from "../../dashboard/fields.ts"
import { GatewayName } from "../transactions/gateway-name.tsx"

export const bankTransfers = defineResource("bank-transfers", {
  event: "bankTransfers",
  story: { isMoney: true },
  noun: t`bank transfer`,
  title: t`Bank transfers`,
  about: t`Transfers that arrived. Those that name no payment wait here until you say what they pay.`,
  icon: Landmark,
  needs: "transactions.view",
  tabs: { field: "status", values: transferStatuses },
  filters: [currencyFilter],
  search: { placeholder: t`Reference`, filter: text => ({ reference: text }) },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "reference", header: t`Reference`, cell: row => row.reference },
    { id: "payment", header: t`Payment`, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { id: "arrived", header: t`Arrived`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: row.reference,
    second: (
      <>
        <GatewayName gateway={row.gateway} /> · {shortDate(row.createdAt)}
      </>
    ),
    end: amountAndStatus(row),
  }),
  csv: ["_id", "status", "reference", "amount", "currency", "gateway", "paymentIntent", "transaction", "createdAt"],
  empty: t`Transfers to your account appear here when the bank reports them.`,
  object: { name: row => row.reference },
})
