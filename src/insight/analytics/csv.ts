import type { CsvCell, CsvTable } from "../../kit/pure/csv.ts"

type Json = CsvCell | Json[] | { [name: string]: Json }
type Fields = { [name: string]: Json }

/**
 * A report as a table: one line for each row of a currency's figures, with the currency in front. If the figures have several lists, each
 * entry gets a line with the name of its list. The figures outside of the lists get one more line per currency.
 */
export function reportTable({ byCurrency }: { byCurrency: object }): CsvTable {
  const lines = Object.entries(byCurrency as Record<string, Fields>).flatMap(([currency, part]) =>
    linesOf(part).map(line => ({ currency, ...line })),
  )
  const isLast = (column: string) => lastColumns.includes(column)
  const all = [...new Set(lines.flatMap(line => Object.keys(line)))]
  const columns = [...all.filter(column => !isLast(column)), ...all.filter(isLast)]
  return {
    columns: columns.length > 0 ? columns : ["currency"],
    rows: lines.map((line: Record<string, CsvCell>) => columns.map(column => line[column] ?? null)),
  }
}

/** These columns were added later. They come last, so programs that count columns still find the others in their places. */
const lastColumns = ["contactName", "contactEmail"]

function linesOf(part: Fields): Record<string, CsvCell>[] {
  const lists = Object.entries(part).filter((entry): entry is [string, Fields[]] => Array.isArray(entry[1]))
  const rest = flat(Object.fromEntries(Object.entries(part).filter(([, value]) => !Array.isArray(value))))
  const named = lists.length > 1 || Object.keys(rest).length > 0
  const rows = lists.flatMap(([list, entries]) => entries.flatMap(entry => rowsOf(entry).map(row => (named ? { list, ...row } : row))))
  return Object.keys(rest).length > 0 ? [rest, ...rows] : rows
}

/** An entry with its own list, such as a customer with its months, gives one line for each item of that list. */
function rowsOf(entry: Fields): Record<string, CsvCell>[] {
  const inner = Object.values(entry).find((value): value is Fields[] => Array.isArray(value))
  const own = flat(Object.fromEntries(Object.entries(entry).filter(([, value]) => !Array.isArray(value))))
  return inner ? inner.map(each => ({ ...own, ...flat(each) })) : [own]
}

/** { summary: { owed } } → { "summary.owed": … } */
function flat(fields: Fields, prefix = ""): Record<string, CsvCell> {
  const entries = Object.entries(fields).map(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value, `${prefix}${name}.`)
      : { [prefix + name]: value as CsvCell },
  )
  return Object.assign({}, ...entries) as Record<string, CsvCell>
}
