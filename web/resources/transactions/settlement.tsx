import type { Output } from "../../client.ts"
import { money } from "../../lib/money.ts"
import { shortDate } from "../../lib/time.ts"

type Settled = NonNullable<Output<"GET /v1/transactions/{id}">["settlement"]>

/** What the provider made of it in its own books: the fee is kept, and the rest becomes available. */
export const Settlement = ({ settlement: { net, fee, currency, rate, availableAt } }: { settlement: Settled }) => (
  <>
    {money(net, currency)}
    <span className="block text-xs text-fg-3">
      after a fee of {money(fee, currency)}
      {rate && `, at ${rate}`}
      {availableAt && `, available ${shortDate(availableAt)}`}
    </span>
  </>
)
