import { ArrowLeftRight, Check, Send, Split, X } from "lucide-react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Reference } from "../dashboard/reference.tsx"
import { textOf } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { Status } from "../ui/status.tsx"
import { CopyId, Money, When } from "../ui/value.tsx"
import { amountAndStatus } from "./amount-and-status.tsx"
import { choicesOf, currencyField, currencyFilter, partnershipField, reasonField } from "./fields.ts"

type Payout = Output<"GET /v1/payouts/{id}">
type PaymentSplit = Output<"GET /v1/payment-splits/{id}">
type Refund = Output<"GET /v1/refund-intents/{id}">

const amountText = (row: { amount: number; currency: string }) => money(row.amount, row.currency)
const recipient = (row: Payout) => (row.partnership === null ? "your own account" : <Reference to="partnerships" id={row.partnership} />)

export const payouts = defineResource<Payout>({
  path: "payouts",
  noun: "payout",
  title: "Payouts",
  about: "Money that goes to partners, suppliers and your own accounts.",
  icon: Send,
  needs: "splits.view",
  tabs: { field: "status", values: ["draft", "pending-approval", "processing", "paid", "failed", "returned", "canceled"] },
  filters: [currencyFilter],
  search: { placeholder: "Number or id", filter: text => (/^[0-9a-f]{24}$/.test(text) ? { _id: text } : { number: text.toUpperCase() }) },
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "To", cell: recipient },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Account", cell: row => <span className="num text-fg-2">{row.bankAccount?.masked ?? "–"}</span> },
    { header: "Number", cell: row => <CopyId label="number" value={row.number} /> },
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
  create: {
    label: "New payout",
    needs: "payouts.send",
    about: "The balance is reserved at once. Where a policy matches, nothing leaves before it is approved.",
    fields: [
      {
        name: "recipientType",
        label: "To whom",
        kind: "choice",
        isRequired: true,
        initial: "supplier",
        choices: choicesOf(["supplier", "partnership", "self"]),
      },
      { ...partnershipField(true), appliesTo: values => values["recipientType"] !== "self" },
      currencyField,
      {
        name: "amount",
        label: "Amount",
        kind: "money",
        isRequired: true,
        hint: "To a partner: taken from what is due to it, the oldest first",
      },
      {
        name: "method",
        label: "Method",
        kind: "choice",
        isRequired: true,
        choices: choicesOf(["bank-transfer", "sepa", "ach", "wire", "pix", "spei", "manual"]),
      },
      {
        name: "bankAccount",
        label: "Bank account",
        kind: "reference",
        route: "GET /v1/bank-accounts",
        describe: row => ({
          value: String(row["_id"]),
          label: `${String(row["holder"])} ${String(row["masked"])} · ${String(row["currency"])}`,
        }),
      },
    ],
    submit: values => (values["amount"] === "" ? "Create payout" : `Pay out ${textOf(values, "amount")} ${textOf(values, "currency")}`),
  },
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
      ["Sent", row.sentAt && <When at={row.sentAt} />],
      ["Paid", row.paidAt && <When at={row.paidAt} />],
      ["Failure", row.failureReason],
      ["Reference", row.reference],
    ],
    actions: {
      send: {
        label: "Send",
        icon: Send,
        submit: row => `Send ${amountText(row)}`,
        about: () => "Where a policy matches, it waits for approval first.",
      },
      confirm: {
        label: "Confirm",
        icon: Check,
        fields: [{ name: "reference", label: "What the bank statement says", kind: "text", isRequired: true }],
        submit: row => `Confirm that ${amountText(row)} was paid`,
      },
      fail: {
        label: "Mark as failed",
        isDanger: true,
        fields: [{ ...reasonField, isRequired: true }],
        about: () => "Its splits are due again.",
      },
      cancel: {
        label: "Cancel payout",
        icon: X,
        isDanger: true,
        submit: row => `Cancel ${amountText(row)}`,
        about: () => "What it reserved is free again.",
      },
    },
  },
})

export const splits = defineResource<PaymentSplit>({
  path: "splits",
  api: "payment-splits",
  noun: "split",
  title: "Splits",
  about: "What partners earn from payments, as the money arrives.",
  icon: Split,
  needs: "splits.view",
  tabs: { field: "status", values: ["pending", "due", "scheduled", "paid", "pending-approval", "reversed", "canceled"] },
  filters: [currencyFilter],
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Partner", cell: row => <Reference to="partnerships" id={row.partnership} /> },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Earned", isNumber: true, cell: row => <Money amount={row.accrued} currency={row.currency} /> },
    { header: "Paid out", isNumber: true, cell: row => <Money amount={row.paidOut} currency={row.currency} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
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
  create: {
    label: "New split",
    needs: "splits.edit",
    fields: [
      { name: "paymentIntent", label: "Payment", kind: "text", isRequired: true, placeholder: "PI-000123" },
      partnershipField(true),
      { ...currencyField, hint: "That of the payment" },
      { name: "amount", label: "Amount", kind: "money", isRequired: true },
    ],
    toInput: ({ paymentIntent, partnership, amount }) => ({ paymentIntent, partnership, amount }),
  },
  object: {
    name: row => row._id,
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
    actions: { delete: { label: "Delete", isDanger: true, about: () => "The partner earns nothing from it any more." } },
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
  tabs: { field: "status", values: ["draft", "processing", "settled", "failed", "rejected", "canceled"] },
  filters: [currencyFilter],
  columns: [
    { header: "Amount", sort: "amount", cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "To", cell: row => <Reference to="contacts" id={row.contact} /> },
    { header: "Payment", cell: row => <Reference to="payments" id={row.paymentIntent} /> },
    { header: "Reason", cell: row => <span className="text-fg-2">{row.reason ?? "–"}</span> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.reason ?? "",
    end: amountAndStatus(row),
  }),
  csv: ["_id", "status", "amount", "currency", "fees", "contact", "paymentIntent", "transaction", "reason", "createdAt"],
  empty: "Open a payment's transaction to ask for a refund.",
  object: {
    name: row => row._id,
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
      ["Given back by", row.gateway ?? "hand"],
      ["Refund", row.refundTransaction && <Reference to="transactions" id={row.refundTransaction} />],
      ["Failure", row.failure?.message],
      ["Drafted by", row.draftedBy.client ?? say(row.draftedBy.channel)],
    ],
    actions: {
      approve: {
        label: "Approve",
        icon: Check,
        submit: row => `Refund ${amountText(row)}`,
        about: () => "The money goes back to the payer.",
      },
      reject: { label: "Reject", icon: X, isDanger: true, submit: row => `Reject ${amountText(row)}`, about: () => "No money moves." },
      settle: {
        label: "Settle by hand",
        fields: [{ name: "reference", label: "How it was paid", kind: "text", isRequired: true }],
        submit: row => `Say that ${amountText(row)} was paid back`,
      },
      fail: { label: "Mark as failed", isDanger: true, fields: [{ ...reasonField, isRequired: true }] },
      cancel: { label: "Cancel refund", isDanger: true, about: () => "No money moves. The charge can be refunded anew." },
    },
  },
})
