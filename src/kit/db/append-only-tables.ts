import type pg from "pg"
import { migrations } from "./migrations.ts"

type Privilege = { table: string; statement: string }

/** What the migrations took from the role of the service and gave back to it, in this order. */
const privileges: Privilege[] = migrations.flatMap(({ text }) =>
  [...text.matchAll(/^((?:revoke|grant) .* on (\w+) (?:from|to) current_user);/gm)].map(([, statement, table]) => ({
    table: table!,
    statement: statement!,
  })),
)
const appendOnly = privileges.flatMap(({ table, statement }) => (statement.startsWith("revoke update, delete, truncate") ? [table] : []))

/**
 * A sentence for each table whose rows must stay as they are and that the role may change. Only the migrations take these privileges away,
 * so they are back after a dump was loaded without privileges, or after a table was copied by other tools.
 */
export async function findChangeable(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select t as table from unnest($1::text[]) as t where has_table_privilege(to_regclass(t)::oid, 'update, delete, truncate')`,
    [appendOnly],
  )
  return rows.map(({ table }) => `lets its role change rows of ${table}, which must stay: run there as this role ${restore(table)}`)
}

const restore = (table: string) =>
  privileges
    .filter(each => each.table === table)
    .map(({ statement }) => statement)
    .join("; ")
