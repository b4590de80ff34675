// A plot as a PNG, drawn in the browser from what the page shows: no request is made.

const [margin, headHeight, scale] = [24, 56, 2]
const svgSpace = "http://www.w3.org/2000/svg"
const drawn = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor"]

/** `unitAndPeriod` stands below the title, so that the picture says by itself what it shows. */
export async function plotPicture(plot: HTMLElement, title: string, unitAndPeriod: string): Promise<Blob> {
  const { width, height } = plot.getBoundingClientRect()
  const size = { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + headHeight + 2 * margin }
  const picture = document.createElementNS(svgSpace, "svg")
  set(picture, { xmlns: svgSpace, ...size })
  const { color, fontFamily } = getComputedStyle(plot)
  const surface = getComputedStyle(plot.closest("section") ?? plot).backgroundColor
  picture.append(rectangle({ x: 0, y: 0, ...size, fill: surface }))
  const head = { x: margin, "font-family": fontFamily, fill: color }
  picture.append(words(title, { ...head, y: margin + 16, "font-size": 16, "font-weight": 600 }))
  picture.append(words(unitAndPeriod, { ...head, y: margin + 36, "font-size": 12 }))
  const from = plot.getBoundingClientRect()
  drawInto(picture, plot, { x: from.x - margin, y: from.y - margin - headHeight })
  return asPng(new XMLSerializer().serializeToString(picture), size)
}

type Origin = { x: number; y: number }

/** Copies SVG with the colours and fonts that style sheets gave it, and draws backgrounds and texts of other elements. */
function drawInto(picture: SVGElement, element: Element, origin: Origin) {
  const box = element.getBoundingClientRect()
  if (box.width <= 1 || box.height <= 1) return
  const at = { x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height }
  if (element instanceof SVGSVGElement) {
    const copy = withStyles(element)
    set(copy, { x: at.x, y: at.y, overflow: "visible" })
    picture.append(copy)
    return
  }
  const style = getComputedStyle(element)
  if (!isClear(style.backgroundColor)) picture.append(rectangle({ ...at, rx: radiusOf(style, at.height), fill: style.backgroundColor }))
  for (const child of element.childNodes)
    if (child instanceof Element) drawInto(picture, child, origin)
    else picture.append(...linesOf(child, style, origin))
}

/** A text as the page has broken it into lines: the words that begin at the same height are one. */
function linesOf(node: Node, style: CSSStyleDeclaration, origin: Origin): SVGElement[] {
  const found = [...(node.textContent ?? "").matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    return { word, box: range.getBoundingClientRect() }
  })
  const { color: fill, fontSize, fontWeight, fontFamily } = style
  const font = { fill, "font-size": fontSize, "font-weight": fontWeight, "font-family": fontFamily }
  return [...Map.groupBy(found, ({ box }) => Math.round(box.y)).values()].map(line => {
    const { x, y, height } = line[0]!.box
    return words(line.map(({ word }) => word).join(" "), { x: x - origin.x, y: y - origin.y + height * 0.78, ...font })
  })
}

function withStyles(svg: SVGSVGElement): SVGElement {
  const copy = document.importNode(svg, true)
  const copies = copy.querySelectorAll("*")
  svg.querySelectorAll("*").forEach((original, index) => {
    const style = getComputedStyle(original)
    for (const name of drawn) copies[index]?.setAttribute(name, style.getPropertyValue(name))
  })
  return copy
}

async function asPng(svg: string, { width, height }: { width: number; height: number }): Promise<Blob> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale })
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("the plot could not be drawn"))), "image/png")
  })
}

type Attributes = Record<string, string | number>

function set(element: SVGElement, attributes: Attributes): SVGElement {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  return element
}

const rectangle = (attributes: Attributes) => set(document.createElementNS(svgSpace, "rect"), attributes)

function words(text: string, attributes: Attributes): SVGElement {
  const element = set(document.createElementNS(svgSpace, "text"), attributes)
  element.textContent = text
  return element
}

const isClear = (color: string) => color === "transparent" || /[,/] ?0\)$/.test(color)
const radiusOf = ({ borderStartStartRadius }: CSSStyleDeclaration, height: number) =>
  Math.min(Number.parseFloat(borderStartStartRadius) || 0, height / 2)
