import { query, sql } from "../../kit/db/query.ts"
import type { ClaimedDelivery } from "./claim-store.ts"

/** A delivery of a sandbox whose clock is being moved, with what an attempt needs. The process that moves the clock holds the lease. */
export type DueDelivery = ClaimedDelivery & { next_at: Date }

/** Attempts at a time, so that a slow endpoint costs its time-out once and not once for each delivery. */
const batchSize = 50

/**
 * When deliveries of the tenant fall due, if not after that time. Retries, and all deliveries of a failing endpoint, are attempted at their
 * exact time. First attempts may be up to an hour late, so that many are sent at once. Deliveries that another process began to send before
 * the clock moved are left to it.
 */
export async function findNextDeliveryTime(tenant: string, until: Date): Promise<Date | undefined> {
  const [row] = await query<{ at: Date | null }>(
    [tenant],
    sql`
    select min(case when h.failing_since is null and d.attempts = '[]' then d.next_at + interval '1 hour' else d.next_at end) as at
    from webhook_endpoints e
    left join lateral (select failing_since from webhook_health where tenant_id = e.tenant_id and endpoint_id = e.id limit 1) h on true
    cross join lateral (
      select o.next_at, o.attempts from deliveries o
      cross join lateral (select 1 from events where tenant_id = o.tenant_id and id = o.event_id limit 1) v
      where o.tenant_id = ${tenant} and o.endpoint_id = e.id and o.next_at <= ${until}
        and (o.leased_until is null or o.leased_until < now())
      order by o.next_at limit 1
    ) d
    where e.tenant_id = ${tenant} and e.status = 'active'`,
  )
  return row?.at && row.at <= until ? row.at : undefined
}

/** The deliveries that are due by that time, soonest first. */
export function findDueDeliveries(tenant: string, by: Date): Promise<DueDelivery[]> {
  return query<DueDelivery>(
    [tenant],
    sql`
    select d.tenant_id, d.id, d.endpoint_id, d.event, d.attempts, d.attempts_before, d.next_at, v.data, v.sequence, 0 as clock_offset_ms,
      e.url, e.secret, e.previous_secret, e.previous_until, e.older_secrets, h.failing_since, h.last_success_at
    from webhook_endpoints e
    left join lateral (select * from webhook_health where tenant_id = e.tenant_id and endpoint_id = e.id limit 1) h on true
    cross join lateral (
      select * from deliveries o
      where o.tenant_id = ${tenant} and o.endpoint_id = e.id and o.next_at <= ${by} and (o.leased_until is null or o.leased_until < now())
      order by o.next_at, o.id limit ${batchSize}::int
    ) d
    cross join lateral (select data, sequence from published_events where tenant_id = d.tenant_id and id = d.event_id limit 1) v
    where e.tenant_id = ${tenant} and e.status = 'active'
    order by d.next_at, d.id limit ${batchSize}::int`,
  )
}
