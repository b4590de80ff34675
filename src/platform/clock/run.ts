import { setTimeout as wait } from "node:timers/promises"
import { currentCell } from "../../kit/db/cells.ts"
import { logLoopFailure } from "../../kit/db/outage.ts"
import { isBusy } from "../../kit/jobs/in-flight.ts"
import { withLease } from "../../kit/jobs/lease.ts"
import { findNextJob, type Loop, type Timer } from "../../kit/jobs/queue.ts"
import { runJob } from "../../kit/jobs/run-job.ts"
import { createIdlePause, createSharedSignal } from "../../kit/jobs/signal.ts"
import { atTime } from "../../kit/jobs/simulated-time.ts"
import type { Application } from "../../kit/operation/slice.ts"
import { log } from "../../kit/service/log.ts"
import { holdLease } from "./lease.ts"
import { type ClaimedJump, claimJump } from "./store.ts"

/** The timed work of all slices. */
export type TimedWork = Pick<Application, "jobs" | "timers">

/** How often a process polls for moves that other processes committed; the second value applies while there are none. */
const [minPollMs, maxPollMs] = [200, 400]
/** How many clocks one process moves at the same time. */
const maxMoves = 8
/** While many requests are in flight, a move pauses this long at each step. */
const yieldMs = 4
/** The pause while a worker finishes a job that it claimed before the clock began to move. */
const leasedPauseMs = 25
/** The pause after an error, such as a lost connection. */
const errorPauseMs = 1000

/** Signaled when a move was committed, for the loop that runs it. */
export const moveSignal = createSharedSignal("clock moves", "requests")
/** Signaled when a move has ended, for the requests that wait for it. */
export const arrivalSignal = createSharedSignal("clock arrivals", "worker")

/** Moves the clocks of sandboxes until the signal. One process moves each clock; if it dies, another takes over. */
export const clockLoop =
  (work: () => TimedWork): Loop =>
  async signal => {
    const moving = new Set<Promise<void>>()
    const idlePause = createIdlePause(minPollMs, maxPollMs)
    const due = moveSignal(currentCell())
    signal.addEventListener("abort", due.signal)
    while (!signal.aborted) {
      const jump = moving.size < maxMoves ? await claimJump().catch(onClaimError) : undefined
      if (jump) {
        const move = runJump(jump, work(), signal).finally(() => moving.delete(move))
        moving.add(move)
        idlePause.reset()
      } else await due.wait(idlePause.next())
    }
    await Promise.all(moving)
  }

async function onClaimError(error: unknown): Promise<undefined> {
  logLoopFailure(error, "no move of a clock could be claimed; trying again")
  await wait(errorPauseMs)
}

/** Does everything that falls due before the target, in the order of time, each at its time, and then sets the clock to the target. */
async function runJump(jump: ClaimedJump, work: TimedWork, signal: AbortSignal) {
  const held = holdLease(jump)
  try {
    if (await held.isLost()) return
    const idle = new Set<Timer>()
    while (!signal.aborted && !held.wasLost()) {
      const step = await nextStep(jump, work, idle, held.isLost)
      if (!step) break
      jump.at = later(jump.at, step.at)
      jump.done += await withLease(held.lease, () => atTime(jump.at, step.run))
      if (isBusy()) await wait(yieldMs)
    }
    await (signal.aborted ? held.release() : held.end())
  } catch (error) {
    log.warn({ error, tenant: jump.tenant_id }, "a clock could not be moved further; the next attempt continues from there")
    await wait(errorPauseMs)
    await held.release().catch(() => {}) // otherwise the lease expires
  } finally {
    held.stop()
    arrivalSignal(currentCell()).signal()
    moveSignal(currentCell()).signal() // there is room for another one
  }
}

type Step = { at: Date; run(): Promise<number> }

/**
 * The next step. If several are due at the same time, jobs come first, then the timers in the order of their slices. A timer that did
 * nothing is `idle` until something else has happened.
 */
async function nextStep(
  { tenant_id: tenant, target, at }: ClaimedJump,
  { jobs, timers }: TimedWork,
  idle: Set<Timer>,
  isLost: () => Promise<boolean>,
): Promise<Step | undefined> {
  const [job, ...times] = await Promise.all([
    findNextJob(tenant, target),
    ...timers.map(async timer => (idle.has(timer) ? undefined : await timer.nextAt(tenant, target))),
  ])
  const first = times.reduce((min, time) => (time && (!min || time < min) ? time : min), undefined)
  if (job && !(first && first < job.next_at)) {
    if (job.isLeased) return { at, run: () => wait(leasedPauseMs, 0) }
    const run = async () => {
      await runJob(job, jobs, isLost)
      return 1
    }
    return { at: job.next_at, run: notingProgress(run, idle) }
  }
  if (first) {
    const timer = timers[times.indexOf(first)]!
    return { at: first, run: notingProgress(() => timer.run(tenant, first), idle, timer) }
  }
  const rest = timers.find(timer => !idle.has(timer)) // it may have postponed work, such as first attempts of deliveries
  return rest && { at, run: notingProgress(() => rest.run(tenant, target), idle, rest) }
}

const notingProgress = (run: () => Promise<number>, idle: Set<Timer>, timer?: Timer) => async () => {
  const done = await run()
  if (done > 0) idle.clear()
  else if (timer) idle.add(timer)
  return done
}

const later = (a: Date, b: Date) => (a > b ? a : b)
