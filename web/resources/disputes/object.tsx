import type { ReactNode } from "react"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { disputeActions } from "./forms.ts"

export const disputePage = definePage<"disputes">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      {say(row.reason)} · charge <Reference to="transactions" id={row.transaction} /> of <Reference to="contacts" id={row.contact} />
    </>
  ),
  facts: row => [
    ...(row.closedAt ? [] : [["Respond by", <ExactWhen at={row.evidenceDueAt} />] as [string, ReactNode]]),
    ["Payment", <Reference to="payment-intents" id={row.paymentIntent} />],
    ["Fees", money(row.fees, row.currency)],
    ["Evidence", row.evidence?.text],
    ["Closed", row.closedAt && <ExactWhen at={row.closedAt} />],
  ],
  actions: disputeActions,
})
