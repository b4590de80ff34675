import { isSameJson } from "../pure/same-json.ts"
import { batchedLookup } from "./batched-lookup.ts"
import { insertInto, int, type ObjectColumns, type ObjectRow, recordset } from "./columns.ts"
import type { Context } from "./context.ts"
import { indexMetadata } from "./metadata-index.ts"
import { prepare, type Query } from "./query.ts"
import { type RolledUp, rowChange } from "./row-changes.ts"
import { indexForSearch } from "./search-index.ts"
import { type Write, writeStatement, type WriteStatement } from "./statements.ts"
import { tally } from "./tallies.ts"

/**
 * The rows of a `counted` table are tallied by the values of a column, or as a whole, so that a list knows its exact count. Changes of the
 * `rolledUp` columns are noted for the roll-ups of reports. Search compares the text that `searched` makes of a row;
 * such rows are never removed.
 */
type Options<C extends ObjectColumns> = {
  counted?: (keyof C & string) | true | undefined
  rolledUp?: RolledUp<keyof C & string> | undefined
  searched?: ((row: ObjectRow<C>) => string) | undefined
}

/** A table of objects: its writes as data, and the look-ups of single rows. */
export function table<const C extends ObjectColumns>(name: string, columns: C, { counted, rolledUp, searched }: Options<C> = {}) {
  type R = ObjectRow<C>
  const rows = recordset({ ...columns, expected: int })
  const matches = "t.tenant_id = r.tenant_id and t.id = r.id and t.revision = r.expected"
  const assignments = Object.keys(columns)
    .filter(column => column !== "tenant_id" && column !== "id")
    .map(column => `${column} = r.${column}`)
    .join(", ")
  const inserts = writeStatement(insertInto(name, columns))
  const updates = writeStatement(`update ${name} t set ${assignments} from ${rows} where ${matches} returning 1`, { exact: true })
  const deletes = writeStatement(`delete from ${name} t using ${rows} where ${matches} returning 1`, { exact: true })

  const write = (statement: WriteStatement, row: R, expected?: number): Write => ({
    statement,
    row: { ...row, expected },
    id: `${name} ${row.tenant_id} ${row.id}`,
  })
  const count = (row: R, n: 1 | -1): Write[] =>
    counted ? [tally(row.tenant_id, name, counted === true ? "" : String(row[counted]), n)] : []
  const note = (row: R, revision: number, before: object | null): Write[] =>
    rolledUp ? [rowChange({ tenant_id: row.tenant_id, kind: name, object_id: row.id, revision, before })] : []
  const pick = (row: R, names: readonly (keyof C & string)[] = []) => Object.fromEntries(names.map(column => [column, row[column]]))
  const noteUpdate = (before: R, after: R): Write[] => {
    const changed = rolledUp?.changing.filter(column => !isSameJson(before[column], after[column])) ?? []
    return changed.length === 0 ? [] : note(before, before.revision, pick(before, changed))
  }
  const index = (row: R, before?: R): Write[] => {
    const text = searched?.(row)
    if (text === undefined || (before && searched?.(before) === text)) return []
    return [indexForSearch({ tenant_id: row.tenant_id, kind: name, object_id: row.id, text })]
  }

  const findBy = (column: keyof C & string) => {
    const lookup = batchedLookup<{ tenant_id: string; value: string }, R>(`
      select n, t.* from jsonb_to_recordset($1) as input(n int, tenant_id text, value text)
      cross join lateral (select * from ${name} where tenant_id = input.tenant_id and ${column} = input.value limit 1) t`)
    return ({ tenant }: Pick<Context, "tenant">, value: string) => lookup({ tenant_id: tenant.id, value })
  }
  const forUpdate = prepare(`select * from ${name} where tenant_id = $1 and id = $2 for update`)
  const following = prepare(`select * from ${name} where tenant_id = $1 and id > $2 order by id limit 500`)

  return {
    insert: (row: R): Write[] => [
      write(inserts, row),
      ...count(row, 1),
      ...note(row, 0, null),
      ...index(row),
      ...indexMetadata(name, undefined, row),
    ],
    /** Writes the whole row if it still has the revision of `before`. */
    update: (before: R, after: R): Write[] => [
      write(updates, after, before.revision),
      ...(counted && counted !== true && before[counted] !== after[counted] ? [...count(before, -1), ...count(after, 1)] : []),
      ...noteUpdate(before, after),
      ...index(after, before),
      ...indexMetadata(name, before, after),
    ],
    remove: (row: R): Write[] => [
      write(deletes, row, row.revision),
      ...count(row, -1),
      ...note(row, row.revision, { ...pick(row, rolledUp?.fixed), ...pick(row, rolledUp?.changing) }),
      ...indexMetadata(name, row, undefined),
    ],
    /** A look-up by a column with an index, shared by concurrent requests. */
    findBy,
    forUpdate: (tenant: string, id: string): Query => ({ ...forUpdate, values: [tenant, id] }),
    /** The rows after an id, in batches, for verification. */
    after: (tenant: string, id: string): Query => ({ ...following, values: [tenant, id] }),
  }
}
