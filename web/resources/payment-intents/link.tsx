import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { LinkToSend } from "./link-to-send.tsx"
import type { Payment } from "./data.ts"

/** The link to send to the payer, while an amount is due. */
export function PaymentLink({ row }: { row: Payment }) {
  if (row.due === 0) return null
  return (
    <Card aria-label={t`Payment link`} className="pb-5">
      <CardHead title={t`Payment link`} hint={t`Anybody with the link can pay, and nothing else`} />
      <div className="px-5">
        <LinkToSend row={row} />
      </div>
    </Card>
  )
}
