import { Card, CardHead } from "../../ui/card.tsx"
import { LinkToSend } from "./link-to-send.tsx"
import type { Payment } from "./data.ts"

/** The link to send to the payer, as long as there is something to pay. */
export function PaymentLink({ row }: { row: Payment }) {
  if (row.due === 0) return null
  return (
    <Card aria-label="Payment link" className="pb-5">
      <CardHead title="Payment link" hint="Whoever has it can pay, and nothing else" />
      <div className="px-5">
        <LinkToSend row={row} />
      </div>
    </Card>
  )
}
