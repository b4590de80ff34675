import { noteMetadata } from "./metadata-index.ts"
import { way, type Way, type Write } from "./writes.ts"

type Kinds = { text: string; int: number; bigint: number; boolean: boolean; jsonb: unknown; timestamptz: Date }
type Columns = Record<string, keyof Kinds | `${keyof Kinds}?`>
type Keyed = Columns & { tenant_id: "text"; id: "text" }
type Value<K> = K extends `${infer Kind extends keyof Kinds}?` ? Kinds[Kind] | null : K extends keyof Kinds ? Kinds[K] : never
type Rows<C> = { [K in keyof C]: Value<C[K]> }
export type RowOf<T> = T extends { insert(row: infer Row): unknown } ? Row : never

/**
 * A table, said once; a column whose kind ends in `?` may be null. `update` writes the whole row if it still has the version of
 * `before`. The rows of a table that is `counted`, by a column's values or as a whole, are tallied in the same commit, so that a
 * list can say its exact count without counting.
 */
export function table<const C extends Keyed>(name: string, columns: C, { counted }: Manner<C> = {}) {
  type Row = Rows<C>
  const rows = recordset({ ...columns, was: "int" })
  const same = "t.tenant_id = r.tenant_id and t.id = r.id and t.version = r.was"
  const set = Object.keys(columns)
    .filter(column => column !== "tenant_id" && column !== "id")
    .map(column => `${column} = r.${column}`)
    .join(", ")
  const insert = way(insertion(name, columns))
  const update = way(`update ${name} t set ${set} from ${rows} where ${same} returning 1`, { exact: true })
  const remove = way(`delete from ${name} t using ${rows} where ${same} returning 1`, { exact: true })

  const write = (how: Way, row: Row, was?: unknown): Write => ({
    way: how,
    row: { ...row, was },
    id: `${name} ${row["tenant_id"]} ${row["id"]}`,
  })
  const count = (row: Row, n: 1 | -1): Write[] =>
    counted ? [tally(String(row["tenant_id"]), name, counted === true ? "" : String(row[counted]), n)] : []
  const noted = (before: Row | undefined, after: Row | undefined) => ("metadata" in columns ? noteMetadata(name, before, after) : [])
  return {
    insert: (row: Row): Write[] => [write(insert, row), ...count(row, 1), ...noted(undefined, row)],
    update: (before: Row, after: Row): Write[] => [
      write(update, after, before["version"]),
      ...(counted && counted !== true && before[counted] !== after[counted] ? [...count(before, -1), ...count(after, 1)] : []),
      ...noted(before, after),
    ],
    remove: (row: Row): Write[] => [write(remove, row, row["version"]), ...count(row, -1), ...noted(row, undefined)],
  }
}

/** A table whose rows are only ever added. */
export function appendOnly<const C extends Columns>(name: string, columns: C) {
  const insert = way(insertion(name, columns))
  return { insert: (row: Rows<C>): Write => ({ way: insert, row }) }
}

function insertion(name: string, columns: Columns): string {
  const names = Object.keys(columns).join(", ")
  return `insert into ${name} (${names}) select ${names} from ${recordset(columns)}`
}

const recordset = (columns: Columns) =>
  `jsonb_to_recordset($1) as r(${Object.entries(columns)
    .map(([column, kind]) => `${column} ${kind.replace("?", "")}`)
    .join(", ")})`

type Manner<C> = { counted?: (keyof C & string) | true }

/** A sum that is kept rather than computed: it grows by `n`. */
export const tally = (tenant: string, kind: string, value: string, n: number): Write => ({
  way: tallies,
  row: { tenant_id: tenant, kind, value, n },
})

/** However many rows a batch makes, a tenant's tally of a kind grows by one row; the worker adds these up later. */
const tallies = way(insertion("tallies", { tenant_id: "text", kind: "text", value: "text", n: "bigint" }), {
  fold: rows => addUp(rows as Tally[]),
})
type Tally = { tenant_id: string; kind: string; value: string; n: number }

function addUp(rows: Tally[]): Tally[] {
  const sums = new Map<string, Tally>()
  for (const row of rows) {
    const name = `${row.tenant_id} ${row.kind} ${row.value}`
    const sum = sums.get(name)
    if (sum) sum.n += row.n
    else sums.set(name, { ...row })
  }
  return [...sums.values()].filter(sum => sum.n !== 0)
}
