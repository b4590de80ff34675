import { AsyncLocalStorage } from "node:async_hooks"
import type pg from "pg"
import { type CellAddress, homeName } from "../pure/cell-urls.ts"
import { assertIdentity } from "./cell-identity.ts"
import type { DatabaseFault } from "./fault.ts"
import { migrateBeside } from "./migrate.ts"
import { closePools, openPools, openReadPools, type Pools } from "./pools.ts"
import { createReplica, type ReadReplica } from "./read-replica.ts"

/** A database that holds whole tenants, with its connections. The first one is home. */
export type Cell = CellAddress &
  Pools & {
    /** Why its tenants can't be served yet: it is not migrated, or not reachable since the start. */
    fault: DatabaseFault | undefined
    /** A server that follows it and may serve its lists and reports. */
    replica: ReadReplica | undefined
  }

let opened: readonly Cell[] = []

/**
 * Opens the cells of this process. Called once by main, the command line or a test. Each cell has that many connections. `readUrls` has the
 * read replicas by the names of their cells.
 */
export function openDatabase(
  url: string,
  connections = 19,
  others: readonly CellAddress[] = [],
  readUrls: ReadonlyMap<string, string> = new Map(),
) {
  const replicaOf = (readUrl: string | undefined) =>
    readUrl === undefined ? undefined : createReplica(openReadPools(readUrl, connections))
  // With one cell there is no other that could be confused with it.
  const check = (name: string) => (client: pg.ClientBase) => (others.length === 0 ? Promise.resolve() : assertIdentity(client, name))
  opened = [{ name: homeName, url }, ...others].map(cell => ({
    ...cell,
    ...openPools(cell.url, connections, check(cell.name)),
    fault: undefined,
    replica: replicaOf(readUrls.get(cell.name)),
  }))
}

export async function closeDatabase() {
  const all = opened.flatMap(({ replica, ...cell }) => (replica ? [cell, replica] : [cell]))
  await Promise.all(all.map(closePools))
}

/** For a process that takes the place of one that runs. */
export const migrateCellBeside = (cell: Cell) => migrateBeside(cell.url, text => cell.pool.query(text))

export const allCells = (): readonly Cell[] => opened

export const home = (): Cell => opened[0]!

export const isOnlyCell = () => opened.length === 1

const current = new AsyncLocalStorage<{ cell: Cell; tenant?: string | undefined }>()

/**
 * Runs work over all tenants of a cell, such as the worker's loops. Every statement of it that names no tenant runs in that cell. If the
 * work is about one `tenant`, the cell refuses it after the tenant was moved.
 */
export const inCell = <T>(cell: Cell, work: () => T, tenant?: string): T => (isOnlyCell() ? work() : current.run({ cell, tenant }, work))

/** The cell that work over all tenants is for. */
export function currentCell(): Cell {
  const cell = isOnlyCell() ? home() : current.getStore()?.cell
  if (!cell) throw new Error("a statement over all tenants does not say in which cell: run it within inCell")
  return cell
}

/** The cell that the running work is bound to, if it is. */
export const boundCell = (): Cell | undefined => current.getStore()?.cell

/** The tenant that work over all tenants of a cell is about, if it is. */
export const boundTenant = (): string | undefined => current.getStore()?.tenant

/** One value for each cell, such as its batches. It is made when it is needed first, and ends with its cell. */
export function perCell<T>(make: (cell: Cell) => T): (cell: Cell) => T {
  const made = new WeakMap<Cell, T>()
  return cell => {
    let value = made.get(cell)
    if (value === undefined) made.set(cell, (value = make(cell)))
    return value
  }
}

/** Runs work over all tenants in every cell, side by side. Fails if one cell fails. */
export const inEveryCell = <T>(work: (cell: Cell) => Promise<T>): Promise<T[]> =>
  Promise.all(opened.map(cell => inCell(cell, () => work(cell))))
