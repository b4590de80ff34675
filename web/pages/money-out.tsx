import { ArrowLeftRight, Send, Split } from "lucide-react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Reference, useNameOf } from "../dashboard/reference.tsx"
import { channels } from "../lib/channels.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { deferred } from "../ui/deferred.tsx"
import { Status } from "../ui/status.tsx"
import { CopyId, ExactWhen, Money, When } from "../ui/value.tsx"
import { splitActions, splitCreate } from "./forms/splits.ts"
import { refundActions } from "./forms/refunds.ts"
import { payoutActions, payoutCreate } from "./forms/payouts.ts"
import { amountAndStatus } from "./amount-and-status.tsx"
import { ContactCell } from "./contact-cell.tsx"
import { byNumberOrId, byPaymentOrId, choiceFilter, currencyFilter, ofContact, ofPartner } from "./fields.ts"
import { GatewayName } from "./gateway-name.tsx"

type Payout = Output<"GET /v1/payouts/{id}">
type PaymentSplit = Output<"GET /v1/payment-splits/{id}">
type Refund = Output<"GET /v1/refund-intents/{id}">

const recipient = (row: Payout) => (row.partnership === null ? "your own account" : <Reference to="partnerships" id={row.partnership} />)

export const payouts = defineResource<Payout>({
  path: "payouts",
  noun: "payout",
  title: "Payouts",
  about: "Money that goes to partners, suppliers and your own accounts.",
  icon: Send,
  needs: "splits.view",
  tabs: { field: "status", values: ["draft", "pending-approval", "processing", "paid", "failed", "returned", "rejected", "canceled"] },
  filters: [
    currencyFilter,
    choiceFilter("recipientType", "To", ["supplier", "partnership", "self"]),
    choiceFilter("method", "Method", ["bank-transfer", "sepa", "ach", "wire", "pix", "spei", "manual"]),
  ],
  search: { placeholder: "Partner, code, number or id", filter: byNumberOrId, names: ofPartner },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "To", cell: recipient },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Account", isExtra: true, cell: row => <span className="num text-fg-2">{row.bankAccount?.masked ?? "–"}</span> },
    { header: "Number", isExtra: true, cell: row => <CopyId label="number" value={row.number} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: row.partnership === null ? "Your own account" : <Reference to="partnerships" id={row.partnership} isPlain />,
    second: `${row.number} · ${say(row.method)}`,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "number",
    "status",
    "amount",
    "currency",
    "recipientType",
    "partnership",
    "method",
    "fees",
    "debtNetted",
    "createdAt",
    "paidAt",
    "failureReason",
  ],
  empty: "When partners have earned something, or you want your own money, create a payout here.",
  create: payoutCreate,
  object: {
    name: row => row.number,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        to {recipient(row)} · {say(row.method)} {row.bankAccount?.masked}
      </>
    ),
    facts: row => [
      ["Recipient", recipient(row)],
      ["Account", row.bankAccount?.masked],
      ["Arrives as", row.fx ? money(row.fx.targetAmount, row.targetCurrency) : undefined],
      ["Fees", money(row.fees, row.currency)],
      ["Debt netted", row.debtNetted > 0 ? money(row.debtNetted, row.currency) : undefined],
      ["Splits", row.splits.length],
      ["Sent", row.sentAt && <ExactWhen at={row.sentAt} />],
      ["Paid", row.paidAt && <ExactWhen at={row.paidAt} />],
      ["Failure", row.failureReason],
      ["Reference", row.reference],
    ],
    Body: deferred(async () => (await import("./payout-splits.tsx")).PayoutSplits),
    actions: payoutActions,
  },
})

const splitName = (row: PaymentSplit) => `Split of ${money(row.amount, row.currency)}`

