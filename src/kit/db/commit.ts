import { batcher, bisectFailures } from "./batcher.ts"
import { type Cell, perCell } from "./cells.ts"
import { noteCell } from "./outage.ts"
import {
  cellFor,
  type Client,
  connectTo,
  isLockTimeout,
  isStatementError,
  pipeline,
  pipelineWithin,
  type Query,
  releaseAfter,
} from "./query.ts"
import { forgetPlans, isStalePlan } from "./stale-plans.ts"
import { guardQuery, queriesFor, refusals, type Write } from "./statements.ts"
import { untilFree, whereTenantsAre } from "./tenant-moves.ts"

/** What one request changes. Sets are written in the order of their names, so that two batches never deadlock. */
type WriteSet = { name: string; tenant: string; writes: Write[] } & CommitGuards
export type CommitGuards = {
  /** By the database's clock; a process that was frozen must not commit after it. */
  deadline?: Date | undefined
  /** Refused at once while another process commits under the same name. */
  exclusive?: boolean | undefined
}

/** Group commit: commits a request that holds no lock together with all others that are ready. Resolves when it is durable. */
export const commit = (set: WriteSet): Promise<void> =>
  whereTenantsAre(async () => {
    await untilFree(set.tenant)
    return committers(await cellFor([set.tenant]))(set)
  })

const committers = perCell(cell => batcher<WriteSet, void>(batch => commitBatch(cell, batch)))

async function commitBatch(cell: Cell, batch: WriteSet[]) {
  const client = await connectTo(cell, "pool")
  try {
    const results = await bisectFailures(batch, (sets, cause) => commitAll(client, cell, sets, cause))
    client.release()
    return results
  } catch (error) {
    throw releaseAfter(error, client, cell) // unknown whether it was committed: the stored response answers the caller's retry
  }
}

/** After a batch waited too long for a lock, each part waits only briefly, so that parts without a lock are committed soon. */
const brieferWait = "set local lock_timeout = '100ms'"

async function commitAll(client: Client, cell: Cell, sets: WriteSet[], cause?: unknown): Promise<void[]> {
  const byName = [...sets].sort((a, b) => (a.name < b.name ? -1 : 1))
  const writes = byName.flatMap(set => set.writes)
  const scope = new Set(sets.map(set => set.tenant))
  const exclusiveNames = byName.filter(set => set.exclusive).map(set => nameOf(set.tenant, set.name))
  const queries = queriesFor(writes, { deadline: earliest(sets), exclusiveNames })
  try {
    if (isLockTimeout(cause)) await pipelineWithin(client, scope, ["begin", brieferWait, ...queries, "commit"])
    else await pipelineWithin(client, scope, queries.length === 1 ? queries : ["begin", ...queries, "commit"])
  } catch (error) {
    if (isStatementError(error)) await client.query("select") // PostgreSQL sends an error before it releases the locks, this after
    throw error
  }
  signalFor(writes, cell)
  return sets.map(() => undefined)
}

/** If a batch is refused as late, each set is tried alone with its own deadline. */
function earliest(sets: WriteSet[]): Date | undefined {
  const times = sets.flatMap(({ deadline }) => deadline ?? [])
  return times.length === 0 ? undefined : times.reduce((a, b) => (a < b ? a : b))
}

/** Wakes the loops of the cell only. */
function signalFor(writes: Write[], cell: Cell) {
  for (const signalOf of new Set(writes.map(write => write.statement.signals))) signalOf?.(cell).signal()
}

/** The transaction of a request that locks rows before it decides. It begins with the first lock. */
export function lockedTransaction(name: string, tenant: string, deadline?: Date) {
  let client: Client | undefined
  let cell: Cell | undefined
  let previous: Promise<unknown> = Promise.resolve()
  let failure: unknown
  /** Keeps the error of a failed statement, which shows whether the connection can be used again. */
  const watched = <T>(sent: Promise<T>): Promise<T> =>
    sent.catch((error: unknown) => {
      failure = error
      throw error
    })
  const lockNext = async <Row>(query: Query): Promise<Row | undefined> => {
    if (client) return (await watched(client.query<Row & object>(query))).rows[0]
    // The name is locked before the row, so that a duplicate request is refused at once instead of waiting for the row.
    const guard = guardQuery({ deadline, exclusiveNames: [nameOf(tenant, name)] })
    const rows = await whereTenantsAre(async () => {
      await untilFree(tenant)
      cell = await cellFor([tenant])
      client = await connectTo(cell, "lockPool")
      try {
        return (await watched(pipelineWithin(client, [tenant], ["begin", guard, query]))).at(-1)!.rows
      } catch (error) {
        await rollback()
        throw error
      }
    })
    return rows[0] as Row
  }
  const rollback = async () => {
    if (!client) return
    const held = client
    client = undefined
    await watched(held.query("rollback")).catch(() => {})
    if (isStalePlan(failure)) await watched(forgetPlans(held)).catch(() => {})
    if (failure === undefined) held.release()
    else releaseAfter(failure, held, cell!)
    failure = undefined
  }
  return {
    /** One after the other, because all locks of a request share one connection. */
    lock<Row>(query: Query): Promise<Row | undefined> {
      const next = previous.then(() => lockNext<Row>(query))
      previous = next.catch(() => {})
      return next
    },
    async commit(writes: Write[]) {
      await watched(pipeline(client!, [...queriesFor(writes, { deadline }), "commit"]))
      client!.release()
      client = undefined
      signalFor(writes, cell!)
    },
    /** Runs the writes so that every constraint is checked; `rollback` takes them back. */
    async dryRun(writes: Write[]) {
      await watched(pipeline(client!, queriesFor(writes)))
    },
    /** Does nothing after a commit. */
    async rollback() {
      await previous // another lock of the same request may still be waiting on this connection
      await rollback()
    },
  }
}

export type LockedTransaction = ReturnType<typeof lockedTransaction>

/** Runs the writes so that every constraint is checked, and rolls them back. */
export const dryRun = ({ tenant, writes }: WriteSet): Promise<void> =>
  whereTenantsAre(async () => {
    const cell = await cellFor([tenant])
    const client = await connectTo(cell, "pool")
    try {
      await pipelineWithin(client, [tenant], ["begin", ...queriesFor(writes), "rollback"])
      client.release()
    } catch (error) {
      client.release(true)
      throw noteCell(error, cell.name)
    }
  })

const nameOf = (tenant: string, name: string) => `${tenant} ${name}`

const isRefused = (error: unknown, state: string) => isStatementError(error) && error.code === state
/** A row has changed since it was read. */
export const isStale = (error: unknown) => isRefused(error, refusals.stale)
/** Its deadline had passed. */
export const isLate = (error: unknown) => isRefused(error, refusals.late)
/** Another process is committing under the same name. */
export const isNameInUse = (error: unknown) => isRefused(error, refusals.nameInUse)
/** Another request has committed under the same Idempotency-Key. */
export const isKeyTaken = (error: unknown) => isStatementError(error) && (error.constraint ?? "").startsWith("idempotency_keys_pkey")
