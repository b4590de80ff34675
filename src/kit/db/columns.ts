/** A column: its SQL type, and the type of its values in a row. `value` exists for the type checker only. */
type Column<T = unknown> = { type: string; value?: T }
export type Columns = Record<string, Column>
export type Row<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never }

export const text: Column<string> = { type: "text" }
export const int: Column<number> = { type: "int" }
export const bigint: Column<number> = { type: "bigint" }
export const double: Column<number> = { type: "double precision" }
export const boolean: Column<boolean> = { type: "boolean" }
export const timestamptz: Column<Date> = { type: "timestamptz" }

/** Text that is one of a few values; a CHECK of the table ensures it. */
export const oneOf = <const V extends string>(_values: readonly V[]): Column<V> => ({ type: "text" })
export const json = <T>(): Column<T> => ({ type: "jsonb" })
export const nullable = <T>({ type }: Column<T>): Column<T | null> => ({ type })

/** The key of every table. */
export const identity = { tenant_id: text, id: text }

/** What every object has. `version` is what users see; `revision` also changes when a row is only touched, and detects conflicts. */
export const tracked = {
  metadata: json<Record<string, string>>(),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: int,
  revision: int,
}
export type ObjectColumns = Columns & typeof identity & typeof tracked
export type ObjectRow<C extends ObjectColumns> = Row<C> & Row<typeof identity & typeof tracked>

/** The rows that a statement gets as $1. */
export const recordset = (columns: Columns) =>
  `jsonb_to_recordset($1) as r(${Object.entries(columns)
    .map(([name, { type }]) => `${name} ${type}`)
    .join(", ")})`

export function insertInto(table: string, columns: Columns): string {
  const names = Object.keys(columns).join(", ")
  return `insert into ${table} (${names}) select ${names} from ${recordset(columns)}`
}
