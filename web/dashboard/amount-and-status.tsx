import { Status } from "../ui/status.tsx"
import { Money } from "../ui/value.tsx"

/** At the right of a row on a phone. */
export const amountAndStatus = (row: { amount: number; currency: string; status: string }) => (
  <>
    <Money amount={row.amount} currency={row.currency} className="block font-medium" />
    <Status status={row.status} />
  </>
)
