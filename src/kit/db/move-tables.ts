import type pg from "pg"
import { readTables } from "./catalog.ts"

/** A table with rows of tenants, as it is moved. */
export type MovedTable = {
  name: string
  /** The column of the tenant. */
  tenant: string
  columns: string[]
  /** The SQL type of each column. */
  types: ReadonlyMap<string, string>
  key: string[]
  /** Columns that the role may not update. It gets the privilege for one transaction. */
  locked: string[]
  mayDelete: boolean
}

/** Home's directory stays at home. */
const staying = new Set(["tenant_directory"])

type Shape = Pick<MovedTable, "key" | "locked" | "mayDelete"> & { name: string; types: Record<string, string> }

/** Every table with rows of tenants, each after those that it refers to. */
export async function readMovedTables(client: pg.Client): Promise<MovedTable[]> {
  const tables = (await readTables(client)).filter(({ name, isProtected }) => isProtected && !staying.has(name))
  const { rows } = await client.query<Shape>(
    `select c.relname::text as name, has_table_privilege(c.oid, 'delete') as "mayDelete",
       (select jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as types,
       array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and not has_column_privilege(c.oid, a.attnum, 'update') order by a.attnum) as locked,
       array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey) with ordinality as k(attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and k.n <= i.indnkeyatts order by k.n) as key
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)`,
    [tables.map(({ name }) => name)],
  )
  const shapes = new Map(rows.map(row => [row.name, row]))
  return tables.map(({ name, columns }) => {
    const { types, ...shape } = shapes.get(name)!
    return { ...shape, columns, tenant: name === "tenants" ? "id" : "tenant_id", types: new Map(Object.entries(types)) }
  })
}

/** Tables whose changes a publication can't filter by tenant. Publishing them would make PostgreSQL refuse their updates. */
export const withoutKey = (tables: readonly MovedTable[]): string[] =>
  tables.filter(({ key, tenant }) => !key.includes(tenant)).map(({ name }) => name)
