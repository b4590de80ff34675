import { Link2 } from "lucide-react"
import type { ReactNode } from "react"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { ago, dayAndTime, shortDate } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen, Money, When } from "../../ui/value.tsx"
import { DocumentLink } from "../document-link.tsx"
import { paymentActions } from "./forms.ts"
import { type Payment, usePaymentParts } from "./data.ts"
import { RefundPayment } from "../refund-intents/button.tsx"

const RecordPayment = deferred(async () => (await import("./record-payment.tsx")).RecordPayment)

const aboutCancel = (row: Payment) => (
  <>
    Nobody can pay {row.number} of <Reference to="contacts" id={row.contact} isPlain /> any more. This can't be undone.
  </>
)

/** They lead to the payment as it is now. */
const linksOf = (row: Payment): [string, ReactNode][] => [
  [
    "Link",
    <a href={row.links.long} className="inline-flex items-center gap-1 underline underline-offset-2">
      <Link2 className="size-3.5" aria-hidden /> Open the payment page
    </a>,
  ],
  [
    "Documents",
    <span className="flex flex-wrap gap-x-4">
      {row.status !== "canceled" && <DocumentLink path={`payment-intents/${row._id}/document`} label="Invoice" />}
      {row.paid > 0 && <DocumentLink path={`payment-intents/${row._id}/document?kind=receipt`} label="Receipt" />}
    </span>,
  ],
]

export const paymentIntentPage = definePage<"payment-intents">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: (row, asOf) => (
    <>
      from <Reference to="contacts" id={row.contact} />
      <span className="text-fg-3">
        {" "}
        · due <When at={row.dueAt} text={shortDate(row.dueAt)} />
        {row.due > 0 && asOf === undefined && `, ${ago(row.dueAt)}`}
      </span>
    </>
  ),
  facts: (row, asOf) => [
    ["Contact", <Reference to="contacts" id={row.contact} />],
    ["Kind", say(row.intentType)],
    ["Due", row.due > 0 && asOf === undefined ? <ExactWhen at={row.dueAt} /> : dayAndTime(row.dueAt)],
    ["Reference", row.reference],
    ["Order", row.order && <Reference to="orders" id={row.order} />],
    ["Subscription", row.subscription && <Reference to="subscriptions" id={row.subscription} />],
    ["Plan", row.plan && <Reference to="payment-intents" id={row.plan} />],
    ...(asOf === undefined ? linksOf(row) : []),
  ],
  actions: { ...paymentActions, cancel: { ...paymentActions.cancel, about: aboutCancel } },
  copies: row => [
    ["Payment link", row.links.short],
    ["Number", row.number],
  ],
  Actions: ({ row }) => (
    <>
      <RecordPayment row={row} />
      <RefundPayment row={row} />
    </>
  ),
  past: "object",
  useParts: usePaymentParts,
  related: row => [
    { title: "Refunds", to: "refund-intents", filter: { paymentIntent: row._id } },
    { title: "Disputes", to: "disputes", filter: { paymentIntent: row._id } },
  ],
  Body: deferred(async () => (await import("./body.tsx")).PaymentBody),
})
