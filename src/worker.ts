import { setTimeout as wait } from "node:timers/promises"
import { claimJobs, type Claimed, finishJob, type Jobs, type Loop, postponeJob, type Sweep } from "./kit/jobs.ts"
import { log } from "./kit/log.ts"
import { jobsDone } from "./kit/metrics.ts"

/** How long an idle worker sleeps before it looks again. */
const idleMs = 250
/** Then it is kept as failed, for a person to look at. */
const attemptsMost = 10

/** Claims due work in batches, runs it, backs off. Resolves once all is put down after `stop` was called. */
export function startWorker(jobs: Jobs, sweeps: Sweep[], further: Loop[]) {
  const stopping = new AbortController()
  const loops = [
    claimLoop(jobs, stopping.signal),
    ...sweeps.map(sweep => sweepLoop(sweep, stopping.signal)),
    ...further.map(loop => loop(stopping.signal)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function claimLoop(jobs: Jobs, signal: AbortSignal) {
  while (!signal.aborted) {
    const claimed = await claimJobs().catch((error: unknown) => {
      log.warn({ error }, "no work could be claimed; trying again")
      return []
    })
    if (claimed.length === 0) await pause(idleMs, signal)
    else await inOrder(claimed, jobs)
  }
}

/** Tenants side by side, each one's jobs in the order they fell due. */
async function inOrder(claimed: Claimed[], jobs: Jobs) {
  const tenants = Map.groupBy(claimed, job => job.tenant_id)
  await Promise.all(
    [...tenants.values()].map(async own => {
      for (const job of own) await runJob(job, jobs)
    }),
  )
}

async function runJob(job: Claimed, jobs: Jobs) {
  try {
    const known = jobs[job.kind]
    if (!known) throw new Error(`no worker here knows the job ${job.kind}`)
    await known.run(job.tenant_id, job.payload)
    await finishJob(job)
    jobsDone.inc({ kind: job.kind, outcome: "done" })
  } catch (error) {
    const final = job.attempts >= attemptsMost
    const message = error instanceof Error ? error.message : "unknown"
    log.warn({ error, kind: job.kind, job: job.id, tenant: job.tenant_id, attempts: job.attempts, final }, "a job failed")
    jobsDone.inc({ kind: job.kind, outcome: final ? "failed" : "postponed" })
    try {
      if (final) await jobs[job.kind]?.giveUp?.(job.tenant_id, job.payload, message)
      await postponeJob(job, message, final)
    } catch (fault) {
      log.error({ error: fault, job: job.id }, "a failed job could not be put back; its lease will run out")
    }
  }
}

async function sweepLoop({ name, everyMs, run }: Sweep, signal: AbortSignal) {
  while (!signal.aborted) {
    await run().catch((error: unknown) => log.warn({ error, sweep: name }, "a sweep failed; it comes round again"))
    await pause(everyMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal, ref: true }).catch(() => {})
