import type { Output } from "../../client.ts"
import { money } from "../../lib/money.ts"
import { shortDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"

type Settled = NonNullable<Output<"GET /v1/transactions/{id}">["settlement"]>

/** What the provider made of it in its own books: the fee is kept, and the rest becomes available. */
export const Settlement = ({ settlement: { net, fee, currency, rate, availableAt } }: { settlement: Settled }) => (
  <>
    {money(net, currency)}
    <span className="block text-xs text-fg-3">
      {[t`after a fee of ${money(fee, currency)}`, rate && t`at the rate ${rate}`, availableAt && t`available ${shortDate(availableAt)}`]
        .filter(Boolean)
        .join(", ")}
    </span>
  </>
)
