import { allTenants, query, sql } from "../db/query.ts"

/** What the worker can run, by kind. A crash may repeat a job, so each must be safe to run again. */
export type Jobs = Record<string, Job>
export type Job = {
  run(tenant: string, payload: unknown): Promise<void>
  /** Called after the last attempt failed. */
  giveUp?(tenant: string, payload: unknown, error: string): Promise<void>
}

/** Periodic work. */
export type Sweep = { name: string; everyMs: number; run(): Promise<void> }

/** Work that runs until the signal. */
export type Loop = (signal: AbortSignal) => Promise<void>

export type ClaimedJob = {
  tenant_id: string
  id: string
  kind: string
  payload: unknown
  /** Each claim adds one, so a worker that was frozen and lost its claim has another number than the job. */
  attempts: number
  next_at: Date
  /** By the database's clock. */
  leased_until: Date
}

/** How long the jobs of a worker that died stay claimed. */
const leaseSeconds = 60
const batchSize = 50

/**
 * Claims due jobs for this worker, the earliest first. A job is due by its tenant's clock: those of tenants on the real time are found
 * by one index over all, those of sandboxes that run ahead tenant by tenant.
 */
export async function claimJobs(): Promise<ClaimedJob[]> {
  const rows = await query<ClaimedJob>(
    allTenants,
    sql`
    with due as (
      select tenant_id, id from (
        (select tenant_id, id, next_at from jobs
         where failed_at is null and next_at <= now() and (leased_until is null or leased_until < now())
         order by next_at limit ${batchSize}::int)
        union
        (select j.tenant_id, j.id, j.next_at from tenants t
         cross join lateral (
           select tenant_id, id, next_at from jobs
           where tenant_id = t.id and failed_at is null and next_at <= now() + t.clock_offset_ms * interval '1 millisecond'
             and (leased_until is null or leased_until < now())
           order by next_at limit ${batchSize}::int
         ) j
         where t.clock_offset_ms > 0)
      ) candidates
      order by next_at limit ${batchSize}::int
    ), locked as (
      select j.tenant_id, j.id from jobs j join due on j.tenant_id = due.tenant_id and j.id = due.id
      where j.leased_until is null or j.leased_until < now()
      for update of j skip locked
    )
    update jobs j set leased_until = now() + ${leaseSeconds} * interval '1 second', attempts = j.attempts + 1
    from locked where j.tenant_id = locked.tenant_id and j.id = locked.id
    returning j.tenant_id, j.id, j.kind, j.payload, j.attempts, j.next_at, j.leased_until`,
  )
  return rows.sort((a, b) => a.next_at.getTime() - b.next_at.getTime())
}

/** Begins the lease anew, for a job that waited behind others. Undefined when another worker has claimed it meanwhile. */
export async function renewLease(job: ClaimedJob): Promise<ClaimedJob | undefined> {
  const { tenant_id, id, attempts } = job
  const [renewed] = await query<Pick<ClaimedJob, "leased_until">>(
    [tenant_id],
    sql`
    update jobs set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts} and leased_until is not null
    returning leased_until`,
  )
  return renewed && { ...job, ...renewed }
}

/** Does nothing when another worker has claimed the job meanwhile. */
export async function finishJob({ tenant_id, id, attempts }: ClaimedJob) {
  await query([tenant_id], sql`delete from jobs where tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts}`)
}

/**
 * Retries later, twice as late each time up to an hour; after the last attempt the job is kept as failed, for a person to look at. Does
 * nothing when another worker has claimed the job meanwhile.
 */
export async function postponeJob({ tenant_id, id, attempts, next_at }: ClaimedJob, error: string, isFinal: boolean) {
  const delaySeconds = Math.min(3600, 5 * 2 ** (attempts - 1))
  const next = new Date(next_at.getTime() + delaySeconds * 1000)
  await query(
    [tenant_id],
    sql`
    update jobs set leased_until = null, last_error = ${error.slice(0, 500)}, next_at = ${next},
      failed_at = case when ${isFinal} then now() end
    where tenant_id = ${tenant_id} and id = ${id} and attempts = ${attempts}`,
  )
}
