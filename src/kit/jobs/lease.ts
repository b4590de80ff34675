import { AsyncLocalStorage } from "node:async_hooks"
import type { ClaimedJob } from "./queue.ts"

/** The commit may follow the check of its deadline by as long as a statement takes, and the next worker claims when the lease ends. */
const marginMs = 10_000

const current = new AsyncLocalStorage<ClaimedJob>()

/** Runs a job. Every unit of work within it, however deep, must commit before the lease ends: then another worker may have the job. */
export const withLease = <T>(job: ClaimedJob, work: () => Promise<T>): Promise<T> => current.run(job, work)

/** The deadline of the job that is running, by the database's clock; undefined outside of jobs. */
export function leaseDeadline(): Date | undefined {
  const job = current.getStore()
  return job && new Date(job.leased_until.getTime() - marginMs)
}
