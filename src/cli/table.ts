/** Rows as lines of text, each column as wide as its widest cell. The last column may be long. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header.map(name => name.toUpperCase()), ...rows]
  const widths = header.map((_, column) => Math.max(...all.map(row => row[column]!.length)))
  const lines = all.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  )
  return `${lines.join("\n")}\n`
}
