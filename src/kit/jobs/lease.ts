import { AsyncLocalStorage } from "node:async_hooks"

/** The commit may follow the check of its deadline by as long as a statement takes, and the next worker claims when the lease ends. */
const marginMs = 10_000

/** By the database's clock; whoever renews it changes it here. */
type Lease = { leased_until: Date }

const current = new AsyncLocalStorage<Lease>()

/**
 * Runs a job, or a step of a sandbox's clock. Every unit of work within it, however deep, must commit before the lease ends: then another
 * worker may have it.
 */
export const withLease = <T>(lease: Lease, work: () => Promise<T>): Promise<T> => current.run(lease, work)

/** The deadline of what is running, by the database's clock; undefined outside of jobs. */
export function leaseDeadline(): Date | undefined {
  const lease = current.getStore()
  return lease && new Date(lease.leased_until.getTime() - marginMs)
}
