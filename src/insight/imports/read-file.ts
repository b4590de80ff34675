import { setImmediate as turn } from "node:timers/promises"
import { type CsvRow, csvRows } from "../../kit/pure/csv-rows.ts"
import { decodeText, UnreadableFile } from "../../kit/pure/xml.ts"
import type { FileRow } from "./row-rules.ts"
import { maxCellLength, maxColumns, maxRows } from "./values.ts"

type Table = { separator: string; columns: string[]; rows: FileRow[] }

/** Other requests get a turn after as many rows. */
const rowsPerTurn = 2_000

/** Reads a file with a line of column names. It is refused as a whole if any row can't be read, so nothing is lost silently. */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw new UnreadableFile(null, "it is empty")
  const text = decode(bytes)
  const separator = separatorOf(text.slice(0, 20_000))
  const rows: FileRow[] = []
  let columns: string[] | undefined
  let count = 0
  for (const row of csvRows(text, separator)) {
    if (++count % rowsPerTurn === 0) await turn()
    if (row.cells.every(cell => cell === "")) continue
    if (columns) rows.push(checked(row))
    else columns = checkedColumns(row)
    if (rows.length > maxRows) throw new UnreadableFile(row.line, `it has more than ${maxRows} rows; import it in parts`)
  }
  if (!columns || rows.length === 0) throw new UnreadableFile(null, "it has no row below the names of its columns")
  return { separator, columns, rows }
}

function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004")
    throw new UnreadableFile(null, "it is a workbook; save the sheet as CSV UTF-8")
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = decodeText(bytes, isUtf16 ? "utf-16le" : "utf-8").replace(/^\ufeff/, "")
  if (text.includes("\0")) throw new UnreadableFile(null, "it has NUL characters, so it is no CSV in UTF-8")
  return text
}

/** The sign that divides the first line into the most cells. */
function separatorOf(sample: string): string {
  const countOf = (separator: string) => {
    try {
      return csvRows(sample, separator).next().value?.cells.length ?? 0
    } catch {
      return 0 // the sample ends within a quoted cell
    }
  }
  return [",", ";", "\t", "|"].toSorted((a, b) => countOf(b) - countOf(a))[0]!
}

function checkedColumns({ line, cells }: CsvRow): string[] {
  if (cells.length > maxColumns) throw new UnreadableFile(line, `it has ${cells.length} columns, more than ${maxColumns}`)
  const twice = cells.find((cell, i) => cell !== "" && cells.indexOf(cell) !== i)
  if (twice !== undefined) throw new UnreadableFile(line, `two columns have the name ${twice.slice(0, 60)}; rename one`)
  const long = cells.find(cell => cell.length > 200)
  if (long !== undefined) throw new UnreadableFile(line, "a column has a name of more than 200 characters; its first line has no names")
  return cells
}

function checked({ line, cells }: CsvRow): FileRow {
  if (cells.length > maxColumns) throw new UnreadableFile(line, `the row has ${cells.length} cells, more than ${maxColumns}`)
  const long = cells.find(cell => cell.length > maxCellLength)
  if (long !== undefined) throw new UnreadableFile(line, `a cell has ${long.length} characters, more than ${maxCellLength}`)
  return { line, cells }
}
