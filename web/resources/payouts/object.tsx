import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { t, whole } from "../../lib/translate.ts"
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
      {row.partnership === null ? t`to your own account` : rich`to ${<Reference to="partnerships" id={row.partnership} />}`} ·{" "}
      {say(row.method)} {row.bankAccount?.masked}
    </>
  ),
  facts: row => [
    [t`Recipient`, recipient(row)],
    [t`Account`, row.bankAccount?.masked],
    [t`Amount received`, row.fx ? money(row.fx.targetAmount, row.targetCurrency) : undefined],
    [t`Fees`, money(row.fees, row.currency)],
    [t`Debt netted`, row.debtNetted > 0 ? money(row.debtNetted, row.currency) : undefined],
    [t`Payment file`, row.file && <Reference to="payment-files" id={row.file} />],
    [t`Splits`, whole(row.splits.length)],
    [t`Sent`, row.sentAt && <ExactWhen at={row.sentAt} />],
    [t`Paid`, row.paidAt && <ExactWhen at={row.paidAt} />],
    [t`Failure`, row.failureReason],
    [t`Reference`, row.reference],
    [t`Document`, hasAdvice(row.status) && <DocumentLink path={`payouts/${row._id}/document`} label={t`Payout advice`} />],
  ],
  Body: deferred(async () => (await import("./splits.tsx")).PayoutSplits),
  actions: payoutActions,
})
