import { useQuery } from "@tanstack/react-query"
import { Undo2 } from "lucide-react"
import { request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { deferredDialog } from "../../ui/deferred.tsx"
import type { Charge } from "./data.ts"

const RefundDialog = deferredDialog(async () => (await import("./dialog.tsx")).RefundDialog)

const isRefundable = ({ status, transactionType }: Charge) => status === "succeeded" && transactionType === "charge"

/** On a settled charge: requests a refund, which a person then releases. */
export function RefundCharge({ row }: { row: Charge }) {
  return isRefundable(row) ? <RefundButton charges={[row]} /> : null
}

/** On a payment: the same, for any of the charges that paid it. */
export function RefundPayment({ row }: { row: { _id: string; paid: number; refunded: number } }) {
  const charges = useQuery({
    queryKey: ["transactions", "list", { paymentIntent: row._id }],
    queryFn: () => request("GET /v1/transactions", { paymentIntent: row._id, limit: 50 }) as Promise<{ data: Charge[]; count: number }>,
    enabled: row.paid > row.refunded,
  })
  const refundable = charges.data?.data.filter(isRefundable) ?? []
  return refundable.length > 0 ? <RefundButton charges={refundable} /> : null
}

function RefundButton({ charges }: { charges: readonly Charge[] }) {
  const [isOpen, setOpen] = useFormOpen(`refund ${charges[0]!._id}`)
  const can = usePermission()
  if (!can("refunds.edit") || !can("refunds.view")) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Undo2 className="size-4 text-fg-3" aria-hidden /> {t`Refund…`}
      </Button>
      {isOpen && <RefundDialog charges={charges} onClose={() => setOpen(false)} />}
    </>
  )
}
