import { setTimeout as wait } from "node:timers/promises"
import type { CellAddress } from "../pure/cell-urls.ts"
import { log } from "../service/log.ts"
import { WrongCellFault } from "./cell-identity.ts"
import { assertOwn, assertRegistered } from "./cell-registry.ts"
import { allCells, migrateCellBeside, type Cell, closeDatabase, inCell, openDatabase } from "./cells.ts"
import { DatabaseFault } from "./fault.ts"
import { migrate } from "./migrate.ts"
import { isOutage, logLoopFailure, noteCell } from "./outage.ts"
import { assertSecretKey, type Reseal } from "./secret-key-marker.ts"

/** How long to wait before a cell that could not be reached is tried again. */
const retryMs = 2_000

type Options = {
  /** Without them, nothing that is encrypted is looked at. */
  reseals?: readonly Reseal[]
  /** Another process has migrated the cells. One that it could not reach is tried again, and migrated then. */
  areMigrated?: boolean
  /** Without it, a cell that an earlier version uses is a fault; with it, this waits until that version has stopped. */
  reportWait?: (sentence: string) => void
}

/** Migrates and checks the cells besides home, side by side. One that can't be reached has a `fault` afterwards: its tenants get 503. */
export async function prepareCells(options: Options): Promise<void> {
  await Promise.all(
    allCells()
      .slice(1)
      .map(cell => tryToPrepare(cell, options)),
  )
}

/** Migrates home and the cells besides it, for a process that uses no database afterwards. A cell that can't be reached is left out. */
export async function migrateAll(homeUrl: string, others: readonly CellAddress[], reportWait: (sentence: string) => void): Promise<void> {
  await migrate(homeUrl, reportWait)
  if (others.length === 0) return
  openDatabase(homeUrl, undefined, others)
  try {
    await assertRegistered(others)
    await prepareCells({ reportWait })
  } finally {
    await closeDatabase()
  }
}

/** Tries cells that could not be reached again until the signal, and calls `onReady` once for each. */
export async function retryCells(options: Options, onReady: (cell: Cell) => void, signal: AbortSignal): Promise<void> {
  const retry = async (cell: Cell) => {
    while (!signal.aborted && cell.fault) {
      await wait(retryMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await tryToPrepare(cell, options).catch((error: unknown) => logLoopFailure(error, "a cell can't be used", { cell: cell.name }))
    }
    if (!cell.fault && !signal.aborted) {
      log.warn({ cell: cell.name }, "the cell can be used now")
      onReady(cell)
    }
  }
  await Promise.all(
    allCells()
      .filter(cell => cell.fault)
      .map(retry),
  )
}

async function tryToPrepare(cell: Cell, { reseals, reportWait, areMigrated }: Options) {
  const { name } = cell
  cell.fault = new DatabaseFault(`The cell ${name} is being prepared.`)
  try {
    await assertOwn(cell) // before anything is changed there
    if (areMigrated) await migrateCellBeside(cell)
    else await migrate(cell.url, reportWait && (sentence => reportWait(`Cell ${name}: ${sentence}`)))
    cell.fault = undefined
    if (reseals) await inCell(cell, () => assertSecretKey(reseals))
  } catch (error) {
    cell.fault = new DatabaseFault(`The cell ${name} can't be used: ${(error as Error).message}`)
    if (!isOutage(error) || error instanceof WrongCellFault) throw error
    logLoopFailure(noteCell(error, name), "a cell can't be used; its tenants are answered with 503", { cell: name })
  }
}
