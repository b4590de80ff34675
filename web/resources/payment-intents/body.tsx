import { PaymentLink } from "./link.tsx"
import { Lines } from "./lines.tsx"
import { MoneyBar } from "./money-bar.tsx"
import { Installments, Transactions } from "./transactions.tsx"
import type { Payment } from "./data.ts"

/** The amounts of a payment (paid, refund requested, left to pay), its lines and shares, and its transactions. */
export function PaymentBody({ row }: { row: Payment }) {
  return (
    <>
      <MoneyBar row={row} />
      <PaymentLink row={row} />
      <Lines row={row} />
      <Installments row={row} />
      <Transactions row={row} />
    </>
  )
}
