import { Link2 } from "lucide-react"
import type { ReactNode } from "react"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { rich } from "../../lib/rich.ts"
import { ago, dayAndTime, shortDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen, Money, When } from "../../ui/value.tsx"
import { DocumentLink } from "../document-link.tsx"
import { paymentActions } from "./forms.ts"
import { type Payment, usePaymentParts } from "./data.ts"
import { RefundPayment } from "../refund-intents/button.tsx"

const RecordPayment = deferred(async () => (await import("./record-payment.tsx")).RecordPayment)

const aboutCancel = (row: Payment) =>
  rich`Nobody can pay ${row.number} of ${<Reference to="contacts" id={row.contact} isPlain />} any more. This can't be undone.`

function dueIn(row: Payment, asOf: string | undefined): ReactNode {
  const day = <When at={row.dueAt} text={shortDate(row.dueAt)} />
  return row.due > 0 && asOf === undefined ? rich`due ${day}, ${ago(row.dueAt)}` : rich`due ${day}`
}

/** They lead to the payment as it is now. */
const linksOf = (row: Payment): [string, ReactNode][] => [
  [
    t`Link`,
    <a href={row.links.long} className="inline-flex items-center gap-1 underline underline-offset-2">
      <Link2 className="size-3.5" aria-hidden /> {t`Open the payment page`}
    </a>,
  ],
  [
    t`Documents`,
    <span className="flex flex-wrap gap-x-4">
      {row.status !== "canceled" && <DocumentLink path={`payment-intents/${row._id}/document`} label={t`Invoice`} />}
      {row.paid > 0 && <DocumentLink path={`payment-intents/${row._id}/document?kind=receipt`} label={t`Receipt`} />}
    </span>,
  ],
]

export const paymentIntentPage = definePage<"payment-intents">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: (row, asOf) => (
    <>
      {rich`from ${<Reference to="contacts" id={row.contact} />}`}
      <span className="text-fg-3"> · {dueIn(row, asOf)}</span>
    </>
  ),
  facts: (row, asOf) => [
    [t`Contact`, <Reference to="contacts" id={row.contact} />],
    [t`Kind`, say(row.intentType)],
    [t`Due`, row.due > 0 && asOf === undefined ? <ExactWhen at={row.dueAt} /> : dayAndTime(row.dueAt)],
    [t`Reference`, row.reference],
    [t`Order`, row.order && <Reference to="orders" id={row.order} />],
    [t`Subscription`, row.subscription && <Reference to="subscriptions" id={row.subscription} />],
    [t`Plan`, row.plan && <Reference to="payment-intents" id={row.plan} />],
    ...(asOf === undefined ? linksOf(row) : []),
  ],
  actions: { ...paymentActions, cancel: { ...paymentActions.cancel, about: aboutCancel } },
  copies: row => [
    [t`Payment link`, row.links.short],
    [t`Number`, row.number],
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
    { title: t`Refunds`, to: "refund-intents", filter: { paymentIntent: row._id } },
    { title: t`Disputes`, to: "disputes", filter: { paymentIntent: row._id } },
  ],
  Body: deferred(async () => (await import("./body.tsx")).PaymentBody),
})
