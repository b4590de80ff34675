import { Download } from "lucide-react"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { downloadJson } from "../../lib/download.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { notify } from "../../ui/toast.tsx"

/** Everything that is stored about a contact, as a file for the person who asked for it. */
export function ContactExport({ row }: { row: Output<"GET /v1/contacts/{id}"> }) {
  const can = usePermission()
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    setIsRunning(true)
    try {
      downloadJson(`contact-${row._id}.json`, await call("GET /v1/contacts/{id}/export", {}, { path: { id: row._id } }))
    } catch (error) {
      notify(t`The export failed`, error instanceof Error ? error.message : t`Try again.`, "bad")
    } finally {
      setIsRunning(false)
    }
  }
  if (!can("tenant.own")) return null
  return (
    <Button disabled={isRunning} onClick={() => void run()}>
      <Download className="size-3.5 text-fg-3" aria-hidden /> {t`Export data`}
    </Button>
  )
}
