import type pg from "pg"

/** The catalogs of Citus, and what is in each of them. Earlier versions distribute no schemas. */
const catalogs = {
  pg_dist_schema: "select 'the schema ' || schemaid::regnamespace as what from pg_dist_schema where schemaid = own.id",
  pg_dist_partition: `select 'the table ' || relname as what from pg_dist_partition join pg_class c on c.oid = logicalrelid
    where relnamespace = own.id`,
}

/**
 * What Citus distributes of this database, if it is there. A cell may run on a server with Citus as long as its tables stay plain: Citus
 * gives revoked privileges back when it copies a table, and refuses triggers and moves of tenants (decision 77).
 */
export async function findDistributed(client: pg.ClientBase): Promise<string[]> {
  const { rows: present } = await client.query<{ name: keyof typeof catalogs }>(
    "select name from unnest($1::text[]) as name where to_regclass('pg_catalog.' || name) is not null",
    [Object.keys(catalogs)],
  )
  if (present.length === 0) return []
  const parts = present.map(({ name }) => catalogs[name]).join(" union all ")
  const { rows } = await client.query<{ what: string }>(
    `select what from (select to_regnamespace(current_schema)::oid as id) own cross join lateral (${parts}) found order by 1`,
  )
  return rows.map(({ what }) => what)
}

/** Up to three of them: a distributed schema has all tables. */
export function describeDistributed(found: readonly string[]): string {
  const more = found.length > 3 ? ` and ${found.length - 3} more` : ""
  const advice = "use undistribute_table or citus_schema_undistribute there, or another database"
  return `${found.slice(0, 3).join(", ")}${more} distributed by Citus, which Countersign does not support: ${advice}`
}
