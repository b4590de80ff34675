import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { ExactWhen } from "../../ui/value.tsx"

/** How the payer agreed that the card is charged later. */
export function Consent({ row }: { row: Output<"GET /v1/saved-methods/{id}"> }) {
  return (
    <Card aria-label={t`Consent`} className="pb-3">
      <CardHead title={t`Consent`} hint={t`What the payer agreed to`} />
      <p className="px-4">{row.consent.text}</p>
      <p className="px-4 pt-2 text-fg-2">
        {rich`${<ExactWhen at={row.consent.at} />}, with the payment ${<Reference to="transactions" id={row.transaction} />}`}
      </p>
    </Card>
  )
}
