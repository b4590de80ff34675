import { type Cell, allCells, home } from "./cells.ts"
import { isInOutage, logLoopFailure, noteAnswer } from "./outage.ts"
import { canCommit } from "./write-probe.ts"

const lookIntervalMs = 1_000

/** How far the database's clock is ahead of `performance.now()`, which nobody sets. Before the first reading it is this machine's clock. */
let aheadMs = performance.timeOrigin

/**
 * The time by the clock of home, the first cell. The clocks of processes differ, and may be set while they run. Then an idempotency key
 * could be valid for one process and expired for another, and a request could take effect twice.
 */
export const databaseClock = {
  /** `offsetMs` is how far a tenant's clock is ahead. */
  now: (offsetMs = 0) => new Date(performance.now() + aheadMs + offsetMs),
  /** Moves the clock forward to a time that the database has just sent, because `performance.now()` stops while a machine sleeps. */
  raiseTo: (time: Date) => void (aheadMs = Math.max(aheadMs, time.getTime() - performance.now())),
}

/** Reads the database's clock now and once a second until the returned function is called, because a machine may sleep meanwhile. */
export async function followDatabaseClock(): Promise<() => void> {
  await look()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => noteAnswerOf(home()))
      .catch((error: unknown) => logLoopFailure(error, "the database's clock could not be read; trying again"))
      .finally(() => (looking = undefined))
    for (const cell of allCells().slice(1)) if (isInOutage(cell.name)) void noteAnswerOf(cell)
  }, lookIntervalMs)
  return () => clearInterval(timer)
}

const noteAnswerOf = (cell: Cell) => noteAnswer(cell.name, () => canCommit(cell))

/**
 * The database read its clock between the query and the answer. If our offset is possible within these bounds, it stays, so that time runs
 * evenly.
 */
async function look() {
  const askedMs = performance.now()
  const { rows } = await home().pool.query<{ now: Date }>("select clock_timestamp() as now")
  const time = rows[0]!.now.getTime()
  const [least, most] = [time - performance.now(), time + 1 - askedMs]
  aheadMs = Math.min(Math.max(aheadMs, least), most)
}
