import pg from "pg"
import { copyIn, copyOut } from "./copy.ts"
import type { MovedTable } from "./move-tables.ts"

const { escapeIdentifier: name, escapeLiteral: literal } = pg

/** How many rows of a table, and the sum of the hashes of all of them. */
export type Checksum = { table: string; rows: number; hash: string }

/**
 * Copies the rows of a tenant from the snapshot that the connection `from` is in. COPY into a table under row-level security is not
 * possible.
 */
export async function copyTable(from: pg.Client, to: pg.Client, table: MovedTable, tenant: string): Promise<void> {
  const columns = table.columns.map(name).join(", ")
  const staged = name(`moving_${table.name}`)
  await to.query("begin")
  try {
    await to.query(`create temp table ${staged} on commit drop as select ${columns} from ${name(table.name)} with no data`)
    const rows = copyOut(from, `select ${columns} from ${name(table.name)} where ${name(table.tenant)} = ${literal(tenant)}`)
    await copyIn(to, `${staged} (${columns})`, rows)
    await to.query(`insert into ${name(table.name)} (${columns}) select ${columns} from ${staged}`)
    await to.query("commit")
  } catch (error) {
    await to.query("rollback").catch(() => {})
    throw error
  }
}

/** Rows of a tenant, all or those with the `keys`. Both cells have the same columns and the same settings of text. */
export async function checksum(client: pg.Client, table: MovedTable, tenant: string, keys?: readonly string[][]): Promise<Checksum> {
  const row = `row(${table.columns.map(column => `t.${name(column)}`).join(", ")})`
  const sum = `select count(*)::int as rows, coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as hash`
  const own = `t.${name(table.tenant)} = $1`
  if (!keys) {
    const { rows } = await client.query<Omit<Checksum, "table">>(`${sum} from ${name(table.name)} t where ${own}`, [tenant])
    return { table: table.name, ...rows[0]! }
  }
  const parameters = table.key.map((_, i) => `$${i + 2}::text[]`).join(", ")
  const matches = table.key.map((column, i) => `t.${name(column)} = k.k${i}::${table.types.get(column)!}`).join(" and ")
  const names = table.key.map((_, i) => `k${i}`).join(", ")
  const { rows } = await client.query<Omit<Checksum, "table">>(
    `${sum} from unnest(${parameters}) as k(${names}) join ${name(table.name)} t on ${matches} and ${own}`,
    [tenant, ...table.key.map((_, i) => keys.map(key => key[i]))],
  )
  return { table: table.name, ...rows[0]! }
}

/** Says what differs; undefined if the rows are equal. */
export function describeDifference(from: Checksum, to: Checksum): string | undefined {
  if (from.rows !== to.rows) return `${from.table} has ${from.rows} rows and the copy ${to.rows}`
  return from.hash === to.hash ? undefined : `${from.table} has ${from.rows} rows, and those of the copy are not equal`
}

const batchSize = 5_000

/** Deletes the rows of a tenant that is not in this cell, in batches. `tables` are in the order in which they refer to each other. */
export async function deleteRows(client: pg.Client, tables: readonly MovedTable[], tenant: string): Promise<number> {
  let total = 0
  for (const table of tables.toReversed())
    for (;;) {
      const { rows } = await client.query<{ n: number }>("select delete_departed($1::text::regclass, $2, $3, $4) as n", [
        name(table.name),
        table.tenant,
        tenant,
        batchSize,
      ])
      total += rows[0]!.n
      if (rows[0]!.n === 0) break
    }
  return total
}
