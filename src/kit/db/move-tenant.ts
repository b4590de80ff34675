import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type pg from "pg"
import { connectForCopy } from "./backup.ts"
import { type Cell, allCells } from "./cells.ts"
import { databaseClock } from "./database-clock.ts"
import { DatabaseFault } from "./fault.ts"
import { appliedMigrations } from "./migrate.ts"
import { applyChanges, type Changed } from "./move-apply.ts"
import { type Checksum, checksum, copyTable, deleteRows, describeDifference } from "./move-copy.ts"
import { channelOf, createPublication, dropChannel, emitMark, markPrefix, openSource } from "./move-source.ts"
import * as store from "./move-store.ts"
import type { Move } from "./move-store.ts"
import { type ChangeStream, createSlot, openStream } from "./move-stream.ts"
import { type MovedTable, readMovedTables } from "./move-tables.ts"
import { isLockTimeout } from "./query.ts"
import { applySettings } from "./session.ts"
import { openIn } from "./tenant-moves.ts"
import { lockVersion } from "./version-locks.ts"

type Report = (sentence: string) => void
type Moved = { tenant: string; from: string; to: string; rows: number; pauseMs: number | null; deleted: number }

/** The connections of a move, besides the pools. */
type Ends = { from: Cell; to: Cell; source: pg.Client; target: pg.Client; tables: MovedTable[] }

/**
 * Moves a tenant to another cell while it is used. PostgreSQL's logical replication sends the changes that are committed during the copy.
 * A fence holds the tenant's changes while the last ones arrive. If the command is killed before the tenant has left its cell, the next run
 * copies again; afterwards the next run only cleans up.
 */
export async function moveTenant(tenant: string, to: string, report: Report): Promise<Moved> {
  const move = await store.beginMove(tenant, to)
  try {
    return await withEnds(move, ends => run(move, ends, report))
  } catch (error) {
    const remains = "What was copied could not be removed. Run the command again, or with --abort."
    await giveUp(move).catch(() => report(remains))
    throw error
  }
}

/** Removes what was copied, unless the tenant has left its cell already: then the next run goes on. */
async function giveUp(move: Move): Promise<void> {
  const isUndone = await withEnds(move, ends => undo(move, ends))
  if (isUndone) await store.removeMove(move)
}

async function run(move: Move, ends: Ends, report: Report): Promise<Moved> {
  const { tenant, from, to } = move
  const isOver = hasLeft(move, await store.readFence(ends.source, tenant))
  const outcome = isOver ? { rows: 0, pauseMs: null } : await copyAndLeave(move, ends, report)
  await openIn(ends.to, tenant, move.id)
  await store.noteMoved(move, outcome.pauseMs)
  report(`The tenant is in ${to}.`)
  const deleted = await cleanUp(move, ends, report)
  return { tenant, from, to, ...outcome, deleted }
}

/** Gives up a move, so that nothing of it is left. */
export async function abortMove(tenant: string): Promise<{ tenant: string; stays: string }> {
  const move = await store.findOpenMove(tenant)
  if (!move) throw new DatabaseFault("The tenant is not being moved.")
  return withEnds(move, async ends => {
    if (hasLeft(move, await store.readFence(ends.source, tenant)))
      throw new DatabaseFault(
        `The tenant has left ${move.from} already. To end the move: countersign tenant move ${tenant} --to ${move.to}. To bring it back, ` +
          `move it to ${move.from} afterwards.`,
      )
    await undo(move, ends)
    await store.removeMove(move)
    return { tenant, stays: move.from }
  })
}

/** Once the tenant has left, its rows are in the other cell only, whatever has failed since. */
const hasLeft = (move: Move, fence: store.Fence | undefined) =>
  move.state === "moved" || (fence?.state === "gone" && fence.move_id === move.id)

async function undo(move: Move, { source, target, tables }: Ends): Promise<boolean> {
  if (hasLeft(move, await store.readFence(source, move.tenant))) return false
  await store.lowerFence(source, move)
  await dropChannel(source, move)
  const fence = await store.readFence(target, move.tenant)
  if (fence?.state !== "incoming" || fence.move_id !== move.id) return true
  await deleteRows(target, tables, move.tenant)
  await store.expectNoMore(target, move)
  return true
}

