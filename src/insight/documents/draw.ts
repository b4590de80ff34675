import { type Canvas, canvasFor } from "./canvas.ts"
import { drawTable } from "./draw-table.ts"
import type { Sheet } from "./sheet.ts"

/** Draws a sheet as the bytes of a PDF. The same sheet gives the same bytes: nothing in the file depends on the time or on chance. */
export async function drawPdf(sheet: Sheet): Promise<Buffer> {
  const canvas = canvasFor(sheet)
  const { page } = canvas
  const chunks: Buffer[] = []
  page.on("data", (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => page.once("end", resolve).once("error", reject))
  drawHead(canvas, sheet)
  drawParties(canvas, sheet)
  drawHeadline(canvas, sheet)
  for (const table of sheet.tables) drawTable(canvas, table)
  drawNotes(canvas, sheet)
  drawFeet(canvas, sheet)
  page.end()
  await ended
  return Buffer.concat(chunks)
}

const logoBox = { width: 150, height: 46 }

/** The stripe of the brand, the title with its facts at the left, the logo or the name at the right. */
function drawHead(canvas: Canvas, { brand, title, notice, facts }: Sheet) {
  const { page, width } = canvas
  page.rect(0, 0, page.page.width, 6).fill(brand.colour)
  const side = width * 0.42
  if (!drawLogo(canvas, brand.logo))
    canvas.text(brand.name, { x: width - side, width: side, size: 13, isStrong: true, align: "right", ink: "quiet" })
  const nameHeight = brand.logo === null ? canvas.heightOf(brand.name, { width: side, size: 13, isStrong: true }) : logoBox.height
  const titleHeight = canvas.text(title, { width: width - side - 16, size: 22, isStrong: true })
  canvas.y += Math.max(titleHeight, nameHeight) + 8
  if (notice !== null) canvas.y += canvas.text(notice, { size: 8, isStrong: true, ink: "notice" }) + 8
  const indent = Math.min(width * 0.4, Math.max(...facts.map(([name]) => canvas.widthOf(name))) + 18)
  for (const [name, value] of facts) {
    const nameLines = canvas.text(name, { width: indent - 6, ink: "quiet" })
    const valueLines = canvas.text(value, { x: indent, isStrong: true })
    canvas.y += Math.max(nameLines, valueLines) + 3
  }
  canvas.y += 20
}

/** Returns false for an image that is broken or of a kind that a PDF does not have, such as WebP: then the name is shown. */
function drawLogo({ page, left, width, y }: Canvas, logo: string | null): boolean {
  if (logo === null) return false
  try {
    const { width: wide, height: high } = logoBox
    page.image(Buffer.from(logo, "base64"), left + width - wide, y - 6, { fit: [wide, high], align: "right", valign: "center" })
    return true
  } catch {
    return false
  }
}

function drawParties(canvas: Canvas, { parties }: Sheet) {
  const width = canvas.width / 2 - 16
  const top = canvas.y
  const heights = parties.map(({ heading, lines }, i) => {
    const x = i * (canvas.width / 2)
    canvas.y = top
    canvas.y += canvas.text(heading, { x, width, size: 8, ink: "quiet" }) + 3
    for (const [n, line] of lines.entries()) canvas.y += canvas.text(line, { x, width, isStrong: n === 0 }) + 1
    return canvas.y - top
  })
  canvas.y = top + Math.max(0, ...heights) + 26
}

function drawHeadline(canvas: Canvas, { headline, brand }: Sheet) {
  if (headline === null) return
  const { figure, note, link } = headline
  canvas.figure(`${figure} ${note}`.trim(), { width: canvas.width, size: 17, isStrong: true })
  canvas.y += 28
  if (link) canvas.y += canvas.text(link.label, { isStrong: true, colour: readable(brand.colour), link: link.url }) + 4
  canvas.y += 16
}

/** A brand's colour may be too light for text on white. */
function readable(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (/\w\w/g[Symbol.match](colour) ?? []).map(part => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#1a1f36" : colour
}

function drawNotes(canvas: Canvas, { notes, missing }: Sheet) {
  for (const note of canvas.lacksCharacters() ? [...notes, missing] : notes) {
    canvas.ensure(Math.min(canvas.heightOf(note, { size: 8.5 }) + 6, 300))
    canvas.y += canvas.text(note, { size: 8.5, ink: "quiet" }) + 6
  }
}

/** The last step, because only now the number of pages is known. */
function drawFeet(canvas: Canvas, { footer, pageOf }: Sheet) {
  const { page, width, bottom } = canvas
  const { count } = page.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    page.switchToPage(i)
    canvas.y = bottom + 20
    canvas.rule(0.5)
    canvas.y += 9
    canvas.figure(footer, { width: width * 0.75, size: 8, ink: "quiet" })
    const text = pageOf.replace("{page}", String(i + 1)).replace("{pages}", String(count))
    canvas.figure(text, { x: width * 0.75, width: width * 0.25, size: 8, ink: "quiet", align: "right" })
  }
}
