import { Banknote } from "lucide-react"
import { useCreate } from "../../dashboard/create-provider.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { transactions } from "../transactions/resource.tsx"
import type { Payment } from "./data.ts"

/** On an unpaid payment: records money that came in outside of a gateway. The form starts with the amount that is due. */
export function RecordPayment({ row: { number, status, currency, due } }: { row: Payment }) {
  const create = useCreate()
  const can = usePermission()
  if (due === 0 || status === "canceled" || !can(transactions.create!.needs)) return null
  return (
    <Button onClick={() => create(transactions, { paymentIntent: number, currency, amount: amountText(due, currency) })}>
      <Banknote className="size-4 text-fg-3" aria-hidden /> {t`Record a payment`}
    </Button>
  )
}