/** The command reads and writes rows by their keys. */
const sessionSettings = { enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off", synchronous_commit: "on", jit: "off" }

async function withEnds<T>(move: Move, work: (ends: Ends) => Promise<T>): Promise<T> {
  const [from, to] = [move.from, move.to].map(name => {
    const cell = allCells().find(each => each.name === name)
    if (!cell) throw new DatabaseFault(`CELL_URLS does not name the cell ${name}.`)
    if (cell.fault) throw cell.fault
    return cell
  }) as [Cell, Cell]
  const source = await connectForCopy(from.url)
  try {
    await assertAlone(source, move)
    const target = await connectForCopy(to.url)
    try {
      for (const client of [source, target]) {
        await lockVersion(client)
        await applySettings(client, sessionSettings)
      }
      await assertSameTables(from, to, source, target)
      return await work({ from, to, source, target, tables: await readMovedTables(target) })
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

/** Otherwise the copy would lose columns that a later version has added to one of them. */
async function assertSameTables(from: Cell, to: Cell, source: pg.Client, target: pg.Client) {
  const [own, others] = await Promise.all([source, target].map(async client => (await appliedMigrations(client)).map(({ name }) => name)))
  if (own!.join() !== others!.join())
    throw new DatabaseFault(`The cells ${from.name} and ${to.name} have different migrations. End the upgrade of both first.`)
}

async function assertAlone(source: pg.Client, { tenant }: Move) {
  const { rows } = await source.query<{ locked: boolean }>("select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as locked", [
    tenant,
  ])
  if (!rows[0]!.locked) throw new DatabaseFault("Another command is moving this tenant.")
}

async function copyAndLeave(move: Move, ends: Ends, report: Report): Promise<{ rows: number; pauseMs: number }> {
  const { source, target, tables } = ends
  await dropChannel(source, move) // of a command that was killed
  const replication = await openSource(source, ends.from.url, move.from, tables)
  let stream: ChangeStream | undefined
  try {
    await undo(move, ends)
    await store.expect(target, move)
    await createPublication(source, move, tables)
    const { snapshot } = await createSlot(replication, channelOf(move))
    const rows = await copyAll(move, ends, snapshot, report)
    stream = openStream(replication, channelOf(move), channelOf(move), markPrefix)
    const pauseMs = await leaveWhenEqual(move, ends, stream, report)
    return { rows, pauseMs }
  } finally {
    await (stream ?? { close: () => replication.end() }).close()
  }
}

/** Copies the tenant as it was when the slot was created, and compares every row. Nothing else changes the copy. */
async function copyAll(move: Move, { source, target, tables }: Ends, snapshot: string, report: Report): Promise<number> {
  const { tenant } = move
  let total = 0
  await source.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`)
  try {
    for (const table of tables) {
      await copyTable(source, target, table, tenant)
      const sums = await Promise.all([source, target].map(client => checksum(client, table, tenant)))
      assertEqual(sums as [Checksum, Checksum])
      const { rows } = sums[0]!
      total += rows
      if (rows > 0) report(`${table.name}: ${rows.toLocaleString("en")} rows`)
    }
  } finally {
    await source.query("commit").catch(() => {})
  }
  return total
}

function assertEqual([from, to]: [Checksum, Checksum]) {
  const difference = describeDifference(from, to)
  if (difference) throw new DatabaseFault(`The copy differs: ${difference}. The tenant stays where it is.`)
}

/** How long a fence may stand. Requests wait for longer than that. */
const maxFenceMs = 3_000
const maxFences = 10
/** The fence is raised once the changes that arrive in one round take no longer than this, or after `maxRounds`. */
const maxRoundMs = 150
const maxRounds = 10

/** Applies changes until none are left, with the fence up, and lets the tenant leave. Returns for how long its changes were held. */
async function leaveWhenEqual(move: Move, ends: Ends, stream: ChangeStream, report: Report): Promise<number> {
  const changed: Changed = new Map()
  const catchUp = () => applyUntilNow(ends, stream, changed)
  for (let tries = 1; tries <= maxFences; tries++) {
    for (let round = 1; round <= maxRounds && (await timed(catchUp)) > maxRoundMs; round++) continue
    const start = performance.now()
    try {
      await store.raiseFence(ends.source, move, maxFenceMs)
      await catchUp()
      for (const [table, keys] of changed) {
        const own = [...keys.values()]
        const sums = await Promise.all([ends.source, ends.target].map(client => checksum(client, table, move.tenant, own)))
        assertEqual(sums as [Checksum, Checksum])
      }
      if (await store.leave(ends.source, move)) {
        await openIn(ends.to, move.tenant, move.id)
        return Math.round(performance.now() - start)
      }
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
    await store.lowerFence(ends.source, move)
    report("A transaction of the tenant takes long, or many rows have changed. Trying again.")
    await wait(500 * tries)
  }
  throw new DatabaseFault(
    `The changes of the tenant could not be held for less than ${maxFenceMs / 1000} s. It stays where it is. Try again when it does less.`,
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Applies what was committed in the other cell before this call. */
async function applyUntilNow({ source, target, tables }: Ends, stream: ChangeStream, changed: Changed) {
  const mark = randomUUID()
  await emitMark(source, mark)
  for (;;) {
    const { transactions, isMarked } = await stream.take(mark)
    if (transactions.length > 0) await applyChanges(target, transactions, tables, changed)
    if (isMarked) return
  }
}

/**
 * A statement that was sent before the tenant left may still read the old rows. After this time its process has given it up
 * (`query_timeout` of the pools).
 */
const graceMs = 8_000

async function cleanUp(move: Move, { source, tables }: Ends, report: Report): Promise<number> {
  await dropChannel(source, move)
  const since = move.movedAt ? databaseClock.now().getTime() - move.movedAt.getTime() : 0
  await wait(Math.max(0, Math.min(graceMs, graceMs - since)))
  const deleted = await deleteRows(source, tables, move.tenant)
  await store.noteEmpty(source, move)
  await store.noteDone(move)
  report(`Deleted ${deleted.toLocaleString("en")} rows in ${move.from}.`)
  return deleted
}
