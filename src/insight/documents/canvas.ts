import PDFDocument from "pdfkit"
import { drawable, fonts } from "./fonts.ts"
import type { Sheet } from "./sheet.ts"

/** In points; the page is A4. Below the bottom is the footer. */
const margin = { x: 54, top: 54, bottom: 78 }
const ink = { text: "#1a1f36", quiet: "#5f6b7a", line: "#e3e8ee", notice: "#8a5a00" } as const

type Style = {
  x?: number
  width?: number
  size?: number
  isStrong?: boolean
  ink?: keyof typeof ink
  colour?: string
  align?: "left" | "right"
  link?: string
}

/** Digits of amounts have one width, so that they stand in columns. */
const featuresOf = ({ align }: Style): PDFKit.Mixins.OpenTypeFeatures[] => (align === "right" ? ["kern", "tnum"] : ["kern"])

const newPage = (sheet: Sheet) =>
  new PDFDocument({
    size: "A4",
    margins: { top: margin.top, bottom: 0, left: margin.x, right: margin.x }, // our footer must not begin another page
    bufferPages: true,
    lang: sheet.locale,
    displayTitle: true,
    pdfVersion: "1.7",
    info: {
      Title: sheet.footer,
      Author: sheet.brand.name,
      Producer: "Countersign",
      Creator: "Countersign",
      CreationDate: new Date(sheet.madeAt), // by default now, and then no two files would be equal
    },
  })

/** A page with the place where the next text goes. Texts are drawn at `y`; blocks move it down. */
export function canvasFor(sheet: Sheet) {
  const page = newPage(sheet)
  page.registerFont("regular", fonts.regular).registerFont("strong", fonts.strong)
  const width = page.page.width - 2 * margin.x
  const bottom = page.page.height - margin.bottom
  let lacks = false

  const select = ({ size = 9, isStrong = false }: Style) => page.font(isStrong ? "strong" : "regular").fontSize(size)
  const shown = (text: string) => {
    const result = drawable(text)
    lacks ||= result.lacks
    return result.shown
  }

  const canvas = {
    page,
    y: margin.top,
    width,
    bottom,
    left: margin.x,
    lacksCharacters: () => lacks,
    widthOf: (text: string, style: Style = {}) => select(style).widthOfString(shown(text), { features: featuresOf(style) }),
    heightOf: (text: string, style: Style = {}) => select(style).heightOfString(shown(text), { width: style.width ?? width, lineGap: 1.5 }),
    /** Draws text within a width, wrapped, and returns its height. */
    text(text: string, style: Style = {}): number {
      const { x = 0, width: within = width - x, align = "left", colour = ink[style.ink ?? "text"], link } = style
      select(style)
        .fillColor(colour)
        .text(shown(text), margin.x + x, canvas.y, { width: within, align, lineGap: 1.5, ...(link && { link }) })
      return page.y - canvas.y
    },
    /** Draws one line of text, smaller if it would not fit: an amount must be neither cut nor wrapped. */
    figure(text: string, style: Style & { width: number }): void {
      const { size = 9 } = style
      const needed = canvas.widthOf(text, style)
      const fitting = needed <= style.width ? size : Math.max(4, (size * style.width) / needed - 0.05)
      const x =
        (style.x ?? 0) + (style.align === "right" ? Math.max(0, style.width - canvas.widthOf(text, { ...style, size: fitting })) : 0)
      select({ ...style, size: fitting })
        .fillColor(style.colour ?? ink[style.ink ?? "text"])
        .text(shown(text), margin.x + x, canvas.y + (size - fitting) / 2, { lineBreak: false, features: featuresOf(style) })
    },
    rule(weight = 0.75) {
      const right = page.page.width - margin.x
      page.moveTo(margin.x, canvas.y).lineTo(right, canvas.y).lineWidth(weight).strokeColor(ink.line).stroke()
    },
    newPage() {
      page.addPage()
      canvas.y = margin.top
    },
    /** Begins a new page if less than this height is left. Returns whether it did. */
    ensure(height: number): boolean {
      if (canvas.y + height <= bottom || canvas.y === margin.top) return false
      canvas.newPage()
      return true
    },
  }
  return canvas
}

export type Canvas = ReturnType<typeof canvasFor>
