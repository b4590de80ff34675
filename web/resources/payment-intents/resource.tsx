import { CreditCard, Link2 } from "lucide-react"
import { intentTypes, statuses } from "../../../src/money/payment-intents/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { ago, dayAndTime, shortDate } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { deferred } from "../../ui/deferred.tsx"
import { CopyId, ExactWhen, Money, When } from "../../ui/value.tsx"
import { paymentActions, paymentCreate } from "./forms.ts"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofContact } from "../contacts/field.ts"
import { type Payment, usePaymentParts } from "./data.ts"
import { RefundPayment } from "../refund-intents/button.tsx"
import { paymentStory } from "./story.ts"

const RecordPayment = deferred(async () => (await import("./record-payment.tsx")).RecordPayment)

const lastLine = (intent: Payment) => intent.description ?? intent.items[0]?.name ?? ""

const aboutCancel = (row: Payment) => (
  <>
    Nobody can pay {row.number} of <Reference to="contacts" id={row.contact} isPlain /> any more. This can't be undone.
  </>
)

export const payments = defineResource("payment-intents", {
  path: "payments",
  event: "paymentIntents",
  story: paymentStory,
  numberPrefix: "PI",
  noun: "payment",
  title: "Payments",
  about: "Requests for money, and what was paid of them.",
  icon: CreditCard,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: statuses },
  filters: [currencyFilter, choiceFilter("intentType", "Kind", intentTypes)],
  dates: [
    ["createdAt", "Created"],
    ["dueAt", "Due"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "For", cell: row => <span className="text-fg-2">{lastLine(row)}</span> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
    {
      header: "Due",
      sort: "dueAt",
      cell: row => (
        <When
          at={row.dueAt}
          text={row.due > 0 ? ago(row.dueAt) : shortDate(row.dueAt)}
          className={row.isOverdue ? "text-bad" : "text-fg-2"}
        />
      ),
    },
    { header: "Created", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${lastLine(row)}`,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "number",
    "status",
    "amount",
    "paid",
    "due",
    "refunded",
    "currency",
    "contact",
    "dueAt",
    "createdAt",
    "reference",
    "links.long",
  ],
  csvNames: { columns: ["paymentIntent"], names: ["Number"], cells: row => [row.number] },
  empty: "Ask somebody for money: a payment has a link that you can send by any means.",
  create: paymentCreate,
  object: {
    name: row => row.number,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        from <Reference to="contacts" id={row.contact} />
        <span className="text-fg-3">
          {" "}
          · due <When at={row.dueAt} text={shortDate(row.dueAt)} />
          {row.due > 0 && `, ${ago(row.dueAt)}`}
        </span>
      </>
    ),
    facts: row => [
      ["Contact", <Reference to="contacts" id={row.contact} />],
      ["Kind", say(row.intentType)],
      ["Due", row.due > 0 ? <ExactWhen at={row.dueAt} /> : dayAndTime(row.dueAt)],
      ["Reference", row.reference],
      ["Order", row.order && <Reference to="orders" id={row.order} />],
      ["Subscription", row.subscription && <Reference to="subscriptions" id={row.subscription} />],
      ["Plan", row.plan && <Reference to="payment-intents" id={row.plan} />],
      [
        "Link",
        <a href={row.links.long} className="inline-flex items-center gap-1 underline underline-offset-2">
          <Link2 className="size-3.5" aria-hidden /> Open the payment page
        </a>,
      ],
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
    useParts: usePaymentParts,
    related: row => [
      { title: "Refunds", to: "refund-intents", filter: { paymentIntent: row._id } },
      { title: "Disputes", to: "disputes", filter: { paymentIntent: row._id } },
    ],
    Body: deferred(async () => (await import("./body.tsx")).PaymentBody),
  },
})
