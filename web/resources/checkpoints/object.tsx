import { Download } from "lucide-react"
import { definePage } from "../../dashboard/resource.ts"
import { downloadJson } from "../../lib/download.ts"
import { exactTime } from "../../lib/time.ts"
import { Button } from "../../ui/button.tsx"
import { CopyId } from "../../ui/value.tsx"
import { type Checkpoint, checkpointName } from "./resource.tsx"

const hash = (label: string, value: string) => (value === "countersign" ? "no entry yet" : <CopyId label={label} value={value} />)

export const checkpointPage = definePage<"checkpoints">({
  heading: checkpointName,
  subheading: row => `Signed ${exactTime(row.at)}`,
  facts: row => [
    ["Ledger entries", row.ledger.entries.toLocaleString()],
    ["Last hash of the ledger", hash("hash of the ledger", row.ledger.hash)],
    ["Audit entries", row.audit.entries.toLocaleString()],
    ["Last hash of the log", hash("hash of the audit log", row.audit.hash)],
    ["History", <CopyId label="history" value={row.history.id} />],
    ["Restored from", row.history.restoredFrom && `the backup of ${exactTime(row.history.restoredFrom)}`],
    ["Hash of the one before", row.previous && <CopyId label="hash of the one before" value={row.previous} />],
    ["Key", <CopyId label="id of the key" value={row.keyId} />],
    ["Signature", <CopyId label="signature" value={row.signature} />],
  ],
  Actions: ({ row }) => (
    <Button title="Keep it outside: the verifier then finds an export that was cut off" onClick={() => downloadJson(fileName(row), row)}>
      <Download className="size-4 text-fg-3" aria-hidden /> Keep a copy
    </Button>
  ),
})

const fileName = ({ number }: Checkpoint) => `checkpoint-${number}.json`
