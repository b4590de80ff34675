import { ArrowLeftRight } from "lucide-react"
import { refundStatuses } from "../../../src/money/refund-intents/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { currencyFilter } from "../../dashboard/fields.ts"
import { byPaymentOrId } from "../payment-intents/field.ts"
import { ofContact } from "../contacts/field.ts"
import { refundStory } from "./story.ts"

export const refunds = defineResource("refund-intents", {
  path: "refunds",
  event: "refundIntents",
  story: refundStory,
  approval: { type: "refund-intent" },
  noun: "refund",
  title: "Refunds",
  about: "Money that goes back to payers. A refund is requested first, and sent when a person has released it.",
  icon: ArrowLeftRight,
  needs: "refunds.view",
  tabs: { field: "status", values: refundStatuses },
  filters: [currencyFilter],
  search: { placeholder: "Name, e-mail, payment or id", filter: byPaymentOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "To", cell: row => <ContactCell id={row.contact} /> },
    { header: "Payment", cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { header: "Reason", isExtra: true, cell: row => <span className="text-fg-2">{row.reason ?? "–"}</span> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.reason ?? "",
    end: amountAndStatus(row),
  }),
  csv: ["_id", "status", "amount", "currency", "fees", "contact", "paymentIntent", "transaction", "reason", "createdAt"],
  empty: "Request a refund on the page of its payment. It then appears here.",
  object: {
    name: row => `Refund of ${money(row.amount, row.currency)}`,
    hasNoNumber: true,
  },
})
