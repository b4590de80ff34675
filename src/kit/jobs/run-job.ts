import { log } from "../service/log.ts"
import { jobsDone } from "../service/metrics.ts"
import { asJob } from "./enqueue.ts"
import { finishJob, type JobClaim, type Jobs, postponeJob } from "./queue.ts"

/** After this many attempts a job is kept as failed, for a person to look at. */
const maxAttempts = 10

/** Runs a claimed job. Postpones it if it fails, unless `isLost` says that another worker has claimed it. */
export async function runJob(job: JobClaim, jobs: Jobs, isLost: () => boolean | Promise<boolean> = () => false) {
  try {
    const handler = jobs[job.kind]
    if (!handler) throw new Error(`unknown job kind ${job.kind}`)
    await asJob(job, () => handler.run(job.tenant_id, job.payload))
    await finishJob(job)
    jobsDone.inc({ kind: job.kind, outcome: "done" })
  } catch (error) {
    if (await isLost()) return
    const isFinal = job.attempts >= maxAttempts
    const message = error instanceof Error ? error.message : "unknown"
    log.warn({ error, kind: job.kind, job: job.id, tenant: job.tenant_id, attempts: job.attempts, final: isFinal }, "a job failed")
    jobsDone.inc({ kind: job.kind, outcome: isFinal ? "failed" : "postponed" })
    try {
      if (isFinal) await asJob(job, async () => jobs[job.kind]?.giveUp?.(job.tenant_id, job.payload, message))
      await postponeJob(job, message, isFinal)
    } catch (postponeError) {
      log.error({ error: postponeError, job: job.id }, "a failed job could not be postponed; it runs again when its lease expires")
    }
  }
}
