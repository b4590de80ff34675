import type { Context } from "../../kit/db/context.ts"
import { inCellOf } from "../../kit/db/tenant-moves.ts"
import { query, allTenants, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** A million at once would exceed the statement timeout. The sweep cancels the rest, and nothing of it is sent meanwhile. */
const batchSize = 10_000
const cancelTimeoutMs = 10_000

const cancels = writeStatement(
  `with gone as (
     delete from deliveries d
     using jsonb_to_recordset($1) as r(tenant_id text, endpoint_id text, at timestamptz)
     cross join lateral (select id from deliveries where endpoint_id = r.endpoint_id limit ${batchSize}) o
     where d.tenant_id = r.tenant_id and d.id = o.id returning d.*, r.at
   )
   insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
   select tenant_id, id, endpoint_id, event_id, event, 'canceled', attempts, answer, next_at, created_at, at from gone`,
  { first: true },
)

/** Spec: when an endpoint is disabled or deleted, further retries are prevented. */
export function cancelDeliveries({ tenant, now, write }: Context, endpoint: string) {
  write({ statement: cancels, row: { tenant_id: tenant.id, endpoint_id: endpoint, at: now } })
}

/**
 * Cancels a batch of deliveries of all endpoints that are not active, or of one. The endpoints are found by an index skip scan, which reads
 * one row for each endpoint and not all deliveries.
 */
async function cancelBatch(endpoint = ""): Promise<number> {
  const rows = await query(
    allTenants,
    sql`
    with recursive each as (
      (select tenant_id, endpoint_id as id from deliveries where endpoint_id >= ${endpoint}::text order by endpoint_id limit 1)
      union all
      select next.* from each
      cross join lateral (select tenant_id, endpoint_id from deliveries where endpoint_id > each.id order by endpoint_id limit 1) next
      where ${endpoint}::text = ''
    ), idle as materialized (
      select id from each
      where ${endpoint}::text in ('', each.id)
        and not exists (select 1 from webhook_endpoints e where e.tenant_id = each.tenant_id and e.id = each.id and e.status = 'active')
    ), picked as (
      select o.tenant_id, o.id from idle
      cross join lateral (select tenant_id, id from deliveries where endpoint_id = idle.id limit ${batchSize}::int) o
      limit ${batchSize}::int
    ), gone as (
      delete from deliveries d using picked where d.tenant_id = picked.tenant_id and d.id = picked.id returning d.*
    )
    insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
    select tenant_id, id, endpoint_id, event_id, event, 'canceled', attempts, answer, next_at, created_at, now() from gone returning 1`,
  )
  return rows.length
}

/** Cancels deliveries that were created while their endpoint was being disabled or deleted, and those beyond the first batch. */
export async function cancelOrphans() {
  while ((await cancelBatch()) > 0);
}

/** Runs before an endpoint is enabled, so that nothing old is sent then. */
export async function cancelRemaining(tenant: string, endpoint: string) {
  const end = performance.now() + cancelTimeoutMs
  while ((await inCellOf(tenant, () => cancelBatch(endpoint))) > 0) if (performance.now() > end) throw generalProblem("SYS-9002")
}
