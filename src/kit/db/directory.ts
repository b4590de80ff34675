import { isId } from "../pure/id.ts"
import { allCells, type Cell, home, isOnlyCell, perCell } from "./cells.ts"
import { forgetScope } from "./connection-scope.ts"
import { DatabaseFault } from "./fault.ts"

type Entry = { tenant_id: string; slug: string; cell: string; state: "creating" | "active" }

/**
 * The entries that this process has read, so that tenants of other cells can be served while home can't be used. They only say where to
 * look first: a cell refuses a tenant that has been moved, and says where it is.
 */
const known = perCell(() => new Map<string, Cell>())

/**
 * The cell that holds a tenant, by the directory at home. What is no tenant, such as the name of a count, belongs to home. So does a tenant
 * that does not exist: nothing is found of it there. With one cell nothing is read.
 */
export function cellOf(tenant: string): Cell | Promise<Cell> {
  if (isOnlyCell() || !isId(tenant)) return home()
  return known(home()).get(tenant) ?? readCell(tenant)
}

/** The entry of the tenant with this slug, if there is one. */
export const findBySlug = async (slug: string): Promise<string | undefined> => (await readEntries("where slug = $1", [slug]))[0]?.tenant_id

async function readCell(tenant: string): Promise<Cell> {
  const [entry] = await readEntries("where tenant_id = $1", [tenant])
  return entry ? remember(entry) : home()
}

/** A cell has said that a tenant was moved. Its word counts more than the directory's. */
export const learnCell = (tenant: string, cell: string): Cell => remember({ tenant_id: tenant, slug: "", cell, state: "active" })

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

const readEntries = (where: string, values: string[]): Promise<Entry[]> =>
  runAtHome<Entry>(`select tenant_id, slug, cell, state from tenant_directory ${where}`, values)

/** Not through query.ts, which needs the directory to find the cell of a statement. */
export async function runAtHome<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const client = await home().pool.connect()
  forgetScope(client)
  try {
    const [, { rows }] = await Promise.all([
      client.query("select set_config('app.tenants', '*', false), set_config('app.hidden', '', false)"),
      client.query<Row>(text, values),
    ])
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}
