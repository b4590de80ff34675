import type { CsvCell } from "../../src/kit/pure/csv.ts"
import { lookUp } from "../lib/look-up.ts"
import { csvRow } from "./csv-row.ts"
import type { Resource, Row } from "./resource.ts"

/** Columns of ids, with the resource of their objects. */
type References = ReadonlyMap<string, Pick<Resource, "key"> & Required<Pick<Resource, "csvNames">>>

/** Which of these columns refer to resources that have names for CSV files. */
export const csvReferences = (columns: readonly string[], resources: readonly Resource[]): References =>
  new Map(
    resources.flatMap(({ key, csvNames }) =>
      csvNames ? csvNames.columns.filter(column => columns.includes(column)).map(column => [column, { key, csvNames }] as const) : [],
    ),
  )

/** `contact` is followed by `contactName` and `contactEmail`. */
export const csvColumns = (columns: readonly string[], references: References): string[] =>
  columns.flatMap(column => [column, ...(references.get(column)?.csvNames.names ?? []).map(name => `${column}${name}`)])

/** The cells of some rows, with the names of what they refer to. What this person may not read stays empty. */
export async function csvRows(columns: readonly string[], references: References, rows: readonly Row[]): Promise<CsvCell[][]> {
  const found = new Map(
    await Promise.all([...references].map(async ([column, { key }]) => [column, await readAll(key, idsOf(rows, column))] as const)),
  )
  return rows.map(row => {
    const cells = csvRow(columns, row)
    return columns.flatMap((column, index) => {
      const { names, cells: cellsOf } = references.get(column)?.csvNames ?? { names: [], cells: () => [] }
      const other = found.get(column)?.get(String(valueOf(row, column)))
      return [cells[index]!, ...(other ? cellsOf(other) : names.map(() => null))]
    })
  })
}

const valueOf = (row: Row, column: string) => (row as Row & Record<string, unknown>)[column]
const idsOf = (rows: readonly Row[], column: string) => [
  ...new Set(rows.map(row => valueOf(row, column)).filter((id): id is string => typeof id === "string")),
]

async function readAll(key: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const rows = await Promise.all(ids.map(id => lookUp(key, id).catch(() => undefined)))
  return new Map(rows.flatMap(row => (row ? [[row._id, row]] : [])))
}
