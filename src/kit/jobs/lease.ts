import { AsyncLocalStorage } from "node:async_hooks"

/** Work must end this long before its lease, because a statement may still run between the check of the deadline and the commit. */
const marginMs = 10_000

/** `leased_until` is by the database's clock. A renewal changes it in place. */
type Lease = { leased_until: Date }

const current = new AsyncLocalStorage<Lease>()

/**
 * Runs a job, or a step of a sandbox's clock. Every unit of work within it, however deep, must commit before the lease ends, because
 * another worker may claim the job then.
 */
export const withLease = <T>(lease: Lease, work: () => Promise<T>): Promise<T> => current.run(lease, work)

/** The deadline of what is running, by the database's clock; undefined outside of jobs. */
export function leaseDeadline(): Date | undefined {
  const lease = current.getStore()
  return lease && new Date(lease.leased_until.getTime() - marginMs)
}
