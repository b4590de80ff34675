import { RotateCw } from "lucide-react"
import { useState } from "react"
import { type BulkRun, countOf } from "../lib/bulk.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { deferredDialog } from "../ui/deferred.tsx"
import { Note } from "../ui/note.tsx"
import { forgetRun, useUnfinishedRun } from "./bulk-run.ts"

const RunDialog = deferredDialog(async () => (await import("./bulk-dialog.tsx")).RunDialog)

/** Says what a run over several rows has done that was stopped, or whose page was reloaded meanwhile. */
export function Unfinished({ path }: { path: string }) {
  const run = useUnfinishedRun(path)
  const [opened, setOpened] = useState<BulkRun | undefined>(undefined)
  return (
    <>
      {run && (
        <div className="mb-4">
          <Note tone="warn" icon={RotateCw} title={`${run.label}: ${t`${countOf(run, "done")} of ${run.items.length} done`}`}>
            <span className="me-3">{t`It was stopped before the end. Nothing is sent again by itself.`}</span>
            <Button size="sm" onClick={() => setOpened(run)}>
              {t`See what was done`}
            </Button>{" "}
            <Button size="sm" variant="ghost" onClick={() => forgetRun(path)}>
              {t`Dismiss`}
            </Button>
          </Note>
        </div>
      )}
      {opened && <RunDialog path={path} begun={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
