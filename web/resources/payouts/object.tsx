import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { DocumentLink } from "../document-link.tsx"
import { payoutActions } from "./forms.ts"
import { recipient } from "./resource.tsx"

const hasAdvice = (status: string) => ["processing", "paid", "returned"].includes(status)

export const payoutPage = definePage<"payouts">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      to {recipient(row)} · {say(row.method)} {row.bankAccount?.masked}
    </>
  ),
  facts: row => [
    ["Recipient", recipient(row)],
    ["Account", row.bankAccount?.masked],
    ["Amount received", row.fx ? money(row.fx.targetAmount, row.targetCurrency) : undefined],
    ["Fees", money(row.fees, row.currency)],
    ["Debt netted", row.debtNetted > 0 ? money(row.debtNetted, row.currency) : undefined],
    ["Payment file", row.file && <Reference to="payment-files" id={row.file} />],
    ["Splits", row.splits.length],
    ["Sent", row.sentAt && <ExactWhen at={row.sentAt} />],
    ["Paid", row.paidAt && <ExactWhen at={row.paidAt} />],
    ["Failure", row.failureReason],
    ["Reference", row.reference],
    ["Document", hasAdvice(row.status) && <DocumentLink path={`payouts/${row._id}/document`} label="Payout advice" />],
  ],
  Body: deferred(async () => (await import("./splits.tsx")).PayoutSplits),
  actions: payoutActions,
})
