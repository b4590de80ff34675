import { Send } from "lucide-react"
import { recipientTypes } from "../../../src/control/approvals/values.ts"
import { payoutMethods, payoutStatuses } from "../../../src/money/payouts/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { byNumberOrId, choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { ofPartner } from "../partnerships/field.ts"

type Payout = Output<"GET /v1/payouts/{id}">

export const recipient = (row: Payout) =>
  row.partnership === null ? t`Your own account` : <Reference to="partnerships" id={row.partnership} />

export const payouts = defineResource("payouts", {
  event: "payouts",
  story: {
    isMoney: true,
    statuses: {
      processing: t`sent it to the bank`,
      paid: t`paid it out`,
      failed: t`could not pay it out; the money is free again`,
      returned: t`got it back from the bank`,
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
  noun: t`payout`,
  title: t`Payouts`,
  about: t`Money that goes to partners, suppliers and your own accounts.`,
  icon: Send,
  needs: "splits.view",
  tabs: { field: "status", values: payoutStatuses },
  filters: [currencyFilter, choiceFilter("recipientType", t`Recipient`, recipientTypes), choiceFilter("method", t`Method`, payoutMethods)],
  search: { placeholder: t`Partner, code, number or id`, filter: byNumberOrId, names: ofPartner },
  columns: [
    { id: "amount", header: t`Amount`, cell: row => <Money amount={row.amount} currency={row.currency} className="font-medium" /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "to", header: t`Recipient`, cell: recipient },
    { id: "method", header: t`Method`, cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    {
      id: "account",
      header: t`Account`,
      isExtra: true,
      cell: row => <span className="num text-fg-2">{row.bankAccount?.masked ?? "–"}</span>,
    },
    { id: "number", header: t`Number`, isExtra: true, cell: row => <CopyId label={t`number`} value={row.number} /> },
    { id: "created", header: t`Created`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: row.partnership === null ? t`Your own account` : <Reference to="partnerships" id={row.partnership} isPlain />,
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
  empty: t`Create a payout here to pay partners what they have earned, or to send your own money to your bank account.`,
  create: { label: t`New payout`, needs: "payouts.send" },
  object: { name: row => row.number },
})
