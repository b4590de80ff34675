import { ArrowLeftRight } from "lucide-react"
import { refundStatuses } from "../../../src/money/refund-intents/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
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
  noun: t`refund`,
  title: t`Refunds`,
  about: t`Money that goes back to payers. A refund is requested first, and sent when a person has released it.`,
  icon: ArrowLeftRight,
  needs: "refunds.view",
  tabs: { field: "status", values: refundStatuses },
  filters: [currencyFilter],
  search: { placeholder: t`Name, e-mail, payment or id`, filter: byPaymentOrId, names: ofContact },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "to", header: t`Recipient`, cell: row => <ContactCell id={row.contact} /> },
    { id: "payment", header: t`Payment`, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { id: "reason", header: t`Reason`, isExtra: true, cell: row => <span className="text-fg-2">{row.reason ?? "–"}</span> },
    { id: "created", header: t`Created`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.reason ?? "",
    end: amountAndStatus(row),
  }),
  csv: ["_id", "status", "amount", "currency", "fees", "contact", "paymentIntent", "transaction", "reason", "createdAt"],
  empty: t`Request a refund on the page of its payment. It then appears here.`,
  object: {
    name: row => t`Refund of ${money(row.amount, row.currency)}`,
    hasNoNumber: true,
  },
})
