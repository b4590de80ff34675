import { type Write, writeStatement } from "./statements.ts"

/** The columns that roll-ups are computed from: those that change, and those that stay as they were inserted. */
export type RolledUp<Column extends string> = { changing: readonly Column[]; fixed: readonly Column[] }

/** `before` has the old values of the changing columns; it is null if the row did not exist. */
type RowChange = { tenant_id: string; kind: string; object_id: string; revision: number; before: object | null }

/** An insert, never an update: no hot row. The worker folds the changes into roll-ups; reports add those that are not folded yet. */
const inserts = writeStatement(
  `insert into row_changes (tenant_id, kind, object_id, revision, before)
   select r.tenant_id, r.kind, c.object_id, c.revision, c.before
   from jsonb_to_recordset($1) as r(tenant_id text, kind text, ids text[], revisions int[], befores jsonb[])
   cross join lateral unnest(r.ids, r.revisions, r.befores) as c(object_id, revision, before)`,
  { combine: rows => byKind(combine(rows as RowChange[])) },
)

export const rowChange = (change: RowChange): Write => ({ statement: inserts, row: change })

/** If a commit changes an object several times, its state before the first change counts. */
function combine(changes: RowChange[]): RowChange[] {
  const first = new Map<string, RowChange>()
  for (const change of changes) {
    const name = `${change.tenant_id} ${change.kind} ${change.object_id}`
    const earlier = first.get(name)
    first.set(name, earlier ? { ...earlier, before: earlier.before && { ...change.before, ...earlier.before } } : change)
  }
  return [...first.values()]
}

/** Arrays of each tenant and kind, which PostgreSQL reads in half the time of single objects. */
function byKind(changes: RowChange[]) {
  return [...Map.groupBy(changes, ({ tenant_id, kind }) => `${tenant_id} ${kind}`).values()].map(own => ({
    tenant_id: own[0]!.tenant_id,
    kind: own[0]!.kind,
    ids: own.map(change => change.object_id),
    revisions: own.map(change => change.revision),
    befores: own.map(change => change.before),
  }))
}
