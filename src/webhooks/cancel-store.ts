import type { Context } from "../kit/context.ts"
import { ask, everyone, sql } from "../kit/db.ts"
import { Problem } from "../kit/problem.ts"
import { way } from "../kit/writes.ts"

/** So many are canceled at once: a million take longer than a statement may. The rest is not sent either, and canceled by the sweep. */
const bite = 10_000
const patienceMs = 10_000

const canceling = way(
  `with gone as (
     delete from deliveries d
     using jsonb_to_recordset($1) as r(tenant_id text, endpoint_id text, at timestamptz)
     cross join lateral (select id from deliveries where endpoint_id = r.endpoint_id limit ${bite}) o
     where d.tenant_id = r.tenant_id and d.id = o.id returning d.*, r.at
   )
   insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
   select tenant_id, id, endpoint_id, event_id, event, 'canceled', attempts, answer, next_at, created_at, at from gone`,
  { first: true },
)

/** Spec: when an endpoint is disabled or deleted, further retries are prevented. */
export function cancelDeliveries({ tenant, now, write }: Context, endpoint: string) {
  write({ way: canceling, row: { tenant_id: tenant.id, endpoint_id: endpoint, at: now } })
}

/** A bite of what is left of endpoints that are not active, or of this one. They are found by stepping over the index, not by reading it. */
async function cancelSome(endpoint = ""): Promise<number> {
  const rows = await ask(
    everyone,
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
      cross join lateral (select tenant_id, id from deliveries where endpoint_id = idle.id limit ${bite}::int) o
      limit ${bite}::int
    ), gone as (
      delete from deliveries d using picked where d.tenant_id = picked.tenant_id and d.id = picked.id returning d.*
    )
    insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
    select tenant_id, id, endpoint_id, event_id, event, 'canceled', attempts, answer, next_at, created_at, now() from gone returning 1`,
  )
  return rows.length
}

/** What an endpoint was sent in the instant it was disabled or deleted, and what was too much for that instant, is canceled with the rest. */
export async function cancelOrphans() {
  while ((await cancelSome()) > 0);
}

/** Before it is enabled: nothing old is sent then. */
export async function cancelRest(endpoint: string) {
  const end = performance.now() + patienceMs
  while ((await cancelSome(endpoint)) > 0) if (performance.now() > end) throw new Problem("SYS-9002")
}
