import { checkCell, describeCell, describeOpenMoves } from "../kit/db/cell-report.ts"
import { addCell, drainCell, readRegistry } from "../kit/db/cell-registry.ts"
import { migrate } from "../kit/db/migrate.ts"
import { type CellAddress, homeName } from "../kit/pure/cell-urls.ts"
import { addressOf, withDatabaseUrl, withPools } from "./database.ts"

/** Connects a command to home alone, because the other cells may be new, or out of order. */
const withHome = <T>(work: (addresses: CellAddress[]) => Promise<T>): Promise<T> =>
  withDatabaseUrl(async (url, { CELL_URLS }) => {
    await migrate(url)
    return withPools(url, [], () => work([{ name: homeName, url }, ...CELL_URLS]))
  })

export const addCellNamed = (name: string): Promise<{ added: string }> =>
  withHome(async ([home, ...others]) => {
    await addCell({ name, url: addressOf(name, home!.url, others) })
    console.error(
      "The cell gets new tenants from now on. Restart every process with this CELL_URLS: the others answer its tenants with 503.",
    )
    return { added: name }
  })

export const drainCellNamed = (name: string): Promise<{ draining: string }> =>
  withHome(async () => {
    await drainCell(name)
    return { draining: name }
  })

/** Header and rows of a table. */
export const listCells = (): Promise<[string[], string[][]]> =>
  withHome(async addresses => {
    const rows = (await readRegistry()).map(async ({ name, state, tenants }) => {
      const address = addresses.find(each => each.name === name)
      const { version, bytes, status } = address
        ? await describeCell(address)
        : { version: "unknown", bytes: 0, status: "CELL_URLS does not name it" }
      return [name, state, String(tenants), `${Math.round(bytes / 2 ** 20)} MiB`, version, status]
    })
    return [["cell", "state", "tenants", "size", "version", "status"], await Promise.all(rows)]
  })

export const checkCells = (): Promise<{ cells: string[]; problems: string[] }> =>
  withHome(async addresses => {
    const names = (await readRegistry()).map(({ name }) => name)
    const found = names.map(async name => {
      const address = addresses.find(each => each.name === name)
      const problems = address ? await checkCell(address, name === homeName) : ["is not named by CELL_URLS"]
      if (name === homeName) problems.push(...(await describeOpenMoves()))
      return problems.map(problem => `${name} ${problem}`)
    })
    return { cells: names, problems: (await Promise.all(found)).flat() }
  })
