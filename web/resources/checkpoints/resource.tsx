import { Stamp } from "lucide-react"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { dayAndTime } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { deferred } from "../../ui/deferred.tsx"

export type Checkpoint = Output<"GET /v1/checkpoints/{id}">

export const checkpointName = ({ number }: Checkpoint) => t`Checkpoint ${number}`
const entries = (count: number) => <span className="num">{whole(count)}</span>
const counted = (count: number) => plural(count, t`${whole(count)} entry`, t`${whole(count)} entries`)
const mono = (text: string) => <span className="font-mono text-xs text-fg-2">{text}</span>

/** Its address is not that of its API, because anybody may read published checkpoints at `/checkpoints/{tenant}`. */
export const checkpoints = defineResource("checkpoints", {
  path: "signed-checkpoints",
  noun: t`checkpoint`,
  title: t`Checkpoints`,
  about: t`Every hour the service signs how far ledger and audit log are.
    With them anybody can check an export without trusting the database.`,
  icon: Stamp,
  needs: "audit.view",
  dates: [["createdAt", t`Signed`]],
  search: {
    placeholder: t`Number or id of a key`,
    filter: text => (/^\d{1,15}$/.test(text) ? { number: text } : { keyId: text }),
  },
  columns: [
    { id: "number", header: t`Number`, cell: row => <span className="num font-medium">{row.number}</span> },
    { id: "signed", header: t`Signed`, sort: "createdAt", cell: row => dayAndTime(row.at) }, // by the real clock, in sandboxes, too
    { id: "ledger-entries", header: t`Ledger entries`, isNumber: true, cell: row => entries(row.ledger.entries) },
    { id: "audit-entries", header: t`Audit entries`, isNumber: true, cell: row => entries(row.audit.entries) },
    { id: "history", header: t`History`, isExtra: true, cell: row => mono(row.history.id) },
    { id: "key", header: t`Key`, isExtra: true, cell: row => mono(row.keyId) },
  ],
  summary: row => ({
    first: checkpointName(row),
    second: dayAndTime(row.at),
    end: <span className="num text-fg-3">{counted(row.ledger.entries + row.audit.entries)}</span>,
  }),
  csv: [
    "_id",
    "number",
    "at",
    "ledger.entries",
    "ledger.hash",
    "audit.entries",
    "audit.hash",
    "history.id",
    "history.restoredFrom",
    "previous",
    "keyId",
    "signature",
  ],
  empty: t`The first one is signed within minutes of the first entry. Then one follows each hour in which something was recorded.`,
  Above: deferred(async () => (await import("./signed.tsx")).Signed),
  Below: deferred(async () => (await import("./verify.tsx")).VerifyOffline),
  object: { name: checkpointName, hasNoNumber: true, hasNoTimeline: true },
})