export const splits = defineResource<PaymentSplit>({
  path: "splits",
  api: "payment-splits",
  noun: "split",
  title: "Splits",
  about: "What partners earn from payments, as the money arrives.",
  icon: Split,
  needs: "splits.view",
  tabs: { field: "status", values: ["pending", "due", "scheduled", "paid", "pending-approval", "reversed", "rejected", "canceled"] },
  filters: [currencyFilter, choiceFilter("origin", "Origin", ["calculated", "fixed"])],
  search: { placeholder: "Partner, code, payment or id", filter: byPaymentOrId, names: ofPartner },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Partner", cell: row => <Reference to="partnerships" id={row.partnership} /> },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Earned", isNumber: true, cell: row => <Money amount={row.accrued} currency={row.currency} /> },
    {
      header: "Paid out",
      isExtra: true,
      isNumber: true,
      cell: row => <Money amount={row.paidOut} currency={row.currency} />,
    },
    { header: "Created", isExtra: true, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="partnerships" id={row.partnership} isPlain />,
    second: <Reference to="payments" id={row.paymentIntent} isPlain />,
    end: amountAndStatus(row),
  }),
  csv: [
    "_id",
    "status",
    "partnership",
    "paymentIntent",
    "currency",
    "amount",
    "accrued",
    "reversed",
    "paidOut",
    "outstanding",
    "origin",
    "createdAt",
  ],
  empty: "A payment line with a supplier shares its money by the supplier's terms.",
  create: splitCreate,
  object: {
    name: splitName,
    useName(row) {
      const partner = useNameOf("partnerships", row.partnership)
      return partner ? `${splitName(row)} for ${partner}` : splitName(row)
    },
    hasNoNumber: true,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        for <Reference to="partnerships" id={row.partnership} /> from <Reference to="payments" id={row.paymentIntent} />
      </>
    ),
    facts: row => [
      ["Earned so far", money(row.accrued, row.currency)],
      ["Taken back", money(row.reversed, row.currency)],
      ["Paid out", money(row.paidOut, row.currency)],
      ["Outstanding", money(row.outstanding, row.currency)],
      ["Terms", row.terms.type === "percentage" ? `${row.terms.basisPoints / 100}% of the line` : "a fixed amount"],
      ["Origin", say(row.origin)],
      ["Payout", row.payout && <Reference to="payouts" id={row.payout} />],
    ],
    actions: splitActions,
  },
})

export const refunds = defineResource<Refund>({
  path: "refunds",
  api: "refund-intents",
  noun: "refund",
  title: "Refunds",
  about: "Money that goes back to payers. A refund is asked for first, and given when a person has released it.",
  icon: ArrowLeftRight,
  needs: "refunds.view",
  tabs: { field: "status", values: ["draft", "approved", "processing", "settled", "failed", "rejected", "canceled"] },
  filters: [currencyFilter],
  search: { placeholder: "Name, e-mail, payment or id", filter: byPaymentOrId, names: ofContact },
  columns: [
    { header: "Amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "To", cell: row => <ContactCell id={row.contact} /> },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Reason", isExtra: true, cell: row => <span className="text-fg-2">{row.reason ?? "–"}</span> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.reason ?? "",
    end: amountAndStatus(row),
  }),
  csv: ["_id", "status", "amount", "currency", "fees", "contact", "paymentIntent", "transaction", "reason", "createdAt"],
  empty: "A refund is asked for on the page of its payment, and shows here.",
  object: {
    name: row => `Refund of ${money(row.amount, row.currency)}`,
    hasNoNumber: true,
    heading: row => <Money amount={row.amount} currency={row.currency} />,
    subheading: row => (
      <>
        to <Reference to="contacts" id={row.contact} /> for <Reference to="payments" id={row.paymentIntent} />
      </>
    ),
    facts: row => [
      ["Charge", <Reference to="transactions" id={row.transaction} />],
      ["Reason", row.reason],
      ["Fees", money(row.fees, row.currency)],
      ["Given back by", row.gateway === null ? "hand" : <GatewayName gateway={row.gateway} />],
      ["Refund", row.refundTransaction && <Reference to="transactions" id={row.refundTransaction} />],
      ["Failure", row.failure?.message],
      ["Drafted through", row.draftedBy.client ?? channels[row.draftedBy.channel] ?? say(row.draftedBy.channel)],
    ],
    actions: refundActions,
  },
})
