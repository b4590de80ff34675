import { Gavel, Landmark, Receipt, RefreshCw } from "lucide-react"
import type { ReactNode } from "react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Reference } from "../dashboard/reference.tsx"
import { money } from "../lib/money.ts"
import { ago, shortDate, tenantNow } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { deferred } from "../ui/deferred.tsx"
import { Status } from "../ui/status.tsx"
import { CopyId, ExactWhen, Money, When } from "../ui/value.tsx"
import { transactionActions, transactionCreate } from "./forms/transactions.ts"
import { subscriptionActions, subscriptionCreate } from "./forms/subscriptions.ts"
import { disputeActions } from "./forms/disputes.ts"
import { amountAndStatus } from "./amount-and-status.tsx"
import { ContactCell } from "./contact-cell.tsx"
import { byNumberOrId, byPaymentOrId, choiceFilter, currencyFilter, ofContact } from "./fields.ts"
import { GatewayName } from "./gateway-name.tsx"
import { AllocateButton } from "./allocate/button.tsx"
import { RefundCharge } from "./refund-dialog.tsx"

type Transaction = Output<"GET /v1/transactions/{id}">
type BankTransfer = Output<"GET /v1/bank-transfers/{id}">
type Subscription = Output<"GET /v1/subscriptions/{id}">
type Dispute = Output<"GET /v1/disputes/{id}">

/** A refund takes away from what charges bring. */
const signed = (row: Transaction) => ({ ...row, amount: row.transactionType === "refund" ? -row.amount : row.amount })

export const transactions = defineResource<Transaction>({
  path: "transactions",
  noun: "transaction",
  title: "Transactions",
  about: "Every payment, refund and try, whether it came by a gateway, by transfer or by hand.",
  icon: Receipt,
  needs: "transactions.view",
  tabs: { field: "status", values: ["pending-approval", "processing", "succeeded", "failed", "reversed", "canceled"] },
  filters: [currencyFilter, choiceFilter("transactionType", "Type", ["charge", "refund"])],
  dates: [
    ["createdAt", "Created"],
    ["receivedAt", "Received"],
  ],
  search: {
    placeholder: "Name, e-mail, payment or id",
    filter: byPaymentOrId,
    names: ofContact,
  },
  columns: [
    { header: "Amount", cell: row => <Money amount={signed(row).amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Type", isExtra: true, cell: row => <span className="text-fg-2">{say(row.transactionType)}</span> },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Payment", isExtra: true, cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `#${row.number} · ${say(row.method)}`,
    end: amountAndStatus(signed(row)),
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
  create: transactionCreate,
  object: {
    name: row => `#${row.number}`,
    heading: row => <Money amount={signed(row).amount} currency={row.currency} />,
    subheading: row => (
      <>
        {say(row.transactionType)} by {say(row.method).toLowerCase()} {row.transactionType === "refund" ? "to" : "from"}{" "}
        <Reference to="contacts" id={row.contact} />
      </>
    ),
    facts: row => [
      ["Payment", <Reference to="payments" id={row.paymentIntent} />],
      ["Gateway", row.gateway === null ? "recorded by hand" : <GatewayName gateway={row.gateway} />],
      ["Fee", money(row.fee, row.currency)],
      ["Credit", row.credited > 0 ? money(row.credited, row.currency) : undefined],
      ["Paid in", row.fx && money(row.fx.sourceAmount, row.fx.sourceCurrency)],
      ["Refund of", row.refundOf && <Reference to="transactions" id={row.refundOf} />],
      ["Reference", row.reference],
      ["Failure", row.failure?.message],
      ["Received", <ExactWhen at={row.receivedAt} />],
    ],
    related: row => [
      { title: "Refunds", path: "refunds", filter: { transaction: row._id } },
      { title: "Disputes", path: "disputes", filter: { transaction: row._id } },
    ],
    actions: transactionActions,
    Actions: RefundCharge,
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
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Reference", cell: row => row.reference },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Arrived", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
  empty: "Transfers to your account appear here when the bank reports them.",
  object: {
    name: row => row.reference,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    facts: row => [
      ["Reference", row.reference],
      ["Gateway", <GatewayName gateway={row.gateway} />],
      ["Payment", row.paymentIntent && <Reference to="payments" id={row.paymentIntent} />],
      ["Transaction", row.transaction && <Reference to="transactions" id={row.transaction} />],
    ],
    Actions: AllocateButton,
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
  filters: [currencyFilter, choiceFilter("mode", "Mode", ["request", "auto-charge"])],
  dates: [
    ["createdAt", "Created"],
    ["nextCycleAt", "Next"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Cadence", cell: row => <span className="text-fg-2">{cadence(row)}</span> },
    { header: "Mode", isExtra: true, cell: row => <span className="text-fg-2">{say(row.mode)}</span> },
    { header: "Next", cell: row => (row.nextCycleAt ? <When at={row.nextCycleAt} className="text-fg-2" /> : "–") },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `${row.number} · ${cadence(row)}`,
    end: amountAndStatus(row),
  }),
  csv: ["_id", "number", "status", "contact", "amount", "currency", "mode", "cycle", "nextCycleAt", "createdAt"],
  empty: "A subscription asks for money again and again, each cycle exactly once.",
  create: subscriptionCreate,
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
      ["Next", row.nextCycleAt && <ExactWhen at={row.nextCycleAt} />],
      ["Last payment", row.lastIntent && <Reference to="payments" id={row.lastIntent} />],
      ["Last failure", row.lastFailure?.message],
      [Date.parse(row.startAt) > tenantNow().getTime() ? "Starts" : "Began", <ExactWhen at={row.startAt} />],
    ],
    Body: deferred(async () => (await import("./subscription-lines.tsx")).SubscriptionLines),
    related: row => [{ title: "Payments", path: "payments", filter: { subscription: row._id } }],
    actions: subscriptionActions,
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
  dates: [
    ["createdAt", "Opened"],
    ["evidenceDueAt", "Answer by"],
  ],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Reason", cell: row => say(row.reason) },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    {
      header: "Answer by",
      sort: "evidenceDueAt",
      cell: row =>
        row.closedAt ? "–" : <When at={row.evidenceDueAt} className={row.status === "needs-response" ? "text-bad" : "text-fg-2"} />,
    },
    { header: "Opened", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
      ...(row.closedAt ? [] : [["Answer by", <ExactWhen at={row.evidenceDueAt} />] as [string, ReactNode]]),
      ["Payment", <Reference to="payments" id={row.paymentIntent} />],
      ["Fees", money(row.fees, row.currency)],
      ["Evidence", row.evidence?.text],
      ["Closed", row.closedAt && <ExactWhen at={row.closedAt} />],
    ],
    actions: disputeActions,
  },
})
