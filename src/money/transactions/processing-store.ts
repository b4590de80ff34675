import type { Context } from "../../kit/db/context.ts"
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

/** A gateway charge, or a debit by file, of one of these payment intents that is still processing. */
export async function findProcessingCharge({ tenant }: Pick<Context, "tenant">, intents: string[]): Promise<TransactionRow | undefined> {
  const [row] = await query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions
    where tenant_id = ${tenant.id} and payment_intent_id = any(${intents}) and status = 'processing'
      and (gateway is not null or authorization_id is not null) limit 1`,
  )
  return row
}

/** Debits in a currency that wait for a payment file, the oldest first. */
export function findDebitsForFiles({ tenant }: Pick<Context, "tenant">, currency: string, limit: number): Promise<TransactionRow[]> {
  return query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions
    where tenant_id = ${tenant.id} and currency = ${currency} and gateway is null and authorization_id is not null
      and status = 'processing' and file_id is null
    order by id limit ${limit}::int`,
  )
}
