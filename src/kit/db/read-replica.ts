import type pg from "pg"
import { log } from "../service/log.ts"
import type { ReadPools } from "./pools.ts"

/** A server that follows the database of a cell and serves its lists and reports, as long as `fault` is undefined. */
export type ReadReplica = ReadPools & {
  /** Why it can't be used now, such as that it is down. */
  fault: string | undefined
  lag: { bytes: number; seconds: number }
  outage: { since: number; reads: number } | undefined
  /** The connections of reads that run. They are closed when the server does not answer, so that the reads need not wait for it. */
  inUse: Set<pg.PoolClient>
}

export const createReplica = (pools: ReadPools): ReadReplica => ({
  ...pools,
  fault: "it has not been checked yet",
  lag: { bytes: 0, seconds: 0 },
  outage: undefined,
  inUse: new Set(),
})

/** Logs only the beginning: a line for each read would fill the log. */
export function failReplica(replica: ReadReplica, fault: string, facts: { cell?: string }) {
  replica.fault = fault
  if (replica.outage) return
  replica.outage = { since: performance.now(), reads: 0 }
  log.warn({ reason: fault, ...facts }, "the read replica can't be used; the primary serves its reads")
}

export function restoreReplica(replica: ReadReplica, facts: { cell?: string }) {
  const { outage } = replica
  replica.fault = replica.outage = undefined
  if (!outage) return
  const seconds = Math.round((performance.now() - outage.since) / 1000)
  log.warn({ seconds, reads: outage.reads, ...facts }, "the read replica is used again")
}
