import { Download } from "lucide-react"
import { useState } from "react"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { ConfirmIdentity } from "../../ui/confirm-identity.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { notify } from "../../ui/toast.tsx"

const about = t`One archive with every list as CSV and JSON lines, the ledger, all events and the audit log, as they are now.
  Only a super admin can download it, and the audit log notes it.`

/** The browser itself saves the archive while it arrives, however large it is. So the password is asked for before. */
export function ExportEverything() {
  const can = usePermission()
  const [isAsking, setAsking] = useState(false)
  const download = () => {
    setAsking(false)
    Object.assign(document.createElement("a"), { href: "/v1/export", download: "" }).click()
    notify(t`The export has begun`, t`Your browser saves it. Check it with: countersign export <file> --check`)
  }
  return (
    <Card aria-label={t`Export`} className="pb-5">
      <CardHead title={t`Your data`} hint={about}>
        {can("tenant.own") && (
          <Button size="sm" onClick={() => setAsking(true)}>
            <Download className="size-3.5 text-fg-3" aria-hidden /> {t`Export everything`}
          </Button>
        )}
      </CardHead>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={t`Export everything`} description={about}>
        <ConfirmIdentity onConfirmed={download} />
      </Dialog>
    </Card>
  )
}
