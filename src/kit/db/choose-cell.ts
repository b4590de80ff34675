import { homeName } from "../pure/cell-urls.ts"
import { allCells, type Cell, home, inCell, isOnlyCell } from "./cells.ts"
import { readRegistry } from "./cell-registry.ts"
import { DatabaseFault } from "./fault.ts"
import { isOutage } from "./outage.ts"
import { allTenants, query, sql } from "./query.ts"

const bytesPerGiB = 2 ** 30

/**
 * The cell for a new tenant: the one that is named, or the least loaded one. That is the smallest database in whole GiB, and of equal ones
 * the one with the fewest tenants. Cells that are draining or can't be used are left out.
 */
export async function chooseCell(wanted?: string): Promise<Cell> {
  if (isOnlyCell() && (wanted === undefined || wanted === homeName)) return home()
  const registry = await readRegistry()
  if (wanted !== undefined) return namedCell(wanted, registry)
  const open = registry.filter(({ state }) => state === "active")
  const loads = await Promise.all(open.map(async ({ name, tenants }) => ({ tenants, ...(await measure(name)) })))
  const [least] = loads.filter(load => load.gib !== undefined).toSorted((a, b) => Number(a.gib) - Number(b.gib) || a.tenants - b.tenants)
  if (!least?.cell) throw new DatabaseFault("No cell can take a new tenant: each is draining or can't be used. See: countersign cell list")
  return least.cell
}

function namedCell(wanted: string, registry: readonly { name: string; state: string }[]): Cell {
  const cell = allCells().find(({ name }) => name === wanted)
  const state = registry.find(({ name }) => name === wanted)?.state
  if (!cell || !state) throw new DatabaseFault(`There is no cell ${wanted}. See: countersign cell list`)
  if (state === "draining")
    throw new DatabaseFault(`The cell ${wanted} is draining and gets no new tenants. To change that: countersign cell add ${wanted}`)
  return cell
}

async function measure(name: string): Promise<{ cell?: Cell | undefined; gib?: number }> {
  const cell = allCells().find(each => each.name === name)
  if (!cell) return {}
  try {
    const [row] = await inCell(cell, () => query<{ bytes: number }>(allTenants, sql`select pg_database_size(current_database()) as bytes`))
    return { cell, gib: Math.floor(row!.bytes / bytesPerGiB) }
  } catch (error) {
    if (!isOutage(error)) throw error
    return { cell }
  }
}
