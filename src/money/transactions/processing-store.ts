import { query, sql } from "../../kit/db/query.ts"
import type { TransactionRow } from "./store.ts"

/** How long a charge has been processing, by the database's clock plus the tenant's offset. Undefined once it has another status. */
export async function findProcessingAgeMs({ tenant_id, id }: TransactionRow): Promise<number | undefined> {
  const [row] = await query<{ age_ms: number }>(
    [tenant_id],
    sql`
    select (case when t.left_at is null then extract(epoch from now() - t.received_at) * 1000 + n.clock_offset_ms
      else extract(epoch from now() - t.left_at) * 1000 end)::float8 as age_ms
    from transactions t
    cross join lateral (select clock_offset_ms from tenants where id = t.tenant_id limit 1) n
    where t.tenant_id = ${tenant_id} and t.id = ${id} and t.status = 'processing'`,
  )
  return row?.age_ms
}
