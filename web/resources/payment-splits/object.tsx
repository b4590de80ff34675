import { definePage } from "../../dashboard/resource.ts"
import { Reference, useNameOf } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { Money } from "../../ui/value.tsx"
import { splitActions } from "./forms.ts"
import { splitName } from "./resource.tsx"

export const paymentSplitPage = definePage<"payment-splits">({
  useName(row) {
    const partner = useNameOf("partnerships", row.partnership)
    return partner ? `${splitName(row)} for ${partner}` : splitName(row)
  },
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      for <Reference to="partnerships" id={row.partnership} /> from <Reference to="payment-intents" id={row.paymentIntent} />
    </>
  ),
  facts: row => [
    ["Earned", money(row.accrued, row.currency)],
    ["Reversed", money(row.reversed, row.currency)],
    ["Paid out", money(row.paidOut, row.currency)],
    ["Outstanding", money(row.outstanding, row.currency)],
    ["Terms", row.terms.type === "percentage" ? `${row.terms.basisPoints / 100}% of the line` : "a fixed amount"],
    ["Origin", say(row.origin)],
    ["Payout", row.payout && <Reference to="payouts" id={row.payout} />],
  ],
  past: "object",
  actions: splitActions,
})
