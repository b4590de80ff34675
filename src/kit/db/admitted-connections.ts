import { connect } from "./connect.ts"

/** How many connections the server of the database admits for this role, in all. */
export async function readAdmittedConnections(databaseUrl: string): Promise<number> {
  const client = await connect(databaseUrl)
  try {
    const { rows } = await client.query<{ n: number }>(`
      select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)
      ) as n
      from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`)
    return rows[0]!.n
  } finally {
    await client.end()
  }
}
