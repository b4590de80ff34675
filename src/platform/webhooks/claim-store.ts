import { queryWithoutSync, allTenants, sql } from "../../kit/db/query.ts"
import type { StoredAttempt } from "./delivery-store.ts"
import type { Health } from "./health-store.ts"
import type { WebhookRow } from "./store.ts"

/** A delivery that this process has leased, with what an attempt needs. */
export type ClaimedDelivery = Pick<WebhookRow, "url" | "secret" | "previous_secret" | "previous_until" | "older_secrets"> & {
  tenant_id: string
  id: string
  endpoint_id: string
  event: string
  attempts: StoredAttempt[]
  /** The attempts before the delivery was last sent again on request. */
  attempts_before: number
  data: string
  sequence: number
  clock_offset_ms: number
} & Pick<Health, "failing_since" | "last_success_at">

/**
 * Claims due deliveries for this process, in turn: the first of every endpoint before the second of any, so that no endpoint waits for
 * the backlog of another. The lease of a process that dies expires after a minute, which is longer than any attempt. No transaction is open
 * meanwhile. Each `limit 1` by a primary key tells the planner that one row matches, so that it looks it up by the index.
 */
export function claimDeliveries(inFlight: ReadonlyMap<string, number>, maxPerEndpoint: number, max: number): Promise<ClaimedDelivery[]> {
  const counts = JSON.stringify(Object.fromEntries(inFlight))
  return queryWithoutSync<ClaimedDelivery>(
    allTenants,
    sql`
    with due as (
      select d.tenant_id, d.id, t.clock_offset_ms
      from webhook_endpoints e
      join tenants t on t.id = e.tenant_id
      left join lateral (
        select failing_since from webhook_health where tenant_id = e.tenant_id and endpoint_id = e.id limit 1
      ) h on true
      -- What is due by the tenant's clock, as long as its event is kept.
      cross join lateral (
        select o.tenant_id, o.id, o.next_at
        from deliveries o
        cross join lateral (select 1 from events where tenant_id = o.tenant_id and id = o.event_id limit 1) v
        where o.endpoint_id = e.id
          and o.next_at <= now() + t.clock_offset_ms * interval '1 millisecond'
          and (o.leased_until is null or o.leased_until < now())
        order by o.next_at
        -- An endpoint that fails gets two at a time, so that one that times out does not delay the next, which may succeed.
        limit greatest(
          0, case when h.failing_since is null then ${maxPerEndpoint}::int else 2 end - coalesce((${counts}::jsonb ->> e.id)::int, 0))
      ) d
      where e.status = 'active'
        -- While a sandbox's clock is moved, the move sends its deliveries.
        and t.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null))
      order by row_number() over (partition by e.tenant_id, e.id order by d.next_at), d.next_at
      limit ${max}::int
    ),
    -- Another process may have leased some of them since, so they are read again under a lock. Rows that it has locked are skipped.
    locked as (
      select d.tenant_id, d.id, d.event_id, d.endpoint_id, due.clock_offset_ms
      from due
      join deliveries d on d.tenant_id = due.tenant_id and d.id = due.id
      where d.leased_until is null or d.leased_until < now()
      for update of d skip locked
    )
    update deliveries d set leased_until = now() + interval '60 seconds'
    from locked l
    cross join lateral (select data, sequence from published_events where tenant_id = l.tenant_id and id = l.event_id limit 1) v
    cross join lateral (select * from webhook_endpoints where tenant_id = l.tenant_id and id = l.endpoint_id limit 1) e
    left join lateral (select * from webhook_health where tenant_id = l.tenant_id and endpoint_id = l.endpoint_id limit 1) h on true
    where d.tenant_id = l.tenant_id and d.id = l.id
    returning d.tenant_id, d.id, d.endpoint_id, d.event, d.attempts, d.attempts_before,
      v.data, v.sequence, l.clock_offset_ms,
      e.url, e.secret, e.previous_secret, e.previous_until, e.older_secrets,
      h.failing_since, h.last_success_at`,
  )
}
