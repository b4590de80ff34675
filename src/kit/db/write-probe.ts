import { setTimeout as wait } from "node:timers/promises"
import { type Cell, perCell } from "./cells.ts"
import { DatabaseFault } from "./fault.ts"
import { isMigrated } from "./migrate.ts"
import { logLoopFailure, noteCell } from "./outage.ts"
import { connectTo, isLockTimeout, pipeline, type Query, releaseAfter, sql } from "./query.ts"
import { assertWritable } from "./session.ts"

/** A process commits at most one write a second, however many callers ask. A failure is the answer for the same time. */
const intervalMs = 1_000
/** A commit that takes longer counts as failed. */
const maxCommitMs = 3_000

export type Readiness = "ready" | "not migrated" | "can't commit"
type Probe = {
  readiness: Promise<Readiness>
  /** When it ended, if it has. A probe that was given up may still wait for its commit. */
  endedAt: number
  hasFailed: boolean
  committedAt: number
}

const latestOf = perCell((): { probe?: Probe } => ({}))

/**
 * Whether a write can be made durable now. Commits a write, unless one was committed a moment ago and the same server still accepts writes.
 * Callers who ask meanwhile share the answer. While a slow commit is still waiting, no other is begun, because they would only pile up.
 */
export function probeWrite(cell: Cell): Promise<Readiness> {
  const latest = latestOf(cell)
  const last = latest.probe
  const isRunning = last?.endedAt === Infinity
  if (last && (isRunning || (last.hasFailed && isRecent(last.endedAt)))) return last.readiness
  latest.probe = begin(cell, last?.committedAt ?? -Infinity)
  return latest.probe.readiness
}

const isRecent = (at: number) => performance.now() - at < intervalMs

export const canCommit = async (cell: Cell) => (await probeWrite(cell)) !== "can't commit"

function begin(cell: Cell, committedAt: number): Probe {
  const isCommitDue = !isRecent(committedAt)
  const asking = ask(cell, isCommitDue)
  const readiness = Promise.race([asking, giveUp()]).catch((error: unknown): Readiness => {
    // Only a commit that takes too long holds the row that long.
    const fault = noteCell(isLockTimeout(error) ? late() : error, cell.name)
    logLoopFailure(fault, "a write could not be committed to find out whether the database can be used")
    return "can't commit"
  })
  const probe: Probe = { readiness, endedAt: Infinity, hasFailed: true, committedAt }
  const end = (outcome?: Readiness) => {
    probe.endedAt = performance.now()
    probe.hasFailed = outcome !== "ready"
    if (isCommitDue && outcome === "ready") probe.committedAt = probe.endedAt
  }
  asking.then(end, () => end())
  return probe
}

async function giveUp(): Promise<never> {
  await wait(maxCommitMs, undefined, { ref: false })
  throw late()
}

const late = () => new DatabaseFault(`a commit takes longer than ${maxCommitMs / 1000} s, as when a synchronous standby does not answer`)

async function ask(cell: Cell, isCommitDue: boolean): Promise<Readiness> {
  const client = await connectTo(cell, "probePool")
  try {
    const isReady = await isMigrated(text => client.query(text))
    if (isReady && isCommitDue) await pipeline(client, ["begin", fillFile, touchRow(), "commit"])
    else await assertWritable(client)
    client.release()
    return isReady ? "ready" : "not migrated"
  } catch (error) {
    throw releaseAfter(error, client, cell)
  }
}

/**
 * Writes a megabyte to a temporary file, because it does not fit into this connection's `work_mem`. The row is rewritten in place and needs
 * no room on the disk, but the next payment does.
 */
const fillFile = "with filling as materialized (select repeat('x', 1000) from generate_series(1, 1000)) select count(*) from filling"

/** All processes touch the same row, so that only one of the commits that wait for a standby holds a connection of PostgreSQL. */
const touchRow = (): Query => sql`insert into write_probe (id, at) values (true, now()) on conflict (id) do update set at = excluded.at`
