import { homeName } from "../pure/cell-urls.ts"
import { log } from "../service/log.ts"
import { DatabaseFault } from "./fault.ts"

/** The database is unreachable, starting, stopping, read-only or unable to use its disk, or has no connection, memory or space left. */
const outageCodes = /^(08|25006|53|57P|58030)|^E(?!RR_)[A-Z_]+$|^ERR_(STREAM|SOCKET|SSL|TLS)_/
const lostConnection =
  /^Connection (terminated|ended)|^Client (was closed|has encountered)|^Received unexpected|timeout e|read timeout|calling end on the pool/

type Outage = { since: number; requests: number; hasFailed: boolean }
/** By the name of the cell. Cells fail one by one. */
const outages = new Map<string, Outage>()

/** Where an error happened. Errors without an entry come from home. */
const cellNames = new WeakMap<object, string>()

/** Remembers in which cell an error happened, and returns the error. */
export function noteCell(error: unknown, cell: string): unknown {
  if (error instanceof Error) cellNames.set(error, cell)
  return error
}

export const cellNameOf = (error: unknown): string => (error instanceof Error ? cellNames.get(error) : undefined) ?? homeName

/** Whether the database could not be used. File errors have the same codes as socket errors, but also a path. */
export function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error) || "path" in error) return false
  const { code } = error as NodeJS.ErrnoException
  return error instanceof DatabaseFault || outageCodes.test(code ?? "") || lostConnection.test(error.message)
}

/** Logs that a request failed. An outage is logged when it begins and ends, because a line for each request would fill the log. */
export function logRequestFailure(error: unknown, requestId: string) {
  const refused = noteOutage(error)
  if (refused) refused.requests++
  log[refused ? "debug" : "error"]({ error, requestId }, "a request failed")
}

/**
 * Does the same for a loop that only uses the database and tries again. Other errors during an outage follow from it, such as those of
 * loops that wait for a row whose change can't be committed.
 */
export function logLoopFailure(error: unknown, message: string, facts: object = {}) {
  noteOutage(error)
  log[outages.has(cellNameOf(error)) ? "debug" : "warn"]({ error, ...facts }, message)
}

function noteOutage(error: unknown): Outage | undefined {
  if (!isOutage(error)) return undefined
  const cell = cellNameOf(error)
  const outage = outages.get(cell) ?? { since: performance.now(), requests: 0, hasFailed: true }
  if (!outages.has(cell)) {
    const { message, code } = error as NodeJS.ErrnoException
    log.error({ reason: message, code, ...named(cell) }, "the database can't be used; requests that need it are answered with 503")
  }
  outages.set(cell, outage)
  outage.hasFailed = true
  return outage
}

/** Only an installation with several cells has names for them. */
const named = (cell: string) => (cell === homeName ? {} : { cell })

/**
 * Called once a second for a cell whose database answers. A database may answer and still refuse every write, so an outage ends when a
 * write is committed.
 */
export async function noteAnswer(cell: string, canCommit: () => Promise<boolean>) {
  const outage = outages.get(cell)
  if (!outage) return
  if (outage.hasFailed) return void (outage.hasFailed = false)
  if (!(await canCommit())) return
  const seconds = Math.round((performance.now() - outage.since) / 1000)
  log.warn({ seconds, refusedRequests: outage.requests, ...named(cell) }, "the database can be used again")
  outages.delete(cell)
}

/** For the metrics. */
export const isInOutage = (cell: string) => outages.has(cell)
