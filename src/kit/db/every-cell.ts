import { allCells, type Cell, inCell, isOnlyCell } from "./cells.ts"
import { DatabaseFault } from "./fault.ts"
import { isInOutage, isOutage, noteCell } from "./outage.ts"

/**
 * Looks something up in every cell, for the few requests that do not name a tenant, such as a sign-in by e-mail. Leaves out cells that
 * can't be used, so that they do not stop the others. Fails if the others do not have what is looked for: such a cell may have it.
 */
export async function findInEveryCell<Row>(
  find: () => Promise<Row[]>,
  isFound = (rows: readonly Row[]) => rows.length > 0,
): Promise<Row[]> {
  const answers = await Promise.allSettled(allCells().map(cell => findIn(cell, find)))
  const rows = answers.flatMap(answer => (answer.status === "fulfilled" ? answer.value : []))
  const failures = answers.flatMap(answer => (answer.status === "rejected" ? [answer.reason as unknown] : []))
  const fatal = failures.find(error => !isOutage(error)) ?? (isFound(rows) ? undefined : failures[0])
  if (fatal) throw fatal
  return rows
}

/** Does not wait for a cell that is known to be out of order, because a server that does not answer takes seconds. */
async function findIn<Row>(cell: Cell, find: () => Promise<Row[]>): Promise<Row[]> {
  if (!isOnlyCell() && isInOutage(cell.name)) throw noteCell(new DatabaseFault(`The cell ${cell.name} can't be used.`), cell.name)
  return inCell(cell, find)
}
