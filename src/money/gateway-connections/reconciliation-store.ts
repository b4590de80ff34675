import { appendOnly } from "../../kit/db/append-only.ts"
import { boolean, json, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { ComparedCurrency } from "./schema.ts"

const columns = {
  tenant_id: text,
  connection_id: text,
  date: text,
  is_equal: boolean,
  currencies: json<ComparedCurrency[]>(),
  compared_at: timestamptz,
}
type ReconciliationRow = Row<typeof columns>
const reconciliations = appendOnly("gateway_reconciliations", columns)

/** A concurrent comparison of the same day violates the primary key, runs again and finds it. */
export const insertReconciliation = ({ tenant, write }: Context, row: Omit<ReconciliationRow, "tenant_id">) =>
  write(reconciliations.insert({ ...row, tenant_id: tenant.id }))

/** What the comparison of a day found; undefined where nothing was compared. */
export async function findReconciliation({ tenant }: Context, connection: string, date: string): Promise<ReconciliationRow | undefined> {
  const [row] = await query<ReconciliationRow>(
    [tenant.id],
    sql`
    select * from gateway_reconciliations
    where tenant_id = ${tenant.id} and connection_id = ${connection} and date = ${date}`,
  )
  return row
}

type Differing = Omit<ReconciliationRow, "tenant_id" | "is_equal"> & { name: string; gateway: string }

/** The connections whose newest comparison found a difference, each with that one. */
export const findDiffering = ({ tenant }: Context): Promise<Differing[]> =>
  query<Differing>(
    [tenant.id],
    sql`
    select c.name, c.gateway, r.connection_id, r.date, r.currencies, r.compared_at from gateway_connections c
    cross join lateral (
      select * from gateway_reconciliations r where r.tenant_id = c.tenant_id and r.connection_id = c.id order by r.date desc limit 1
    ) r
    where c.tenant_id = ${tenant.id} and c.status <> 'disconnected' and not r.is_equal
    order by c.id`,
  )

/** Active connections of all tenants that were not compared on this day yet. */
export const findUncompared = (date: string): Promise<{ tenant_id: string; id: string; gateway: string }[]> =>
  query(
    allTenants,
    sql`
    select c.tenant_id, c.id, c.gateway from gateway_connections c
    where c.status = 'active' and not exists (
      select 1 from gateway_reconciliations r where r.tenant_id = c.tenant_id and r.connection_id = c.id and r.date = ${date}
    ) order by c.id limit 500`,
  )
