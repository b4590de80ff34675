import { Banknote } from "lucide-react"
import { useState } from "react"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { deferredDialog } from "../../ui/deferred.tsx"
import type { BankTransfer } from "./allocate-dialog.tsx"

const AllocateDialog = deferredDialog(async () => (await import("./allocate-dialog.tsx")).AllocateDialog)

/** On a transfer that names no payment: opens the dialog that allocates it. */
export function AllocateButton({ row }: { row: BankTransfer }) {
  const [isOpen, setOpen] = useState(false)
  const can = usePermission()
  if (row.status !== "unallocated" || !can("transactions.edit") || !can("paymentIntents.view")) return null
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Banknote className="size-4" aria-hidden /> {t`Allocate`}
      </Button>
      {isOpen && <AllocateDialog transfer={row} onClose={() => setOpen(false)} />}
    </>
  )
}
