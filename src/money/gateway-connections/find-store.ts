import { allTenants, query, sql } from "../../kit/db/query.ts"

/** The connections that can be tested, of all tenants or of one, the oldest first. */
export function findTestable(tenant?: string, connection?: string): Promise<{ tenant_id: string; id: string }[]> {
  return query(
    tenant === undefined ? allTenants : [tenant],
    sql`
    select tenant_id, id from gateway_connections
    where status in ('active', 'paused', 'failing') and tenant_id = coalesce(${tenant ?? null}, tenant_id)
      and id = coalesce(${connection ?? null}, id)
    order by tenant_id, id`,
  )
}

/** Whose connection it is: a provider names the connection in the address of its messages, and nothing else. */
export async function findOwner(gateway: string, connection: string): Promise<string | undefined> {
  const [row] = await query<{ tenant_id: string }>(
    allTenants,
    sql`
    select tenant_id from gateway_connections where id = ${connection} and gateway = ${gateway} limit 1`,
  )
  return row?.tenant_id
}
