import { PaymentLink } from "./payment-link.tsx"
import { Lines } from "./payment/lines.tsx"
import { MoneyBar } from "./payment/money-bar.tsx"
import { Installments, Transactions } from "./payment/transactions.tsx"
import type { Payment } from "./payment/data.ts"

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
