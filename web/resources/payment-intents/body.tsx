import { PaymentLink } from "./link.tsx"
import { Lines } from "./lines.tsx"
import { MoneyBar } from "./money-bar.tsx"
import { Installments, Transactions } from "./transactions.tsx"
import type { Payment } from "./data.ts"

/** Where the money of a payment is: paid, asked back, left; its lines and shares, its transactions. */
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
