import { addCell } from "../src/kit/db/cell-registry.ts"
import { closeDatabase, openDatabase } from "../src/kit/db/cells.ts"
import type { CellAddress } from "../src/kit/pure/cell-urls.ts"

/** Adds databases as cells to an installation that does not run, as `countersign cell add` does. */
export async function addCells(homeUrl: string, cells: readonly CellAddress[]): Promise<readonly CellAddress[]> {
  if (cells.length === 0) return cells
  openDatabase(homeUrl)
  for (const cell of cells) await addCell(cell)
  await closeDatabase()
  return cells
}

export const cellUrlsOf = (cells: readonly CellAddress[]) => cells.map(({ name, url }) => `${name}=${url}`).join(" ")
