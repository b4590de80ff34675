import type { Canvas } from "./canvas.ts"
import type { Table } from "./sheet.ts"

type Cell = { x: number; width: number; align: "left" | "right" }
const gap = 12

/** A table that goes on over pages, with its head on each of them. A row is never divided, unless it is taller than a page. */
export function drawTable(canvas: Canvas, table: Table) {
  const cells = cellsOf(canvas, table)
  canvas.ensure(90)
  if (table.heading !== null) {
    canvas.y += canvas.text(table.heading, { size: 11, isStrong: true }) + 8
  }
  drawHead(canvas, table, cells)
  for (const row of table.rows) drawRow(canvas, table, cells, row)
  drawTotals(canvas, table)
  canvas.y += 26
}

function cellsOf({ width }: Canvas, { columns }: Table): Cell[] {
  const given = columns.reduce((all, { share = 0 }) => all + share, 0)
  const open = columns.filter(({ share }) => share === undefined).length
  let x = 0
  return columns.map(({ share, isAmount }) => {
    const own = width * (share ?? (1 - given) / open)
    const cell = { x, width: own - (isAmount ? 0 : gap), align: isAmount ? ("right" as const) : ("left" as const) }
    x += own
    return cell
  })
}

function drawHead(canvas: Canvas, { columns }: Table, cells: readonly Cell[]) {
  for (const [i, { name }] of columns.entries()) canvas.figure(name, { ...cells[i]!, size: 8, ink: "quiet" })
  canvas.y += 15
  canvas.rule(1)
  canvas.y += 8
}

function drawRow(canvas: Canvas, table: Table, cells: readonly Cell[], { cells: texts, detail, isStrong = false }: Table["rows"][number]) {
  const styleOf = (i: number) => ({ ...cells[i]!, size: 9, isStrong })
  const isWrapped = (i: number) => cells[i]!.align === "left"
  const heights = texts.map((text, i) => (isWrapped(i) && text !== "" ? canvas.heightOf(text, styleOf(i)) : 12))
  const detailStyle = { ...cells[0]!, size: 8, ink: "quiet" as const }
  const detailHeight = detail === undefined ? 0 : canvas.heightOf(detail, detailStyle) + 1
  const height = Math.max(heights[0]! + detailHeight, ...heights)
  if (canvas.ensure(height + 8)) drawHead(canvas, table, cells)
  const top = canvas.y
  for (const [i, text] of texts.entries()) {
    if (text === "") continue
    if (isWrapped(i)) canvas.text(text, styleOf(i))
    else canvas.figure(text, styleOf(i))
  }
  if (detail !== undefined) {
    canvas.y += heights[0]! + 1
    canvas.text(detail, detailStyle)
  }
  canvas.y = top + height + 4
  canvas.rule(0.5)
  canvas.y += 7
}

/** The sums, at the right half under the amounts. They stay together. */
function drawTotals(canvas: Canvas, { totals }: Table) {
  const [x, width] = [canvas.width * 0.45, canvas.width * 0.55]
  const nameWidth = width * 0.6
  const heights = totals.map(({ name, isStrong = false }) => canvas.heightOf(name, { width: nameWidth, isStrong }))
  canvas.ensure(heights.reduce((all, height) => all + height + 7, 0))
  for (const [i, { name, value, isStrong = false }] of totals.entries()) {
    canvas.text(name, { x, width: nameWidth, isStrong, ...(!isStrong && { ink: "quiet" }) })
    canvas.figure(value, { x: x + nameWidth, width: width - nameWidth, align: "right", isStrong })
    canvas.y += heights[i]! + 7
  }
}
