import { deleteOld } from "../db/delete-old.ts"
import { allTenants, query, queryWithoutSync, sql } from "../db/query.ts"
import { config } from "../service/config.ts"
import { claimQuery, failedJobsQuery, oldestDueQuery } from "./claim-query.ts"
import { simulatedTime } from "./simulated-time.ts"

/** What the worker can run, by kind. A crash may repeat a job, so each must be safe to run again. */
export type Jobs = Record<string, Job>
type Job = {
  run(tenant: string, payload: unknown): Promise<void>
  /** What the job will do, as the queue of a sandbox shows it. */
  describe?(payload: unknown): Description
  /** Called after the last attempt failed. The job is kept as failed, unless this enqueues the next one and ends it. */
  giveUp?(tenant: string, payload: unknown, error: string): Promise<void>
}

/** Describes scheduled work: a sentence, the event that it will publish, and the object it is about. */
export type Description = { text: string; event?: string; object?: string }

/** Scheduled work that is not a job. While a sandbox's clock moves, the move asks for the next time and runs the work at that time. */
export type Timer = {
  name: string
  describe(): Description
  /** When the tenant's first such work falls due; undefined if that is after `until`. */
  nextAt(tenant: string, until: Date): Promise<Date | undefined>
  /** Runs the work that is due by then, or a part of it, in the order of time. Returns how much it ran. */
  run(tenant: string, until: Date): Promise<number>
}

/** Periodic work. */
export type Sweep = {
  name: string
  everyMs: number
  /** It deletes rows that readers already treat as expired, so it need not run when the service starts. */
  isCleanup?: true
  /** It is about the installation and no tenant, so it runs at home and not once in each cell. */
  isForInstallation?: true
  run(): Promise<void>
}

/** Work that runs until the signal. */
export type Loop = (signal: AbortSignal) => Promise<void>

export type ClaimedJob = JobClaim & {
  /** By the database's clock. */
  leased_until: Date
}

export type JobClaim = {
  tenant_id: string
  id: string
  kind: string
  payload: unknown
  /** Each claim adds one. So a worker that was frozen and lost its claim has a lower number than the job. */
  attempts: number
  next_at: Date
}

/** Claims due jobs for this worker, the earliest first, but none of the `busy` tenants. */
export async function claimJobs(busy: string[], max: number): Promise<ClaimedJob[]> {
  const rows = await query<ClaimedJob>(allTenants, claimQuery(busy, max))
  return rows.sort((a, b) => a.next_at.getTime() - b.next_at.getTime())
}

/** How long ago, by real time, the first unclaimed job fell due; 0 if there is none. It grows while no worker runs. */
export async function findOldestDueSeconds(): Promise<number> {
  const [oldest] = await query<{ seconds: number }>(allTenants, oldestDueQuery)
  return oldest?.seconds ?? 0
}

/** The jobs of all tenants that failed for good, by kind. */
export const countFailedJobs = (): Promise<{ kind: string; n: number }[]> => query(allTenants, failedJobsQuery)

/** Deletes failed jobs after their retention time. The metrics and the log have reported them. */
export const deleteOldFailedJobs = () => deleteOld(config.RETENTION_FAILED_JOBS_DAYS, { table: "jobs", since: "failed_at" })

/**
 * The next job of a sandbox that falls due by then, for the move of its clock. Of jobs that fall due together it is the one that was
 * enqueued first. It is not claimed, because the lease of the move guards it. `isLeased` means that a worker claimed the job before the
 * move began.
 */
export async function findNextJob(tenant: string, until: Date): Promise<(JobClaim & { isLeased: boolean }) | undefined> {
  const [row] = await query<JobClaim & { isLeased: boolean }>(
    [tenant],
    sql`
    select tenant_id, id, kind, payload, attempts + 1 as attempts, next_at, coalesce(leased_until >= now(), false) as "isLeased" from jobs
    where tenant_id = ${tenant} and failed_at is null and not real_time and next_at <= ${until}
    order by next_at, id limit 1`,
  )
  return row
}

/** Lets any worker claim these jobs at once. They were not started, so this was no attempt. Skips jobs that another worker has claimed. */
export async function giveBackJobs(tenant: string, jobs: JobClaim[]) {
  const [ids, attempts] = [jobs.map(job => job.id), jobs.map(job => job.attempts)]
  await queryWithoutSync(
    [tenant],
    sql`
    update jobs j set leased_until = null, attempts = j.attempts - 1
    from unnest(${ids}::text[], ${attempts}::int[]) as given(id, attempts)
    where j.tenant_id = ${tenant} and j.id = given.id and j.attempts = given.attempts and j.leased_until is not null`,
  )
}

/** Does nothing when another worker has claimed the job meanwhile. If a crash of the database loses the deletion, the job runs again. */
export async function finishJob({ tenant_id, id, attempts }: JobClaim) {
  await queryWithoutSync([tenant_id], sql`delete from jobs where tenant_id = ${tenant_id} and id = ${id} and attempts <= ${attempts}`)
}

/**
 * Retries after a delay that doubles each time, up to an hour, by the tenant's clock. After the last attempt the job is kept as failed, for
 * a person to look at. Does nothing when another worker has claimed the job meanwhile.
 */
export async function postponeJob({ tenant_id, id, attempts }: JobClaim, error: string, isFinal: boolean) {
  const delaySeconds = Math.min(3600, 5 * 2 ** (attempts - 1))
  // The delay counts from now, because a job that is hours late would use up all its attempts at once. The time is in whole milliseconds,
  // like the times that `findNextJob` gets.
  await query(
    [tenant_id],
    sql`
    update jobs j set leased_until = null, attempts = ${attempts}, last_error = ${error.slice(0, 500)},
      next_at = ${delaySeconds} * interval '1 second' + date_trunc(
        'milliseconds', coalesce(${simulatedTime()}::timestamptz, now() + t.clock_offset_ms * interval '1 millisecond')),
      failed_at = case when ${isFinal} then now() end
    from tenants t where t.id = j.tenant_id and j.tenant_id = ${tenant_id} and j.id = ${id} and j.attempts <= ${attempts}`,
  )
}
