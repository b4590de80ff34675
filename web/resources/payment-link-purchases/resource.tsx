import { ShoppingBag } from "lucide-react"
import { purchaseStatuses } from "../../../src/money/payment-links/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { Status } from "../../ui/status.tsx"
import { Money } from "../../ui/value.tsx"

export const purchases = defineResource("payment-link-purchases", {
  event: "paymentLinkPurchases",
  noun: t`visitor's order`,
  title: t`Orders by visitors`,
  about: t`What visitors ordered at payment links.`,
  icon: ShoppingBag,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: purchaseStatuses },
  search: { placeholder: t`Id, or number of a payment link`, filter: text => (isId(text) ? { _id: text } : { paymentLink: text }) },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "ordered", header: t`Ordered`, cell: row => row.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ") },
    { id: "amount", header: t`Amount`, isNumber: true, cell: row => <Money amount={row.amount} currency={row.currency} /> },
    created,
  ],
  summary: row => ({ first: row.name, second: row.email, end: <Money amount={row.amount} currency={row.currency} /> }),
  csv: ["_id", "paymentLink", "name", "email", "status", "amount", "currency", "lines", "answers", "order", "paymentIntent", "createdAt"],
  empty: t`Orders appear here once somebody uses a payment link.`,
  object: { name: row => row.name, hasNoNumber: true },
})
