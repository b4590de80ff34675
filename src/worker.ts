import { setTimeout as wait } from "node:timers/promises"
import { currentCell, home } from "./kit/db/cells.ts"
import { withLease } from "./kit/jobs/lease.ts"
import { logLoopFailure } from "./kit/db/outage.ts"
import { isBusy } from "./kit/jobs/in-flight.ts"
import { type ClaimedJob, claimJobs, giveBackJobs, type Jobs, type Sweep } from "./kit/jobs/queue.ts"
import { runJob } from "./kit/jobs/run-job.ts"
import { createIdlePause, jobSignal } from "./kit/jobs/signal.ts"
import type { Application } from "./kit/operation/slice.ts"
import { log } from "./kit/service/log.ts"

/** The pause between two claims when no job is due. Jobs fall due with time, and other processes enqueue some. */
const [minIdleMs, maxIdleMs] = [250, 500]
/** The first clean-up waits, because it would be most of the work in the first second of a service. */
const firstCleanupMs = 3_000
/** Tenants whose jobs run at the same time in this process. Each tenant takes one place, however many or slow its jobs are. */
const maxTenants = 100
const maxClaimedAtOnce = 50
/** A job that starts later than this after its claim, because it waited or the process was frozen, has too little of its lease left. */
const maxWaitMs = 15_000

/**
 * Claims due jobs of the current cell in batches and runs them, beside the sweeps and loops. `stop` resolves when all started work has
 * ended.
 */
export function startWorker({ jobs, sweeps, loops }: Pick<Application, "jobs" | "sweeps" | "loops">) {
  const stopping = new AbortController()
  const running = [
    claimLoop(jobs, stopping.signal),
    ...sweeps
      .filter(({ isForInstallation }) => !isForInstallation || currentCell() === home())
      .map((sweep, i) => sweepLoop(sweep, i, stopping.signal)),
    ...loops.map(loop => loop(stopping.signal)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Claims jobs as long as there is room. Claims a tenant's next jobs only after its jobs here have ended, so that they run in order. */
async function claimLoop(jobs: Jobs, signal: AbortSignal) {
  const running = new Map<string, Promise<void>>()
  const idlePause = createIdlePause(minIdleMs, maxIdleMs)
  const due = jobSignal(currentCell())
  signal.addEventListener("abort", due.signal)
  while (!signal.aborted) {
    const claimedAt = performance.now()
    const max = Math.min(maxTenants - running.size, maxClaimedAtOnce)
    const claimed = max === 0 ? [] : await claimJobs([...running.keys()], max).catch(onClaimError)
    for (const [tenant, tenantJobs] of Map.groupBy(claimed, job => job.tenant_id)) {
      const end = () => {
        running.delete(tenant)
        due.signal()
      }
      running.set(tenant, runInOrder(tenant, tenantJobs, jobs, claimedAt, signal).finally(end))
    }
    if (claimed.length > 0) idlePause.reset()
    if (max > 0 && claimed.length === max) continue
    if (isBusy()) await Promise.race([pause(minIdleMs, signal), ...running.values()])
    else await due.wait(idlePause.next())
  }
  await Promise.all(running.values())
}

function onClaimError(error: unknown): ClaimedJob[] {
  logLoopFailure(error, "claiming jobs failed; trying again")
  return []
}

/** Runs the jobs of a tenant in the order they fell due. Gives jobs back that have waited too long, or when the worker stops. */
async function runInOrder(tenant: string, claimed: ClaimedJob[], jobs: Jobs, claimedAt: number, signal: AbortSignal) {
  for (const [i, job] of claimed.entries()) {
    if (signal.aborted || performance.now() - claimedAt > maxWaitMs) return giveBackJobs(tenant, claimed.slice(i)).catch(onGiveBackError)
    await withLease(job, () => runJob(job, jobs))
  }
}

function onGiveBackError(error: unknown) {
  log.warn({ error }, "jobs could not be given back; they run when their leases have expired")
}

async function sweepLoop({ name, everyMs, isCleanup, run }: Sweep, i: number, signal: AbortSignal) {
  if (isCleanup) await pause(firstCleanupMs + i * 100, signal)
  while (!signal.aborted) {
    await run().catch((error: unknown) => logLoopFailure(error, "a sweep failed; it runs again at its next interval", { sweep: name }))
    await pause(everyMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: true }).catch(() => {})
