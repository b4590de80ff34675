import { type Write, writeStatement } from "./statements.ts"

/** The columns that roll-ups follow from: those that change, and those that stay as they were inserted. */
export type RolledUp<Column extends string> = { changing: readonly Column[]; fixed: readonly Column[] }

type RowChange = { tenant_id: string; kind: string; object_id: string; revision: number; before: object | null }

/** An insert, never an update: no hot row. The worker folds the changes into roll-ups, and reports read those that it has not folded yet. */
const inserts = writeStatement(
  `insert into row_changes (tenant_id, kind, object_id, revision, before)
   select tenant_id, kind, object_id, revision, before
   from jsonb_to_recordset($1) as r(tenant_id text, kind text, object_id text, revision int, before jsonb)`,
  { combine: rows => combine(rows as RowChange[]) },
)

export const rowChange = (change: RowChange): Write => ({ statement: inserts, row: change })

/** Of several changes of one object in a commit, what it was before the first one counts. */
function combine(changes: RowChange[]): RowChange[] {
  const first = new Map<string, RowChange>()
  for (const change of changes) {
    const name = `${change.tenant_id} ${change.kind} ${change.object_id}`
    const earlier = first.get(name)
    first.set(name, earlier ? { ...earlier, before: earlier.before && { ...change.before, ...earlier.before } } : change)
  }
  return [...first.values()]
}
