import { UnreadableFile } from "./xml.ts"

export type CsvRow = { line: number; cells: string[] }

/** RFC 4180, with the line of each row, one by one. A quoted cell may have line ends in it. */
export function* csvRows(text: string, separator: string): Generator<CsvRow, undefined> {
  let [cells, cell, line, start]: [string[], string, number, number] = [[], "", 1, 1]
  let [isQuoted, isBlank] = [false, true] // to trim the cell at each quote would take quadratic time
  const add = (letter: string) => {
    cell += letter
    if (isBlank && letter.trim() !== "") isBlank = false
  }
  const endRow = (): CsvRow => {
    const row = { line: start, cells: [...cells, cell.trim()] }
    ;[cells, cell, start, isBlank] = [[], "", line, true]
    return row
  }
  for (let i = text.startsWith("\ufeff") ? 1 : 0; i < text.length; i++) {
    const letter = text[i]!
    if (letter === "\n") line++
    if (isQuoted) {
      if (letter !== '"') add(letter)
      else if (text[i + 1] === '"') add(text[++i]!)
      else isQuoted = false
    } else if (letter === '"' && isBlank) [isQuoted, cell] = [true, ""]
    else if (letter === separator) {
      cells.push(cell.trim())
      ;[cell, isBlank] = ["", true]
    } else if (letter === "\n") yield endRow()
    else if (letter !== "\r") add(letter)
  }
  if (isQuoted) throw new UnreadableFile(start, "a quoted cell does not end, so the file is not complete")
  if (cell !== "" || cells.length > 0) yield endRow()
  return undefined
}
