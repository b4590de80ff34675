import { Banknote, Gavel, Landmark, Receipt, RefreshCw, Undo2 } from "lucide-react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Reference } from "../dashboard/reference.tsx"
import { textOf } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { ago } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { Status } from "../ui/status.tsx"
import { CopyId, Money, When } from "../ui/value.tsx"
import { amountAndStatus } from "./amount-and-status.tsx"
import { choicesOf, contactField, currencyField, currencyFilter, reasonField, searchByNumberOrContact } from "./fields.ts"
import { RefundButton } from "./refund-dialog.tsx"

export type Transaction = Output<"GET /v1/transactions/{id}">
type BankTransfer = Output<"GET /v1/bank-transfers/{id}">
type Subscription = Output<"GET /v1/subscriptions/{id}">
type Dispute = Output<"GET /v1/disputes/{id}">

const amountText = (row: { amount: number; currency: string }) => money(row.amount, row.currency)

export const transactions = defineResource<Transaction>({
  path: "transactions",
  noun: "transaction",
  title: "Transactions",
  about: "Every payment, refund and try, whether it came by a gateway, by transfer or by hand.",
  icon: Receipt,
  needs: "transactions.view",
  tabs: { field: "status", values: ["pending-approval", "processing", "succeeded", "failed", "reversed", "canceled"] },
  filters: [currencyFilter, { name: "transactionType", label: "Type", kind: "choice", choices: choicesOf(["charge", "refund"]) }],
  search: {
    placeholder: "E-mail, reference or id",
    filter: text => (text.includes("@") ? { contact: text } : /^[0-9a-f]{24}$/.test(text) ? { _id: text } : { reference: text }),
  },
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Type", cell: row => <span className="text-fg-2">{say(row.transactionType)}</span> },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Contact", cell: row => <Reference to="contacts" id={row.contact} /> },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `#${row.number} · ${say(row.method)}`,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "number",
    "transactionType",
    "status",
    "amount",
    "fee",
    "currency",
    "method",
    "gateway",
    "contact",
    "paymentIntent",
    "reference",
    "receivedAt",
    "createdAt",
  ],
  empty: "Money that arrives shows up here: from payment pages, gateways, transfers, or recorded by hand.",
  create: {
    label: "Record a payment",
    needs: "transactions.edit",
    about: "For money that came in outside of a gateway, such as cash.",
    fields: [
      { name: "paymentIntent", label: "Payment", kind: "text", isRequired: true, placeholder: "PI-000123" },
      { ...currencyField, hint: "That of the payment" },
      { name: "amount", label: "Amount", kind: "money", isRequired: true },
      {
        name: "method",
        label: "Method",
        kind: "choice",
        isRequired: true,
        choices: choicesOf(["cash", "bank-transfer", "card-terminal", "cheque", "contact-credit"]),
      },
      { name: "reference", label: "Your reference", kind: "text" },
    ],
    submit: values => (values["amount"] === "" ? "Record payment" : `Record ${textOf(values, "amount")} ${textOf(values, "currency")}`),
  },
  object: {
    name: row => `#${row.number}`,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        {say(row.transactionType)} by {say(row.method).toLowerCase()} from <Reference to="contacts" id={row.contact} />
      </>
    ),
    facts: row => [
      ["Payment", <Reference to="payments" id={row.paymentIntent} />],
      ["Gateway", row.gateway ?? "recorded by hand"],
      ["Fee", money(row.fee, row.currency)],
      ["Credit", row.credited > 0 ? money(row.credited, row.currency) : undefined],
      ["Paid in", row.fx && money(row.fx.sourceAmount, row.fx.sourceCurrency)],
      ["Refund of", row.refundOf && <Reference to="transactions" id={row.refundOf} />],
      ["Reference", row.reference],
      ["Failure", row.failure?.message],
      ["Received", <When at={row.receivedAt} />],
    ],
    actions: {
      confirm: { label: "Confirm", submit: row => `Confirm that ${amountText(row)} arrived` },
      fail: { label: "Mark as failed", isDanger: true, fields: [reasonField] },
      cancel: { label: "Cancel", isDanger: true, about: () => "It stops waiting for approval, and no money counts as received." },
    },
    Body: RefundButton,
  },
})

export const bankTransfers = defineResource<BankTransfer>({
  path: "bank-transfers",
  noun: "bank transfer",
  title: "Bank transfers",
  about: "Transfers that arrived. Those that name no payment wait here until you say what they pay.",
  icon: Landmark,
  needs: "transactions.view",
  tabs: { field: "status", values: ["unallocated", "allocated"] },
  filters: [currencyFilter],
  search: { placeholder: "Reference", filter: text => ({ reference: text }) },
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Reference", cell: row => row.reference },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Arrived", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.reference, second: row.gateway, end: amountAndStatus(row) }),
  csv: ["_id", "status", "reference", "amount", "currency", "gateway", "paymentIntent", "transaction", "createdAt"],
  empty: "Transfers to your account appear here when the bank reports them.",
  object: {
    name: row => row.reference,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    facts: row => [
      ["Reference", row.reference],
      ["Gateway", row.gateway],
      ["Payment", row.paymentIntent && <Reference to="payments" id={row.paymentIntent} />],
      ["Transaction", row.transaction && <Reference to="transactions" id={row.transaction} />],
    ],
    actions: {
      allocate: {
        label: "Say what it pays",
        icon: Banknote,
        fields: [{ name: "paymentIntent", label: "Payment", kind: "text", isRequired: true, placeholder: "PI-000123" }],
        about: () => "What is more than is owed becomes the contact's credit.",
        submit: row => `Allocate ${amountText(row)}`,
      },
    },
  },
})

