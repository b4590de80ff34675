import { setTimeout as wait } from "node:timers/promises"
import { Counter } from "@prometheus-io/client"
import pg from "pg"
import type { Cell } from "./cells.ts"
import { isOutage } from "./outage.ts"
import {
  cellFor,
  type Client,
  heldFor,
  isStatementError,
  pipelineWithin,
  query,
  type Query,
  type Read,
  readSnapshot,
  routed,
  type Scope,
  snapshotOn,
  tenantsIn,
} from "./query.ts"
import { type Mark, readMark } from "./replica-mark.ts"
import { failReplica, type ReadReplica } from "./read-replica.ts"
import { factsOf } from "./replica-watch.ts"

const reads = new Counter({
  name: "countersign_replica_reads_total",
  help: "Lists and reports of cells that have a read replica, by the server that answered",
  labelNames: ["cell", "server"],
})

/** How long a read waits until the replica has everything that was acknowledged before the read began. */
const maxListWaitMs = 100
const maxReportWaitMs = 1_000
const pollMs = 5

/**
 * Runs a statement of a list on the read replica of the tenant's cell, or on the primary. The rows include everything that was acknowledged
 * before, by any process. Never use it to read what a change depends on, because the replica does not have later changes.
 */
export const queryList = <Row extends object>(scope: Scope, statement: Query): Promise<Row[]> =>
  routed(scope, async () => {
    const cell = await cellFor(scope)
    if (!cell.replica || heldFor(scope)) return query(scope, statement)
    return readFrom(
      { cell, replica: cell.replica, tenants: tenantsIn(scope), pool: "pool", maxWaitMs: maxListWaitMs },
      async client => (await pipelineWithin(client, scope, [statement]))[0]!.rows as Row[],
      () => query<Row>(scope, statement),
    )
  })

/** Runs the reads of a report in one snapshot, by the same rules. `work` may run twice. */
export const readReport = <T>(scope: Scope, work: (read: Read) => Promise<T>): Promise<T> =>
  routed(scope, async () => {
    const cell = await cellFor(scope)
    if (!cell.replica || heldFor(scope)) return readSnapshot(scope, work)
    return readFrom(
      { cell, replica: cell.replica, tenants: tenantsIn(scope), pool: "reportPool", maxWaitMs: maxReportWaitMs },
      client => snapshotOn(client, scope, work),
      () => readSnapshot(scope, work),
    )
  })

type Source = { cell: Cell; replica: ReadReplica; tenants: readonly string[]; pool: "pool" | "reportPool"; maxWaitMs: number }

async function readFrom<T>(source: Source, onReplica: (client: Client) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
  const { cell, replica } = source
  if (replica.fault === undefined) {
    const answer = await tryReplica(source, onReplica)
    if (answer) {
      reads.inc({ ...factsOf(cell), server: "replica" })
      return answer.result
    }
  }
  if (replica.outage) replica.outage.reads++
  reads.inc({ ...factsOf(cell), server: "primary" })
  return onPrimary()
}

/** Returns undefined if the primary must answer. */
async function tryReplica<T>(source: Source, onReplica: (client: Client) => Promise<T>): Promise<{ result: T } | undefined> {
  const { cell, replica, tenants, pool } = source
  const mark = await readMark(cell, tenants)
  if (!mark) return undefined
  let client: Client | undefined
  try {
    client = await replica[pool].connect()
    replica.inUse.add(client)
    const result = (await hasReached(client, mark, source)) ? { result: await onReplica(client) } : undefined
    client.release()
    return result
  } catch (error) {
    client?.release(pool === "reportPool" || !isStatementError(error)) // a report fails within its transaction
    if (!isFailureOf(error)) throw error
    if (isLost(error)) failReplica(replica, error.message, factsOf(cell))
    return undefined
  } finally {
    if (client) replica.inUse.delete(client)
  }
}

type Position = { standby: boolean; reached: boolean; word: string; previous: string }

/**
 * Waits until the replica has what the mark has. This statement ends before the snapshot of the read begins, because within it the
 * position may be newer than the snapshot. The word is compared because a log position alone says nothing about another database.
 */
async function hasReached(client: Client, { word, position }: Mark, { cell, replica, maxWaitMs }: Source): Promise<boolean> {
  for (const end = performance.now() + maxWaitMs; ; await wait(pollMs)) {
    const { rows } = await client.query<Position>({ ...asksPosition, values: [position] })
    const found = rows[0]
    if (found && !found.standby) {
      failReplica(replica, "it is not a standby: it was promoted, or its address leads to a primary", factsOf(cell))
      return false
    }
    if (found?.reached && (found.word === word || found.previous === word)) return true
    if (performance.now() > end || replica.fault !== undefined) return false
  }
}
const asksPosition = {
  name: "replica_position",
  text: `select pg_is_in_recovery() as standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached, word, previous
    from replica_mark`,
}

/**
 * The replica failed, or canceled the read because the primary removed rows that it needs. The primary may still answer. A report that took
 * too long would take too long there as well.
 */
const isFailureOf = (error: unknown): error is Error =>
  isOutage(error) || (error instanceof pg.DatabaseError && (error.code !== "57014" || /recovery/.test(error.message)))

/** Whether other reads should not try it, either. If only all connections of the pool are in use, they should. */
const isLost = (error: Error) => isOutage(error) && !/^timeout exceeded|^Query read timeout/.test(error.message)
