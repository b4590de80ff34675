import { isId } from "../pure/id.ts"
import { allCells, type Cell, home, inCell, isOnlyCell, perCell } from "./cells.ts"
import { forgetScope } from "./connection-scope.ts"
import { DatabaseFault } from "./fault.ts"

type Entry = { tenant_id: string; slug: string; cell: string; state: "creating" | "active" }

/**
 * The entries that this process has read. A tenant stays in its cell, so they stay right, and tenants of other cells can be served while
 * home can't be used.
 */
const known = perCell(() => new Map<string, Cell>())

/**
 * The cell that holds a tenant, by the directory at home. What is no tenant, such as the name of a count, belongs to home. So does a tenant
 * that does not exist: nothing is found of it there. With one cell nothing is read.
 */
export function cellOf(tenant: string): Cell | Promise<Cell> {
  if (isOnlyCell() || !isId(tenant)) return home()
  return known(home()).get(tenant) ?? readCell("tenant_id", tenant)
}

/** Runs work over all tenants in the cell of a tenant, for statements that find it by something else than its id. */
export const inCellOf = async <T>(tenant: string, work: () => Promise<T>): Promise<T> => inCell(await cellOf(tenant), work)

/** The same in the cell of the tenant with this slug. */
export const inCellOfSlug = async <T>(slug: string, work: () => Promise<T>): Promise<T> =>
  inCell(isOnlyCell() ? home() : await readCell("slug", slug), work)

async function readCell(column: "tenant_id" | "slug", value: string): Promise<Cell> {
  const [entry] = await readEntries(`where ${column} = $1`, [value])
  return entry ? remember(entry) : home()
}

/** Reads the whole directory, so that only tenants that are created later have to be looked up. */
export async function loadDirectory(): Promise<void> {
  if (isOnlyCell()) return
  for (const entry of await readEntries("", [])) if (allCells().some(({ name }) => name === entry.cell)) remember(entry)
}

function remember({ tenant_id, cell: name, state }: Entry): Cell {
  const cell = allCells().find(each => each.name === name)
  if (!cell)
    throw new DatabaseFault(
      `The tenant ${tenant_id} is in the cell ${name}, which CELL_URLS of this process does not name. Add it and restart.`,
    )
  // The entry of a tenant that is being created may be removed again.
  if (state === "active") known(home()).set(tenant_id, cell)
  return cell
}

/** Not through query.ts, which needs the directory to find the cell of a statement. */
async function readEntries(where: string, values: string[]): Promise<Entry[]> {
  const client = await home().pool.connect()
  forgetScope(client)
  try {
    const [, { rows }] = await Promise.all([
      client.query("select set_config('app.tenants', '*', false)"),
      client.query<Entry>(`select tenant_id, slug, cell, state from tenant_directory ${where}`, values),
    ])
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}
