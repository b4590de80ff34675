import { once } from "node:events"
import { Fault } from "../kit/service/fault.ts"

/** A database that accepts connections, and the keys for what is encrypted in it. */
export type PreparedDatabase = { databaseUrl: string; secretKeys: string[] }

/** A service that is prepared to start: it loads while its database is prepared. */
export type Launch = {
  start(database: PreparedDatabase, signal: AbortSignal): Promise<Running>
  /** Ends what was started, at once. */
  kill(): void
}

export type Running = {
  address: string
  /** How many processes serve requests. */
  processes: number
  /** What to print of the sandbox of the first start. */
  welcome: string | undefined
  /** Resolves once all processes serve, and not only the first. */
  allServe: Promise<unknown>
  /** Resolves with the reason if the service can't go on. */
  failure: Promise<string>
  /** Replaces the processes one by one without a lost request, where there are several. */
  replaceAll?(): void
  stop(): Promise<void>
}

/** A process of the service could not start. The message is empty if that process has said why. */
export class StartFault extends Fault {}

/** Stops a process that waits for its database at once. Uncommitted work is rolled back. */
export async function abortable(work: () => Promise<void>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  await Promise.race([work(), ...(signal ? [once(signal, "abort")] : [])])
  signal?.throwIfAborted()
}
