/**
 * A table as CSV. An operation that declares `csv` answers `Accept: text/csv` with it:
 *
 *   operation({ …, output: Report, csv: report => ({ columns: ["month", "paid"], rows: report.months.map(m => [m.month, m.paid]) }) })
 *
 * `csv` gets what `run` returned. Amounts stay whole numbers of minor units, and times stay ISO 8601.
 */
export type CsvTable = { columns: readonly string[]; rows: readonly (readonly CsvCell[])[] }
export type CsvCell = string | number | boolean | null | CsvDecimal
/** A number that is written as it is: a float would lose digits and trailing zeros. */
type CsvDecimal = { decimal: string }

/** RFC 4180: lines end with CR LF, the first one has the names of the columns. null is an empty cell. */
export function renderCsv({ columns, rows }: CsvTable): string {
  return [columns, ...rows].map(cells => `${cells.map(renderCell).join(",")}\r\n`).join("")
}

function renderCell(cell: CsvCell): string {
  if (typeof cell === "object" && cell !== null) return cell.decimal
  const text = typeof cell === "string" ? withoutFormula(cell) : String(cell ?? "")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets run a text that begins like a formula, and it may be a payer's; an apostrophe makes them show it. Where lists are written
 * with semicolons they split a line there and not at commas, whatever is quoted, so each such part counts as a beginning. Some read
 * full-width signs like the others, and skip blanks before them. Numbers stay numbers.
 */
const withoutFormula = (text: string) => text.replace(formulas, "'")
const formulas = /(?<=^|[;\r\n])(?=[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r\n])/gu
