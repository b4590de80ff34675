import { allTenants, query, sql } from "../../kit/db/query.ts"

/** Whose connection it is: a provider names the connection in the address of its messages, and nothing else. */
export async function findOwner(gateway: string, connection: string): Promise<string | undefined> {
  const [row] = await query<{ tenant_id: string }>(
    allTenants,
    sql`
    select tenant_id from gateway_connections where id = ${connection} and gateway = ${gateway} limit 1`,
  )
  return row?.tenant_id
}
