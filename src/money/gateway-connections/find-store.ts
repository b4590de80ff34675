import { inEveryCell, isOnlyCell } from "../../kit/db/cells.ts"
import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { allTenants, query, type Scope, sql } from "../../kit/db/query.ts"
import { inCellOf } from "../../kit/db/tenant-moves.ts"

type Testable = { tenant_id: string; id: string }

/** The connections that can be tested, of all tenants or of one, the oldest first. */
export async function findTestable(tenant?: string, connection?: string): Promise<Testable[]> {
  if (tenant !== undefined) return findTestableIn([tenant], tenant, connection)
  return (await inEveryCell(() => findTestableIn(allTenants, null, connection))).flat()
}

const findTestableIn = (scope: Scope, tenant: string | null, connection?: string) =>
  query<Testable>(
    scope,
    sql`
    select tenant_id, id from gateway_connections
    where status in ('active', 'paused', 'failing') and tenant_id = coalesce(${tenant}, tenant_id)
      and id = coalesce(${connection ?? null}, id)
    order by tenant_id, id`,
  )

/** Whose connection each is. A connection stays with its tenant. */
const tenantsByConnection = new Map<string, string>()

/**
 * Whose connection it is: a provider names the connection in the address of its messages, and nothing else. So the first message is looked
 * up in every cell, and later ones only in that of the tenant.
 */
export async function findOwner(gateway: string, connection: string): Promise<string | undefined> {
  const find = () =>
    query<{ tenant_id: string }>(
      allTenants,
      sql`
      select tenant_id from gateway_connections where id = ${connection} and gateway = ${gateway} limit 1`,
    )
  const known = tenantsByConnection.get(connection)
  const [row] = known === undefined ? await findInEveryCell(find) : await inCellOf(known, find)
  if (row && !isOnlyCell()) tenantsByConnection.set(connection, row.tenant_id)
  return row?.tenant_id
}
