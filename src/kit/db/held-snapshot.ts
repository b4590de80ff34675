import { type HeldRead, withHeldRead } from "./held-read.ts"
import { noteCell } from "./outage.ts"
import { type Client, cellFor, connectTo, pipelineWithin, routed } from "./query.ts"

/** One state of a tenant that is read for minutes, such as by an export whose client takes it slowly. */
export type HeldSnapshot = {
  /** Runs reads in it, and those of the functions that they call. */
  within<T>(work: () => Promise<T>): Promise<T>
  /** Gives the connection back. `isWhole` says that no read of it failed. */
  end(isWhole: boolean): Promise<void>
}

/** A snapshot keeps the database from removing old rows, so it ends by itself after `maxMs`, or `maxIdleMs` after its last read. */
type Limits = { maxMs: number; maxIdleMs: number }

/** On a connection for reports of the primary: a standby could cancel it in the middle. */
export const holdSnapshot = (tenant: string, limits: Limits): Promise<HeldSnapshot> =>
  routed([tenant], async () => {
    const cell = await cellFor([tenant])
    const client = await connectTo(cell, "reportPool")
    try {
      const limit = `set local idle_in_transaction_session_timeout = ${limits.maxIdleMs}`
      await pipelineWithin(client, [tenant], ["begin isolation level repeatable read read only", limit])
    } catch (error) {
      client.release(true)
      throw noteCell(error, cell.name)
    }
    return snapshotOf(client, limits.maxMs)
  })

function snapshotOf(client: Client, maxMs: number): HeldSnapshot {
  let isHeld = true
  const release = (isBroken: boolean) => {
    if (isHeld) client.release(isBroken)
    isHeld = false
    clearTimeout(timer)
  }
  const timer = setTimeout(() => release(true), maxMs).unref()
  const read: HeldRead = async ({ text, values }) => {
    if (!isHeld) throw new Error(`a snapshot was held for longer than ${maxMs / 1000} s`)
    return (await client.query({ text, values })).rows as never
  }
  return {
    within: work => withHeldRead(read, work),
    async end(isWhole) {
      if (!isHeld || !isWhole) return release(true)
      await client.query("commit").then(
        () => release(false),
        () => release(true), // everything was read before
      )
    },
  }
}
