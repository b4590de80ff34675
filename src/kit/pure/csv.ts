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
export const renderCsv = ({ columns, rows }: CsvTable): string => [columns, ...rows].map(renderRow).join("")

export const renderRow = (cells: readonly CsvCell[]): string => `${cells.map(renderCell).join(",")}\r\n`

function renderCell(cell: CsvCell): string {
  if (typeof cell === "object" && cell !== null) return cell.decimal
  const text = typeof cell === "string" ? withoutFormula(cell) : String(cell ?? "")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets run a text that begins like a formula, and a payer may have written it. An apostrophe makes them show it. In some locales
 * they split a line at semicolons instead of commas, even within quotes, so each part after a semicolon counts as a beginning. Some read
 * full-width signs like plain ones, and skip blanks before them. Numbers stay numbers.
 */
const withoutFormula = (text: string) => text.replace(formulas, "'")
const formulas = /(?<=^|[;\r\n])(?=[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r\n])/gu
