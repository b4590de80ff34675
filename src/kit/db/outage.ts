import { log } from "../service/log.ts"
import { DatabaseFault } from "./fault.ts"

/** The database is unreachable, starting, stopping, read-only or unable to use its disk, or has no connection, memory or space left. */
const outageCodes = /^(08|25006|53|57P|58030)|^E(?!RR_)[A-Z_]+$|^ERR_(STREAM|SOCKET|SSL|TLS)_/
const lostConnection =
  /^Connection (terminated|ended)|^Client (was closed|has encountered)|^Received unexpected|timeout e|read timeout|calling end on the pool/

let current: { since: number; requests: number; hasFailed: boolean } | undefined

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
  log[current ? "debug" : "warn"]({ error, ...facts }, message)
}

function noteOutage(error: unknown) {
  if (!isOutage(error)) return undefined
  if (!current) {
    current = { since: performance.now(), requests: 0, hasFailed: true }
    const { message, code } = error as NodeJS.ErrnoException
    log.error({ reason: message, code }, "the database can't be used; requests that need it are answered with 503")
  }
  current.hasFailed = true
  return current
}

/**
 * Called once a second while the database answers. A database may answer and still refuse every write, so an outage ends when a write is
 * committed.
 */
export async function noteAnswer(canCommit: () => Promise<boolean>) {
  if (!current) return
  if (current.hasFailed) return void (current.hasFailed = false)
  if (!(await canCommit())) return
  const seconds = Math.round((performance.now() - current.since) / 1000)
  log.warn({ seconds, refusedRequests: current.requests }, "the database can be used again")
  current = undefined
}

/** For the metrics. */
export const isInOutage = () => current !== undefined
