import { logLoopFailure } from "../db/outage.ts"

/** A stop of the service waits for the running sweep, so a sweep ends after this time. The next one takes the tenants in another order. */
const maxSweepMs = 5000

/** A failure of one tenant must not keep the others waiting. `failure` says in the log what could not be done. */
export async function forEachTenant<T extends { tenant_id: string }>(tenants: T[], failure: string, work: (tenant: T) => Promise<void>) {
  const end = performance.now() + maxSweepMs
  for (const each of tenants) {
    if (performance.now() > end) return
    await work(each).catch((error: unknown) => logLoopFailure(error, failure, { tenant: each.tenant_id }))
  }
}
