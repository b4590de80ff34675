import { ask, everyone, sql } from "./db.ts"

/** What the worker can do, by kind. It may be done again after a crash, so each must bear that. */
export type Jobs = Record<string, Job>
export type Job = {
  run(tenant: string, payload: unknown): Promise<void>
  /** After the last try. */
  giveUp?(tenant: string, payload: unknown, error: string): Promise<void>
}

/** What comes round by itself. */
export type Sweep = { name: string; everyMs: number; run(): Promise<void> }

/** What goes on all the time, until it is told to stop. */
export type Loop = (signal: AbortSignal) => Promise<void>

export type Claimed = { tenant_id: string; id: string; kind: string; payload: unknown; attempts: number; next_at: Date }

/** A worker that dies holds its jobs no longer than this. */
const leaseS = 60
const batch = 50

/**
 * Takes due jobs for this worker, the earliest first. A job is due by its tenant's clock. Those of tenants on the world's time are
 * found by one index over all; those of sandboxes that run ahead by their own.
 */
export async function claimJobs(): Promise<Claimed[]> {
  const rows = await ask<Claimed>(
    everyone,
    sql`
    with due as (
      select tenant_id, id from (
        (select tenant_id, id, next_at from jobs
         where failed_at is null and next_at <= now() and (leased_until is null or leased_until < now())
         order by next_at limit ${batch}::int)
        union
        (select j.tenant_id, j.id, j.next_at from tenants t
         cross join lateral (
           select tenant_id, id, next_at from jobs
           where tenant_id = t.id and failed_at is null and next_at <= now() + t.clock_offset_ms * interval '1 millisecond'
             and (leased_until is null or leased_until < now())
           order by next_at limit ${batch}::int
         ) j
         where t.clock_offset_ms > 0)
      ) found
      order by next_at limit ${batch}::int
    ), locked as (
      select j.tenant_id, j.id from jobs j join due on j.tenant_id = due.tenant_id and j.id = due.id
      where j.leased_until is null or j.leased_until < now()
      for update of j skip locked
    )
    update jobs j set leased_until = now() + ${leaseS} * interval '1 second', attempts = j.attempts + 1
    from locked where j.tenant_id = locked.tenant_id and j.id = locked.id
    returning j.tenant_id, j.id, j.kind, j.payload, j.attempts, j.next_at`,
  )
  return rows.sort((a, b) => a.next_at.getTime() - b.next_at.getTime())
}

export async function finishJob({ tenant_id, id }: Claimed) {
  await ask([tenant_id], sql`delete from jobs where tenant_id = ${tenant_id} and id = ${id}`)
}

/** Tried again later, twice as late each time up to an hour; or kept as failed, for a person to look at. */
export async function postponeJob({ tenant_id, id, attempts }: Claimed, error: string, final: boolean) {
  const delayS = Math.min(3600, 5 * 2 ** (attempts - 1))
  await ask(
    [tenant_id],
    sql`
    update jobs set leased_until = null, last_error = ${error.slice(0, 500)},
      next_at = next_at + ${delayS} * interval '1 second', failed_at = case when ${final} then now() end
    where tenant_id = ${tenant_id} and id = ${id}`,
  )
}

/** Adds the tallies of each list up to one row again. */
export async function foldTallies(): Promise<boolean> {
  const rows = await ask(
    everyone,
    sql`
    with many as (
      select t.id as tenant_id, v.kind, v.value from tenants t
      cross join lateral (
        select kind, value from tallies where tenant_id = t.id group by kind, value having count(*) > 1
      ) v limit 100
    ), gone as (
      delete from tallies d using many
      where d.tenant_id = many.tenant_id and d.kind = many.kind and d.value = many.value
      returning d.tenant_id, d.kind, d.value, d.n
    )
    insert into tallies (tenant_id, kind, value, n)
    select tenant_id, kind, value, sum(n) from gone group by tenant_id, kind, value returning 1`,
  )
  return rows.length === 100
}

/** Dead keys make room by themselves when they are used again; the rest is swept, a bite at a time. */
export async function sweepKeys(): Promise<boolean> {
  const rows = await ask(
    everyone,
    sql`
    delete from idempotency_keys k
    using (select tenant_id, key from idempotency_keys where dies_at <= now() limit 1000) dead
    where k.tenant_id = dead.tenant_id and k.key = dead.key returning 1`,
  )
  return rows.length > 0
}

export const kitSweeps: Sweep[] = [
  {
    name: "tallies are added up",
    everyMs: 1000,
    run: async () => {
      while (await foldTallies());
    },
  },
  {
    name: "dead idempotency keys are swept",
    everyMs: 30_000,
    run: async () => {
      while (await sweepKeys());
    },
  },
]
