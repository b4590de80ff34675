import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import { allCells, type Cell, isOnlyCell } from "./cells.ts"
import { type Mark, readMark, writeMark } from "./replica-mark.ts"
import { failReplica, type ReadReplica, restoreReplica } from "./read-replica.ts"

const intervalMs = 1_000
/** A replica that is further behind is not asked: each read would wait for it and then ask the primary. */
const maxLagSeconds = 3
/** The marks that the primary had lately, which a replica may still show. */
const keptMarks = 600

type Seen = Pick<Mark, "word" | "previous" | "at"> & { standby: boolean; bytes: number }

export const factsOf = ({ name }: Cell) => (isOnlyCell() ? {} : { cell: name })

/** Checks the read replica of each cell once a second until the signal. With no replica it does nothing. */
export function watchReplicas(signal: AbortSignal): void {
  for (const cell of allCells()) if (cell.replica) void watch(cell, cell.replica, signal)
}

async function watch(cell: Cell, replica: ReadReplica, signal: AbortSignal) {
  const words = new Set<string>()
  for (let delayMs = 100; !signal.aborted; delayMs = intervalMs) {
    const mark = await renewMark(cell, words).catch(() => undefined)
    await wait(delayMs, undefined, { signal, ref: false }).catch(() => {}) // what was just written needs a moment to arrive
    if (mark && !signal.aborted) await look(cell, replica, mark, words)
  }
}

/** Without an answer nothing is known about the replica: the outage of the primary is reported elsewhere. */
async function renewMark(cell: Cell, words: Set<string>): Promise<Mark | undefined> {
  if (cell.fault) return undefined
  await writeMark(cell, randomUUID())
  const mark = await readMark(cell, [])
  for (const word of mark ? [mark.previous, mark.word].filter(each => each !== "") : []) {
    words.delete(word) // a set keeps the order in which words were added
    words.add(word)
  }
  for (const oldest of [...words].slice(0, Math.max(0, words.size - keptMarks))) words.delete(oldest)
  return mark
}

async function look(cell: Cell, replica: ReadReplica, mark: Mark, words: ReadonlySet<string>) {
  try {
    const { rows } = await replica.probePool.query<Seen>(
      `select pg_is_in_recovery() as standby, word, previous, at,
         greatest(0, pg_wal_lsn_diff($1, coalesce(pg_last_wal_replay_lsn(), '0/0')))::float8 as bytes from replica_mark`,
      [mark.position],
    )
    const fault = faultOf(rows[0], mark, words, replica)
    if (fault === undefined) restoreReplica(replica, factsOf(cell))
    else failReplica(replica, fault, factsOf(cell))
  } catch (error) {
    failReplica(replica, (error as Error).message, factsOf(cell))
    for (const client of replica.inUse) (client as unknown as WithStream).connection.stream.destroy()
  }
}
/** pg's types do not have the socket. */
type WithStream = { connection: { stream: { destroy(): void } } }

/** Only a server that follows this database, and no other one with the same name, shows words that were just written here. */
function faultOf(seen: Seen | undefined, mark: Mark, words: ReadonlySet<string>, replica: ReadReplica): string | undefined {
  if (seen && !seen.standby) return "it is not a standby: it was promoted, or its address leads to a primary"
  if (!seen || !(words.has(seen.word) || words.has(seen.previous)))
    return "it does not show what was just written to the primary: it follows another database, or is far behind"
  const seconds = Math.max(0, (mark.at.getTime() - seen.at.getTime()) / 1000)
  replica.lag = { bytes: seen.bytes, seconds }
  return seconds > maxLagSeconds ? `it is ${Math.round(seconds)} s behind the primary` : undefined
}
