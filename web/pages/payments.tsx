import { BellRing, CreditCard, HandCoins, Link2, X } from "lucide-react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Reference } from "../dashboard/reference.tsx"
import { money } from "../lib/money.ts"
import { ago, localDate, shortDate, tenantNow } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { Status } from "../ui/status.tsx"
import { CopyId, Money, When } from "../ui/value.tsx"
import { amountAndStatus } from "./amount-and-status.tsx"
import { contactField, currencyField, currencyFilter, searchByNumberOrContact } from "./fields.ts"
import { PaymentBody } from "./payment-body.tsx"

export type Payment = Output<"GET /v1/payment-intents">["data"][number]

const weekMs = 7 * 24 * 60 * 60 * 1000
const lastLine = (intent: Payment) => intent.description ?? intent.items[0]?.name ?? ""

export const payments = defineResource<Payment>({
  path: "payments",
  api: "payment-intents",
  noun: "payment",
  title: "Payments",
  about: "Amounts you asked for, and what came in.",
  icon: CreditCard,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: ["due", "overdue", "paid-partial", "paid-full", "canceled"] },
  filters: [currencyFilter],
  search: { placeholder: "Number, e-mail or id", filter: searchByNumberOrContact },
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "For", cell: row => <span className="text-fg-2">{lastLine(row)}</span> },
    { header: "Contact", cell: row => <Reference to="contacts" id={row.contact} /> },
    { header: "Number", cell: row => <CopyId label="number" value={row.number} /> },
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
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
  empty: "Ask somebody for money: a payment has a link that you can send by any means.",
  create: {
    label: "New payment link",
    needs: "paymentIntents.edit",
    fields: [
      contactField,
      currencyField,
      { name: "items", label: "What it is for", kind: "lines", isRequired: true, currencyField: "currency" },
      {
        name: "dueAt",
        label: "Due",
        kind: "day",
        isRequired: true,
        get initial() {
          return localDate(new Date(tenantNow().getTime() + weekMs))
        },
      },
      { name: "description", label: "Message to the payer", kind: "text" },
    ],
    submit: () => "Create payment link",
    toInput: input => ({ intentType: "ad-hoc", ...input }),
  },
  object: {
    name: row => row.number,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        from <Reference to="contacts" id={row.contact} />
        <span className="text-fg-3">
          {" "}
          · due <When at={row.dueAt} text={shortDate(row.dueAt)} />, {ago(row.dueAt)}
        </span>
      </>
    ),
    facts: row => [
      ["Contact", <Reference to="contacts" id={row.contact} />],
      ["Kind", say(row.intentType)],
      ["Due", <When at={row.dueAt} />],
      ["Reference", row.reference],
      ["Order", row.order && <Reference to="orders" id={row.order} />],
      ["Subscription", row.subscription && <Reference to="subscriptions" id={row.subscription} />],
      ["Plan", row.plan && <Reference to="payments" id={row.plan} />],
      [
        "Link",
        <a href={row.links.long} className="inline-flex items-center gap-1 underline underline-offset-2">
          <Link2 className="size-3.5" aria-hidden /> Open the payment page
        </a>,
      ],
    ],
    actions: {
      remind: {
        label: "Remind",
        icon: BellRing,
        about: row => `The payer gets a mail that asks for ${money(row.due, row.currency)}. No money moves.`,
        submit: () => "Send reminder",
        done: "Reminder sent",
      },
      update: {
        label: "Change",
        icon: HandCoins,
        fields: [
          { name: "dueAt", label: "Due", kind: "day" },
          { name: "reference", label: "Your reference", kind: "text" },
          { name: "description", label: "Message to the payer", kind: "text" },
        ],
        submit: () => "Save",
        done: "Payment changed",
      },
      cancel: {
        label: "Cancel payment",
        icon: X,
        isDanger: true,
        about: row => `Nobody can pay ${row.number} any more. This can't be undone.`,
        submit: row => `Cancel ${money(row.amount, row.currency)}`,
        done: "Payment canceled",
      },
      delete: { label: "Delete", isDanger: true, about: () => "It was never paid. It disappears from every list." },
    },
    Body: PaymentBody,
  },
})
