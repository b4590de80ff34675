import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"

/** On which day each of these mandates was last collected by, or will be. What the bank rejected was not. */
export async function findLastUses({ tenant }: Pick<Context, "tenant">, mandates: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ authorization_id: string; last_used_on: string }>(
    [tenant.id],
    sql`
    select l.authorization_id, max(f.execution_date) as last_used_on
    from payment_file_lines l
    join payment_files f on f.tenant_id = l.tenant_id and f.id = l.file_id
    join transactions t on t.tenant_id = l.tenant_id and t.id = l.transaction_id
    where l.tenant_id = ${tenant.id} and l.authorization_id = any(${mandates}) and not l.is_canceled
      and t.status in ('processing', 'succeeded', 'reversed')
    group by l.authorization_id`,
  )
  return new Map(rows.map(({ authorization_id, last_used_on }) => [authorization_id, last_used_on]))
}
