import { parseDatabaseUrl } from "./database-url.ts"

/** A cell is a database that holds whole tenants. */
export type CellAddress = { name: string; url: string }

/** The cell of DATABASE_URL. It also holds the directory of tenants and what belongs to no tenant. */
export const homeName = "home"

export const isCellName = (text: string) => /^[a-z][a-z0-9-]{0,30}$/.test(text)

/**
 * Parses the setting CELL_URLS: `name=postgres://…` for each cell besides home, with spaces or line ends between them. Commas separate the
 * hosts of one address. Throws an error that says what is wrong; it leaves out the address, which has a password.
 */
export function parseCellUrls(text: string): CellAddress[] {
  const cells = text.split(/\s+/).filter(Boolean).map(parseCell)
  for (const [i, { name, url }] of cells.entries()) {
    const earlier = cells.slice(0, i)
    if (earlier.some(each => each.name === name)) throw new Error(`names the cell ${name} twice`)
    if (earlier.some(each => each.url === url)) throw new Error(`gives the cell ${name} the address of another cell`)
  }
  return cells
}

function parseCell(text: string): CellAddress {
  const [, name = "", url = ""] = /^([^=/]*)=(.*)$/s.exec(text) ?? []
  if (!isCellName(name))
    throw new Error(
      "must be name=postgres://… for each cell, with spaces between them; a name has up to 31 lower-case letters, digits and -",
    )
  if (name === homeName) throw new Error("must not name home: that is the cell of DATABASE_URL")
  if (!/^postgres(ql)?:\/\/./.test(url))
    throw new Error(`must give the cell ${name} an address such as postgres://user:password@host:5432/countersign`)
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    throw new Error(`has a wrong address for the cell ${name}: it ${(error as Error).message}`, { cause: error })
  }
  return { name, url }
}
