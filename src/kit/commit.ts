import { type Client, lockPool, pool, type Query, refused, sql, together, within } from "./db.ts"
import { byHalves, merge } from "./merge.ts"
import { Problem } from "./problem.ts"
import { wake } from "./wake.ts"
import { statementsFor, type Write } from "./writes.ts"

/** What one request wants to change. Sets are written in the order of their names, so two batches never wait for each other in a circle. */
export type WriteSet = { name: string; tenant: string; writes: Write[] }

/** Commits a request that holds no lock, together with whoever else is ready. Resolves when it is durable. */
export const commit = merge<WriteSet, void>(async batch => {
  const client = await pool.connect()
  try {
    const answers = await byHalves(batch, sets => commitAll(client, sets))
    client.release()
    return answers
  } catch (error) {
    client.release(true) // unknown whether it was committed: the caller asks again and the key row answers
    throw error
  }
})

async function commitAll(client: Client, sets: WriteSet[]): Promise<void[]> {
  const byName = [...sets].sort((a, b) => (a.name < b.name ? -1 : 1))
  const writes = byName.flatMap(set => set.writes)
  const scope = within(new Set(sets.map(set => set.tenant)))
  const statements = statementsFor(writes)
  await together(client, statements.length === 1 ? [scope, ...statements] : [scope, "begin", ...statements, "commit"])
  wakeFor(writes)
  return sets.map(() => undefined)
}

const wakeFor = (writes: Write[]) => writes.some(write => write.way.wakes) && wake()

/** The transaction of a request that must look at a row before it decides. It opens with the first lock. */
export function holding(name: string, tenant: string) {
  let client: Client | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const lockInTurn = async <Row>(query: Query): Promise<Row | undefined> => {
    if (client) return (await client.query<Row & object>(query)).rows[0]
    client = await lockPool.connect()
    try {
      return (await together(client, [within([tenant]), "begin", claim(`${tenant} ${name}`), query])).at(-1)!.rows[0] as Row
    } catch (error) {
      if (stale(error)) throw new Problem("IDM-1003")
      throw error
    }
  }
  return {
    /** One after the other: what is asked for at once shares the connection that the first one opens. */
    lock<Row>(query: Query): Promise<Row | undefined> {
      const mine = turn.then(() => lockInTurn<Row>(query))
      turn = mine.catch(() => {})
      return mine
    },
    async commit(writes: Write[]) {
      await together(client!, [...statementsFor(writes), "commit"])
      client!.release()
      client = undefined
      wakeFor(writes)
    },
    /** Checked by every constraint; `undo` takes it back. */
    async rehearse(writes: Write[]) {
      await together(client!, statementsFor(writes))
    },
    /** After a commit there is nothing left to undo. */
    async undo() {
      await turn // a sibling may still be asking on this connection
      const undone = await client?.query("rollback").then(
        () => false,
        () => true,
      )
      client?.release(undone)
    },
  }
}

export type Holding = ReturnType<typeof holding>

/** The same statements, checked by every constraint, and then undone. */
export async function rehearse({ tenant, writes }: WriteSet): Promise<void> {
  const client = await pool.connect()
  try {
    await together(client, [within([tenant]), "begin", ...statementsFor(writes), "rollback"])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Whoever holds the key elsewhere makes this divide by zero, which ends the transaction before the row lock behind it
 * in the same packet is even asked for: the duplicate hears 409 at once instead of queueing for the row.
 */
const claim = (name: string) => sql`select 1 / pg_try_advisory_xact_lock(hashtextextended(${name}, 0))::int`
const divisionByZero = "22012"
/** A row was no longer as it was read. */
export const stale = (error: unknown) => refused(error) && error.code === divisionByZero
