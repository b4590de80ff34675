import { appendOnly } from "../../kit/db/append-only.ts"
import { type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { allTenants, query, sql, type TenantScope } from "../../kit/db/query.ts"

const columns = { tenant_id: text, transaction_id: text, collects_on: text, told_at: timestamptz }
const notices = appendOnly("debit_notices", columns)
type NoticeRow = Row<typeof columns>

/** The key refuses a second notice of a debit, so its mail is not sent either. */
export const insertNotice = ({ tenant, now, write }: Context, debit: string, collectsOn: string) =>
  write(notices.insert({ tenant_id: tenant.id, transaction_id: debit, collects_on: collectsOn, told_at: now }))

/** From which day on each of these debits may be collected, by the notice that its payer got. */
export async function findNotices({ tenant }: Pick<Context, "tenant">, debits: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<NoticeRow>(
    [tenant.id],
    sql`select * from debit_notices where tenant_id = ${tenant.id} and transaction_id = any(${debits})`,
  )
  return new Map(rows.map(({ transaction_id, collects_on }) => [transaction_id, collects_on]))
}

export type Untold = { tenant_id: string; transaction_id: string; ready_at: Date }

/** The debits of all tenants whose payers are to be told of them now. A move of a sandbox's clock tells its own. */
export const findAllUntold = (): Promise<Untold[]> => findDebits(allTenants, null, null)

/** The debits of one tenant whose payers are to be told of them by that time. */
export const findUntold = (tenant: string, by: Date): Promise<Untold[]> => findDebits([tenant], tenant, by)

const findDebits = (scope: TenantScope, tenant: string | null, by: Date | null): Promise<Untold[]> =>
  query(
    scope,
    sql`
    select t.tenant_id, t.id as transaction_id, t.created_at as ready_at
    from transactions t
    join tenants n on n.id = t.tenant_id
    join authorizations a on a.tenant_id = t.tenant_id and a.id = t.authorization_id and a.status = 'active'
    where t.gateway is null and t.authorization_id is not null and t.status = 'processing' and t.file_id is null
      and (n.mail_settings ->> 'debitNotices')::boolean and t.tenant_id = coalesce(${tenant}, t.tenant_id)
      and t.created_at <= coalesce(${by}::timestamptz, now() + n.clock_offset_ms * interval '1 millisecond')
      and (${tenant}::text is not null or n.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null)))
      and not exists (select 1 from debit_notices d where d.tenant_id = t.tenant_id and d.transaction_id = t.id)
    order by t.id limit 100`,
  )
