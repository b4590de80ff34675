import { setTimeout as wait } from "node:timers/promises"
import { withLease } from "./kit/jobs/lease.ts"
import { isBusy } from "./kit/jobs/in-flight.ts"
import { type ClaimedJob, claimJobs, type Jobs, renewLease, type Sweep } from "./kit/jobs/queue.ts"
import { runJob } from "./kit/jobs/run-job.ts"
import { createIdlePause, jobSignal } from "./kit/jobs/signal.ts"
import type { Application } from "./kit/operation/slice.ts"
import { log } from "./kit/service/log.ts"

/** The pause between two claims when no job is due: jobs fall due by time, and other processes enqueue some. */
const [minIdleMs, maxIdleMs] = [250, 500]
/** Cleaning up would be most of what a service does in its first second. */
const firstCleanupMs = 3_000
/** A job that begins this long after its claim, because it waited for others or the process was frozen, begins its lease anew. */
const renewAfterMs = 15_000

/** Claims due jobs in batches and runs them, beside the sweeps and loops. `stop` resolves when all of them have ended. */
export function startWorker({ jobs, sweeps, loops }: Pick<Application, "jobs" | "sweeps" | "loops">) {
  const stopping = new AbortController()
  const running = [
    claimLoop(jobs, stopping.signal),
    ...sweeps.map((sweep, i) => sweepLoop(sweep, i, stopping.signal)),
    ...loops.map(loop => loop(stopping.signal)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function claimLoop(jobs: Jobs, signal: AbortSignal) {
  const idlePause = createIdlePause(minIdleMs, maxIdleMs)
  signal.addEventListener("abort", jobSignal.signal)
  while (!signal.aborted) {
    const claimedAt = performance.now()
    const claimed = await claimJobs().catch((error: unknown) => {
      log.warn({ error }, "claiming jobs failed; trying again")
      return []
    })
    if (claimed.length > 0) {
      idlePause.reset()
      await runByTenant(claimed, jobs, claimedAt)
    } else if (isBusy()) await pause(minIdleMs, signal)
    else await jobSignal.wait(idlePause.next())
  }
}

/** Runs the tenants concurrently, and the jobs of each tenant in the order they fell due. */
async function runByTenant(claimed: ClaimedJob[], jobs: Jobs, claimedAt: number) {
  const byTenant = Map.groupBy(claimed, job => job.tenant_id)
  await Promise.all(
    [...byTenant.values()].map(async tenantJobs => {
      for (const claimedJob of tenantJobs) {
        const hasWaited = performance.now() - claimedAt > renewAfterMs
        const job = hasWaited ? await renewLease(claimedJob).catch(onRenewError) : claimedJob
        if (job) await withLease(job, () => runJob(job, jobs))
      }
    }),
  )
}

function onRenewError(error: unknown): undefined {
  log.warn({ error }, "a lease could not be renewed; the job runs when it has expired")
}

async function sweepLoop({ name, everyMs, isCleanup, run }: Sweep, i: number, signal: AbortSignal) {
  if (isCleanup) await pause(firstCleanupMs + i * 100, signal)
  while (!signal.aborted) {
    await run().catch((error: unknown) => log.warn({ error, sweep: name }, "a sweep failed; it runs again at its next interval"))
    await pause(everyMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: true }).catch(() => {})
