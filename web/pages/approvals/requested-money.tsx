import { t } from "../../lib/translate.ts"
import { Money } from "../../ui/value.tsx"
import type { Requested } from "./request.ts"

/** The requested amount; a mandate without a limit may debit any amount. */
export function RequestedMoney({ of: { amount, currency, isUnlimited, entityType }, className }: { of: Requested; className: string }) {
  if (entityType === "journal-close") return <span className={className}>{t`A closed month`}</span>
  return isUnlimited ? (
    <span className={className}>{t`Any amount`}</span>
  ) : (
    <Money amount={amount} currency={currency} className={className} />
  )
}
