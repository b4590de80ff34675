import { prepare, type Query } from "../db/query.ts"

/** How long the jobs of a worker that died stay claimed. */
const leaseSeconds = 60

/** How many due jobs are looked at, whoever has them, before those of busy tenants are passed over tenant by tenant. */
const windowSize = 2000

const isFree = "(leased_until is null or leased_until < now())"
const isNotLeftOut = "<> all (array(select tenant_id from left_out))"

/**
 * The first due jobs of one tenant that no worker has. `between` and the order by tenant leave the planner one index only: with an equality
 * it read the due jobs of all tenants in their order.
 */
const firstJobsOf = (tenant: string, dueBy: string, limit: string) => `
  select tenant_id, id, next_at from jobs
  where tenant_id between ${tenant} and ${tenant} and failed_at is null and next_at <= ${dueBy} and ${isFree}
  order by tenant_id, next_at limit ${limit}`

/**
 * A job is due by its tenant's clock. Those of tenants on the real time are found by one index over all (`near`), those of sandboxes that
 * run ahead tenant by tenant (`of_sandboxes`).
 *
 * Where a tenant that is left out has so many due jobs that the first ones of all are not enough, the tenants are found by steps from one
 * to the next, and their first due jobs with them (`of_tenants`): 100,000 of one tenant cost the others 0.2 s at each claim when they were
 * read one by one, and 30 ms now among 2,000 tenants.
 */
const claim = prepare(`
  with recursive left_out as ( -- a sandbox whose clock is moved, too: the move runs its jobs
    select tenant_id from clock_jumps where ended_at is null union all select unnest($1::text[])
  ), earliest as materialized (
    select tenant_id, id, next_at, leased_until from jobs
    where failed_at is null and next_at <= now()
    order by next_at limit $3::int
  ), near as materialized (
    select tenant_id, id, next_at from earliest
    where ${isFree} and tenant_id ${isNotLeftOut}
    order by next_at limit $2::int
  ), tenants_with_jobs as (
    (select tenant_id from jobs
     where failed_at is null and (select count(*) from earliest) = $3::int and (select count(*) from near) < $2::int
     order by tenant_id, next_at limit 1)
    union all
    select next.tenant_id from tenants_with_jobs t
    cross join lateral (
      select tenant_id from jobs where failed_at is null and tenant_id > t.tenant_id order by tenant_id, next_at limit 1
    ) next
  ), earliest_tenants as (
    select j.tenant_id from tenants_with_jobs t
    cross join lateral (${firstJobsOf("t.tenant_id", "now()", "1")}) j
    where t.tenant_id ${isNotLeftOut}
    order by j.next_at limit $2::int
  ), of_tenants as (
    select j.* from earliest_tenants t cross join lateral (${firstJobsOf("t.tenant_id", "now()", "$2::int")}) j
  ), of_sandboxes as (
    select j.* from tenants t
    cross join lateral (${firstJobsOf("t.id", "now() + t.clock_offset_ms * interval '1 millisecond'", "$2::int")}) j
    where t.clock_offset_ms > 0 and t.id ${isNotLeftOut}
  ), due as (
    select tenant_id, id from (table near union table of_tenants union table of_sandboxes) candidates
    order by next_at limit $2::int
  ), locked as (
    select j.tenant_id, j.id from jobs j join due on j.tenant_id = due.tenant_id and j.id = due.id
    where j.leased_until is null or j.leased_until < now()
    for update of j skip locked
  )
  update jobs j set leased_until = now() + ${leaseSeconds} * interval '1 second', attempts = j.attempts + 1
  from locked where j.tenant_id = locked.tenant_id and j.id = locked.id
  returning j.tenant_id, j.id, j.kind, j.payload, j.attempts, j.next_at, j.leased_until`)

/** Claims due jobs, but none of the `busy` tenants. */
export const claimQuery = (busy: string[], max: number): Query => ({ ...claim, values: [busy, max, windowSize] })

/** Of all tenants, as workers claim. */
export const oldestDueQuery: Query = {
  ...prepare(`
    select extract(epoch from now() - next_at) as seconds from jobs
    where failed_at is null and next_at <= now() and ${isFree}
    order by next_at limit 1`),
  values: [],
}

export const failedJobsQuery: Query = {
  ...prepare("select kind, count(*) as n from jobs where failed_at is not null group by kind"),
  values: [],
}
