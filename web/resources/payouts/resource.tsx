import { Send } from "lucide-react"
import { recipientTypes } from "../../../src/control/approvals/values.ts"
import { payoutMethods, payoutStatuses } from "../../../src/money/payouts/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofPartner } from "../partnerships/field.ts"

type Payout = Output<"GET /v1/payouts/{id}">

export const recipient = (row: Payout) =>
  row.partnership === null ? "your own account" : <Reference to="partnerships" id={row.partnership} />

export const payouts = defineResource("payouts", {
  event: "payouts",
  story: {
    isMoney: true,
    statuses: {
      processing: "sent it to the bank",
      paid: "paid it out",
      failed: "could not pay it out; the money is free again",
      returned: "got it back from the bank",
    },
  },
  numberPrefix: "PO",
  approval: {
    type: "payout",
    again: ({ recipientType, partnership, currency, amount, method, bankAccount }) => ({
      recipientType,
      partnership: partnership ?? "",
      currency,
      amount: amountText(amount, currency),
      method,
      bankAccount: bankAccount?._id ?? "",
    }),
  },
  noun: "payout",
  title: "Payouts",
  about: "Money that goes to partners, suppliers and your own accounts.",
  icon: Send,
  needs: "splits.view",
  tabs: { field: "status", values: payoutStatuses },
  filters: [currencyFilter, choiceFilter("recipientType", "To", recipientTypes), choiceFilter("method", "Method", payoutMethods)],
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
  empty: "Create a payout here to pay partners what they have earned, or to send your own money to your bank account.",
  create: { label: "New payout", needs: "payouts.send" },
  object: { name: row => row.number },
})
