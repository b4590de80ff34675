import { Download } from "lucide-react"
import { definePage } from "../../dashboard/resource.ts"
import { downloadJson } from "../../lib/download.ts"
import { exactTime } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { CopyId } from "../../ui/value.tsx"
import { type Checkpoint, checkpointName } from "./resource.tsx"

const hash = (label: string, value: string) => (value === "countersign" ? t`no entry yet` : <CopyId label={label} value={value} />)

export const checkpointPage = definePage<"checkpoints">({
  heading: checkpointName,
  subheading: row => t`Signed ${exactTime(row.at)}`,
  facts: row => [
    [t`Ledger entries`, whole(row.ledger.entries)],
    [t`Last hash of the ledger`, hash(t`hash of the ledger`, row.ledger.hash)],
    [t`Audit entries`, whole(row.audit.entries)],
    [t`Last hash of the log`, hash(t`hash of the audit log`, row.audit.hash)],
    [t`History`, <CopyId label={t`history`} value={row.history.id} />],
    [t`Restored from`, row.history.restoredFrom && t`the backup of ${exactTime(row.history.restoredFrom)}`],
    [t`Hash of the one before`, row.previous && <CopyId label={t`hash of the one before`} value={row.previous} />],
    [t`Key`, <CopyId label={t`id of the key`} value={row.keyId} />],
    [t`Signature`, <CopyId label={t`signature`} value={row.signature} />],
  ],
  Actions: ({ row }) => (
    <Button title={t`Keep it outside: the verifier then finds an export that was cut off`} onClick={() => downloadJson(fileName(row), row)}>
      <Download className="size-4 text-fg-3" aria-hidden /> {t`Keep a copy`}
    </Button>
  ),
})

const fileName = ({ number }: Checkpoint) => `checkpoint-${number}.json`
