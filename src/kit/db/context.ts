import type { Caller, Origin, Tenant } from "../pure/caller.ts"
import type { Query } from "./query.ts"
import type { Write } from "./statements.ts"

/** What `run` gets: the caller, the time, and ways to read rows it decides on and to collect writes. */
export type Context = {
  caller: Caller
  tenant: Tenant
  origin: Origin
  /** The tenant's clock: a sandbox may be ahead of the real time. */
  now: Date
  write(writes: Write | Write[]): void
  /** Nothing is written, so what a list shows may come from a read replica. */
  isReadOnly: boolean
  /** The events of this unit of work: their ids by their data. A response with the same data refers to its event. */
  published: Map<string, string>
  /** Locks a row until the end of the unit of work. */
  lock<Row>(query: Query): Promise<Row | undefined>
  /** Reads a row that will be saved: without a lock as long as there are no conflicts on it, locked while there are. */
  readForUpdate<Row>(name: string, read: () => Promise<Row | undefined>, lockingQuery: Query): Promise<Row | undefined>
}
