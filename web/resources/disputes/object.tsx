import type { ReactNode } from "react"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { disputeActions } from "./forms.ts"

export const disputePage = definePage<"disputes">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      {say(row.reason)} ·{" "}
      {rich`charge ${<Reference to="transactions" id={row.transaction} />} of ${<Reference to="contacts" id={row.contact} />}`}
    </>
  ),
  facts: row => [
    ...(row.closedAt ? [] : [[t`Respond by`, <ExactWhen at={row.evidenceDueAt} />] as [string, ReactNode]]),
    [t`Payment`, <Reference to="payment-intents" id={row.paymentIntent} />],
    [t`Fees`, money(row.fees, row.currency)],
    [t`Evidence`, row.evidence?.text],
    [t`Closed`, row.closedAt && <ExactWhen at={row.closedAt} />],
  ],
  actions: disputeActions,
})
