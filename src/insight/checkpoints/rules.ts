import { hourMs, minuteMs } from "../../kit/pure/calendar.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import type { SignedFields } from "./schema.ts"

/** The columns of a checkpoint that its signature covers. */
type Statement = {
  tenant_id: string
  number: number
  at: Date
  ledger_entries: number
  ledger_hash: string
  audit_entries: number
  audit_hash: string
  history: string
  restored_from: Date | null
  previous: string | null
  key_id: string
}

/** The fields in the order in which they are signed. */
export const signedFields = (row: Statement): SignedFields => ({
  tenant: row.tenant_id,
  number: row.number,
  at: isoTime(row.at),
  ledger: { entries: row.ledger_entries, hash: row.ledger_hash },
  audit: { entries: row.audit_entries, hash: row.audit_hash },
  history: { id: row.history, restoredFrom: isoTimeOrNull(row.restored_from) },
  previous: row.previous,
  keyId: row.key_id,
})

/** What is signed. The first line keeps a signature from being valid for anything else. */
export const textOf = (row: Statement) => `countersign checkpoint 1\n${JSON.stringify(signedFields(row))}`

const [maxAgeMs, graceMs] = [2 * hourMs, 10 * minuteMs]

/**
 * Whether a checkpoint should have been signed. An idle tenant gets none, so what was recorded within the last minutes is no reason yet.
 * Checkpoints have the real time, and entries of a sandbox that of its clock.
 */
export const isLate = ({ lastAt, waitingSince }: { lastAt: Date | null; waitingSince: Date | null }, real: Date, now: Date) =>
  waitingSince !== null &&
  now.getTime() - waitingSince.getTime() > graceMs &&
  (lastAt === null ? now.getTime() - waitingSince.getTime() : real.getTime() - lastAt.getTime()) > maxAgeMs

type Heads = Pick<Statement, "ledger_entries" | "audit_entries" | "history">

/** Whether a checkpoint says something that the last one did not. An idle tenant gets none, so each covers a row. */
export const isDue = (heads: Heads, last: Heads) =>
  heads.ledger_entries !== last.ledger_entries || heads.audit_entries !== last.audit_entries || heads.history !== last.history