const cadence = ({ cadence: { every, unit } }: Subscription) => (every === 1 ? `every ${unit}` : `every ${every} ${unit}s`)

export const subscriptions = defineResource<Subscription>({
  path: "subscriptions",
  noun: "subscription",
  title: "Subscriptions",
  about: "Payments that come back each day, week, month or year.",
  icon: RefreshCw,
  needs: "subscriptions.view",
  tabs: { field: "status", values: ["active", "paused", "completed", "canceled"] },
  filters: [currencyFilter],
  search: { placeholder: "Number, e-mail or id", filter: searchByNumberOrContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Contact", cell: row => <Reference to="contacts" id={row.contact} /> },
    { header: "Cadence", cell: row => <span className="text-fg-2">{cadence(row)}</span> },
    { header: "Mode", cell: row => <span className="text-fg-2">{say(row.mode)}</span> },
    { header: "Next", cell: row => (row.nextCycleAt ? <When at={row.nextCycleAt} className="text-fg-2" /> : "–") },
    { header: "Number", cell: row => <CopyId label="number" value={row.number} /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${cadence(row)}`,
    end: amountAndStatus(row),
  }),
  csv: ["_id", "number", "status", "contact", "amount", "currency", "mode", "cycle", "nextCycleAt", "createdAt"],
  empty: "A subscription asks for money again and again, each cycle exactly once.",
  create: {
    label: "New subscription",
    needs: "subscriptions.edit",
    fields: [
      contactField,
      currencyField,
      { name: "items", label: "Each cycle", kind: "lines", isRequired: true, currencyField: "currency" },
      { name: "cadence.every", label: "Every", kind: "number", isRequired: true, initial: "1" },
      {
        name: "cadence.unit",
        label: "Unit",
        kind: "choice",
        isRequired: true,
        initial: "month",
        choices: choicesOf(["day", "week", "month", "year"]),
      },
      { name: "cycles", label: "How many cycles", kind: "number", hint: "Without a number it goes on until it is canceled" },
    ],
    submit: () => "Start subscription",
  },
  object: {
    name: row => row.number,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        {cadence(row)} from <Reference to="contacts" id={row.contact} />
        {row.nextCycleAt && ` · next ${ago(row.nextCycleAt)}`}
      </>
    ),
    facts: row => [
      ["Mode", say(row.mode)],
      ["Cycles", row.cycles === null ? `${row.cycle} so far` : `${row.cycle} of ${row.cycles}`],
      ["Next", row.nextCycleAt && <When at={row.nextCycleAt} />],
      ["Last payment", row.lastIntent && <Reference to="payments" id={row.lastIntent} />],
      ["Last failure", row.lastFailure?.message],
      ["Began", <When at={row.startAt} />],
    ],
    actions: {
      pause: { label: "Pause", about: () => "No cycle is raised until it is resumed. What was missed meanwhile is not asked for." },
      resume: { label: "Resume" },
      cancel: {
        label: "Cancel subscription",
        isDanger: true,
        fields: [{ name: "at", label: "When", kind: "choice", isRequired: true, initial: "now", choices: choicesOf(["now", "cycle-end"]) }],
        about: () => "What was asked for already stays owed.",
      },
    },
  },
})

export const disputes = defineResource<Dispute>({
  path: "disputes",
  noun: "dispute",
  title: "Disputes",
  about: "Charges that a payer's bank contests. The money is held until it is decided.",
  icon: Gavel,
  needs: "disputes.view",
  tabs: { field: "status", values: ["needs-response", "under-review", "won", "lost", "accepted"] },
  filters: [currencyFilter],
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Reason", cell: row => say(row.reason) },
    { header: "Contact", cell: row => <Reference to="contacts" id={row.contact} /> },
    {
      header: "Answer by",
      cell: row => <When at={row.evidenceDueAt} className={row.status === "needs-response" ? "text-bad" : "text-fg-2"} />,
    },
    { header: "Opened", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: <Reference to="contacts" id={row.contact} isPlain />, second: say(row.reason), end: amountAndStatus(row) }),
  csv: ["_id", "number", "status", "reason", "amount", "currency", "fees", "contact", "transaction", "evidenceDueAt", "createdAt"],
  empty: "No payer contests a charge. When one does, you have until a date to answer, and it shows here.",
  object: {
    name: row => row.number,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        {say(row.reason)} · charge <Reference to="transactions" id={row.transaction} /> of <Reference to="contacts" id={row.contact} />
      </>
    ),
    facts: row => [
      ["Answer by", <When at={row.evidenceDueAt} />],
      ["Payment", <Reference to="payments" id={row.paymentIntent} />],
      ["Fees", money(row.fees, row.currency)],
      ["Evidence", row.evidence?.text],
      ["Closed", row.closedAt && <When at={row.closedAt} />],
    ],
    actions: {
      evidence: {
        label: "Send evidence",
        fields: [{ name: "text", label: "Why the charge is right", kind: "long-text", isRequired: true }],
        about: () => "It goes to the payer's bank. After that the bank decides.",
      },
      accept: {
        label: "Accept",
        icon: Undo2,
        isDanger: true,
        submit: row => `Give up ${amountText(row)}`,
        about: () => "The money goes back to the payer for good.",
      },
    },
  },
})
