import { definePage } from "../../dashboard/resource.ts"
import { Reference, useNameOf } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { percent } from "../../lib/percent.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Money } from "../../ui/value.tsx"
import { splitActions } from "./forms.ts"
import { splitName } from "./resource.tsx"

export const paymentSplitPage = definePage<"payment-splits">({
  useName(row) {
    const partner = useNameOf("partnerships", row.partnership)
    return partner ? t`Split of ${money(row.amount, row.currency)} for ${partner}` : splitName(row)
  },
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row =>
    rich`for ${<Reference to="partnerships" id={row.partnership} />} from ${<Reference to="payment-intents" id={row.paymentIntent} />}`,
  facts: row => [
    [t`Earned`, money(row.accrued, row.currency)],
    [t`Reversed`, money(row.reversed, row.currency)],
    [t`Paid out`, money(row.paidOut, row.currency)],
    [t`Outstanding`, money(row.outstanding, row.currency)],
    [t`Terms`, row.terms.type === "percentage" ? t`${percent(row.terms.basisPoints / 10_000)} of the line` : t`a fixed amount`],
    [t`Origin`, say(row.origin)],
    [t`Payout`, row.payout && <Reference to="payouts" id={row.payout} />],
  ],
  past: "object",
  actions: splitActions,
})
