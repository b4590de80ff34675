import { signalWork } from "../jobs/signal.ts"
import { generalProblem } from "../pure/errors.ts"
import { batcher, bisectFailures } from "./batcher.ts"
import { lockPool, pool } from "./pools.ts"
import { type Client, isStatementError, pipeline, type Query, sql, tenantScope } from "./query.ts"
import { queriesFor, type Write } from "./statements.ts"

/** What one request changes. Sets are written in the order of their names, so that two batches never deadlock. */
export type WriteSet = { name: string; tenant: string; writes: Write[] }

/** Group commit: commits a request that holds no lock together with all others that are ready. Resolves when it is durable. */
export const commit = batcher<WriteSet, void>(async batch => {
  const client = await pool.connect()
  try {
    const results = await bisectFailures(batch, sets => commitAll(client, sets))
    client.release()
    return results
  } catch (error) {
    client.release(true) // unknown whether it was committed: the stored response answers the caller's retry
    throw error
  }
})

async function commitAll(client: Client, sets: WriteSet[]): Promise<void[]> {
  const byName = [...sets].sort((a, b) => (a.name < b.name ? -1 : 1))
  const writes = byName.flatMap(set => set.writes)
  const scope = tenantScope(new Set(sets.map(set => set.tenant)))
  const queries = queriesFor(writes)
  await pipeline(client, queries.length === 1 ? [scope, ...queries] : [scope, "begin", ...queries, "commit"])
  signalFor(writes)
  return sets.map(() => undefined)
}

const signalFor = (writes: Write[]) => writes.some(write => write.statement.signals) && signalWork()

/** The transaction of a request that locks rows before it decides. It begins with the first lock. */
export function lockedTransaction(name: string, tenant: string) {
  let client: Client | undefined
  let previous: Promise<unknown> = Promise.resolve()
  const lockNext = async <Row>(query: Query): Promise<Row | undefined> => {
    if (client) return (await client.query<Row & object>(query)).rows[0]
    client = await lockPool.connect()
    try {
      const results = await pipeline(client, [tenantScope([tenant]), "begin", tryLockKey(`${tenant} ${name}`), query])
      return results.at(-1)!.rows[0] as Row
    } catch (error) {
      if (isStale(error)) throw generalProblem("IDM-1003")
      throw error
    }
  }
  return {
    /** One after the other, because all locks of a request share one connection. */
    lock<Row>(query: Query): Promise<Row | undefined> {
      const next = previous.then(() => lockNext<Row>(query))
      previous = next.catch(() => {})
      return next
    },
    async commit(writes: Write[]) {
      await pipeline(client!, [...queriesFor(writes), "commit"])
      client!.release()
      client = undefined
      signalFor(writes)
    },
    /** Runs the writes so that every constraint is checked; `rollback` takes them back. */
    async dryRun(writes: Write[]) {
      await pipeline(client!, queriesFor(writes))
    },
    /** Does nothing after a commit. */
    async rollback() {
      await previous // another lock of the same request may still be waiting on this connection
      const failed = await client?.query("rollback").then(
        () => false,
        () => true,
      )
      client?.release(failed)
    },
  }
}

export type LockedTransaction = ReturnType<typeof lockedTransaction>

/** Runs the writes so that every constraint is checked, and rolls them back. */
export async function dryRun({ tenant, writes }: WriteSet): Promise<void> {
  const client = await pool.connect()
  try {
    await pipeline(client, [tenantScope([tenant]), "begin", ...queriesFor(writes), "rollback"])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * A failed try-lock divides by zero, which aborts the transaction before the row lock behind it in the same packet: a duplicate request
 * gets its 409 at once instead of waiting for the row.
 */
const tryLockKey = (name: string) => sql`select 1 / pg_try_advisory_xact_lock(hashtextextended(${name}, 0))::int`
const divisionByZero = "22012"
/** A row has changed since it was read. */
export const isStale = (error: unknown) => isStatementError(error) && error.code === divisionByZero
