import { logLoopFailure, noteAnswer } from "./outage.ts"
import { pool } from "./pools.ts"
import { canCommit } from "./write-probe.ts"

const lookIntervalMs = 1_000

/** By how much the database's clock is ahead of `performance.now()`, which nobody sets; until the first look, this machine's clock. */
let aheadMs = performance.timeOrigin

/**
 * The time by the database's clock. Those of processes differ and are set while they run: an idempotency key that is alive for one would
 * be dead for another, and the same request would have its effect twice.
 */
export const databaseClock = {
  /** `offsetMs` is what a tenant's own clock is ahead. */
  now: (offsetMs = 0) => new Date(performance.now() + aheadMs + offsetMs),
  /** It is that late at least, by what the database has just answered: `performance.now()` stands still while a machine sleeps. */
  raiseTo: (time: Date) => void (aheadMs = Math.max(aheadMs, time.getTime() - performance.now())),
}

/** Looks at the database's clock, and once a second until the returned function is called: a machine may sleep meanwhile. */
export async function followDatabaseClock(): Promise<() => void> {
  await look()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => noteAnswer(canCommit))
      .catch((error: unknown) => logLoopFailure(error, "the database's clock could not be read; trying again"))
      .finally(() => (looking = undefined))
  }, lookIntervalMs)
  return () => clearInterval(timer)
}

/** The database answers between the question and the answer's arrival. What is possible within them stays, so that time runs evenly. */
async function look() {
  const askedMs = performance.now()
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now")
  const time = rows[0]!.now.getTime()
  const [least, most] = [time - performance.now(), time + 1 - askedMs]
  aheadMs = Math.min(Math.max(aheadMs, least), most)
}
