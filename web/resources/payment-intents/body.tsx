import { useAsOf } from "../../dashboard/as-of.tsx"
import { PaymentLink } from "./link.tsx"
import { Lines } from "./lines.tsx"
import { MoneyBar } from "./money-bar.tsx"
import { Installments, Transactions } from "./transactions.tsx"
import type { Payment } from "./data.ts"

/** The amounts of a payment, its lines and shares, and its link and transactions, which are known only as of now. */
export function PaymentBody({ row }: { row: Payment }) {
  const isPast = useAsOf() !== undefined
  return (
    <>
      <MoneyBar row={row} />
      {!isPast && <PaymentLink row={row} />}
      <Lines row={row} />
      <Installments row={row} />
      {!isPast && <Transactions row={row} />}
    </>
  )
}
