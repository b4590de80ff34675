import { XMLParser, XMLValidator } from "fast-xml-parser"

/** An element of an XML document, without its namespace. `text` is its own text, decoded and without blanks around it. */
export type Xml = { name: string; attributes: Readonly<Record<string, string>>; children: readonly Xml[]; text: string }

/** Why a file can't be read, and in which line. */
export class UnreadableFile extends Error {
  readonly line: number | null
  constructor(line: number | null, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Decodes a file in the encoding that it declares. Bytes that this encoding does not have are refused, so no letter changes silently. */
export function decodeXml(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200))
  const declared = /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? "utf-8"
  if (!isUtf16 && /^(?:utf-?16|utf-?32|ucs)/i.test(declared))
    throw new UnreadableFile(1, `it says that its encoding is ${declared}, and it is another one; save it as UTF-8`)
  return decodeText(bytes, isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : declared)
}

/** Decodes text in a named encoding, and names the line of the first byte that does not fit. */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const decoder = decoderFor(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    const readable = new TextDecoder(encoding).decode(bytes)
    const line = lineAt(readable, readable.indexOf("\ufffd"))
    throw new UnreadableFile(line, `a character here is not ${encoding.toUpperCase()}, so the file has another encoding than it should`)
  }
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UnreadableFile(1, `it says that its encoding is ${encoding}, which is unknown; save it as UTF-8`)
  }
}

/** The line of a position in a text. */
export const lineAt = (text: string, position: number) => text.slice(0, Math.max(0, position)).split("\n").length

const maxDepth = 40

/** Keeps the order of elements, which takes half the time of the library's other form. Numbers stay text, and entities as written. */
const parser = new XMLParser({
  preserveOrder: true,
  jPath: false,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
})

/** Reads a document of a bank. It has no DTD, so no entities of its own: nothing in a file can grow, or name another file. */
export function readXml(text: string): Xml {
  assertWellFormed(text)
  return parse(text, 0, text)
}

/**
 * Reads a large document in pieces, so that 100,000 entries never are objects at once: the elements with this name one by one, and the
 * document without them. Whatever has no end is refused where it begins, so the search takes time that grows with the file.
 */
export function readXmlInPieces(text: string, name: string): { document: Xml; pieces: Iterable<{ piece: Xml; line: number }> } {
  assertWellFormed(text)
  const cdata = text.search(/<!\[CDATA\[[^\]]*</)
  if (cdata >= 0) throw new UnreadableFile(lineAt(text, cdata), "a section of raw text (CDATA) has elements in it")
  const plain = withoutComments(text)
  const places = placesOf(plain, name)
  const rest = places.map(({ start }, i) => plain.slice(places[i - 1]?.end ?? 0, start)).join("") + plain.slice(places.at(-1)?.end ?? 0)
  return { document: parse(rest, 0, text), pieces: piecesOf(plain, places) }
}

/** The text with blanks in place of comments, so that lines and positions stay. */
export function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start + 4)
    if (end < 0) throw new UnreadableFile(lineAt(text, start), "a comment that begins here does not end")
    parts.push(text.slice(at, start), text.slice(start, end + 3).replaceAll(/[^\n]/g, " "))
    at = end + 3
  }
  return at === 0 ? text : parts.join("") + text.slice(at)
}

type Place = { start: number; end: number }

function placesOf(text: string, name: string): Place[] {
  const places: Place[] = []
  const open = new RegExp(`<((?:[\\w.-]+:)?${name})(?=[\\s>])`, "g")
  for (let found = open.exec(text); found; found = open.exec(text)) {
    const close = new RegExp(`</${found[1]}\\s*>|<${found[1]}(?=[\\s>])`, "g")
    close.lastIndex = open.lastIndex
    const end = close.exec(text)
    if (!end?.[0].startsWith("</")) throw new UnreadableFile(lineAt(text, found.index), `the element ${name} has no end of its own`)
    places.push({ start: found.index, end: close.lastIndex })
    open.lastIndex = close.lastIndex
  }
  return places
}

function* piecesOf(text: string, places: readonly Place[]) {
  let [line, position] = [1, 0]
  for (const { start, end } of places) {
    for (; position < start; position++) if (text.charCodeAt(position) === 10) line++
    yield { piece: parse(text.slice(start, end), start, text), line }
  }
}

function assertWellFormed(text: string) {
  const doctype = text.search(/<!(?:DOCTYPE|ENTITY)/i)
  if (doctype >= 0)
    throw new UnreadableFile(lineAt(text, doctype), "it defines a document type or abbreviations (entities), which no file of a bank does")
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  const control = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/)
  if (control >= 0) throw new UnreadableFile(lineAt(text, control), "a character here is none that XML allows; the file is damaged")
  if (!/^[\ufeff\s]*</.test(text)) throw new UnreadableFile(1, "it is no XML: it does not begin with <")
  const result = XMLValidator.validate(text)
  if (result === true) return
  const { line, msg } = result.err
  const root = /^[^]*?<([A-Za-z_][\w.:-]*)/.exec(text.slice(0, 10_000))?.[1]
  const isWhole = isFollowed.test(msg) || (root !== undefined && new RegExp(`</${root}\\s*>$`).test(text.slice(-300).trimEnd()))
  if (isWhole) throw new UnreadableFile(line, `${mistakeOf(msg)}; ask the bank for the file again`)
  throw new UnreadableFile(lineAt(text, text.trimEnd().length), "it ends in the middle, so it is not complete; download it again")
}

const isFollowed = /^(?:Multiple possible root|Extra text)/

/** What the library finds, in words. */
function mistakeOf(message: string): string {
  const [, opened, line, closed] = /^Expected closing tag '(.+)' \(opened in line (\d+).* closing tag '(.+)'/.exec(message) ?? []
  if (opened) return `the element ${opened} of line ${line} ends as ${closed}`
  const twice = /^Attribute '(.+)' is repeated/.exec(message)?.[1]
  if (twice) return `an element has ${twice} twice`
  if (message.startsWith("char '&'")) return "a sign & stands alone, which XML writes as &amp;"
  if (isFollowed.test(message)) return "something stands after the end of the document"
  return "it is no correct XML here"
}

/** `offset` is the position of a piece in the whole text, for messages. */
function parse(piece: string, offset: number, whole: string): Xml {
  try {
    const [root] = childrenOf(parser.parse(piece) as Node[])
    if (root) return root
  } catch (error) {
    if (error instanceof UnknownEntity) {
      const line = lineAt(whole, Math.max(offset, whole.indexOf(error.message, offset)))
      throw new UnreadableFile(line, `it has the abbreviation (entity) ${error.message}, which is not defined`)
    }
    const { message } = error as Error
    const isDeep = message.startsWith("Maximum nested tags")
    const reason = isDeep ? `its elements are nested more than ${maxDepth} levels deep` : "it has an element that can't be read"
    throw new UnreadableFile(lineAt(whole, offset), `${reason}, as in no file of a bank`)
  }
  throw new UnreadableFile(lineAt(whole, offset), "it has no element")
}

class UnknownEntity extends Error {}

type Node = Record<string, unknown>

const childrenOf = (nodes: readonly Node[]): Xml[] => nodes.filter(node => !("#text" in node)).map(toXml)

function toXml(node: Node): Xml {
  const name = Object.keys(node).find(key => key !== ":@") ?? ""
  const nodes = node[name] as Node[]
  const text = nodes.map(each => ("#text" in each ? String(each["#text"]) : "")).join("")
  return { name, attributes: (node[":@"] as Record<string, string>) ?? {}, children: childrenOf(nodes), text: decodeEntities(text.trim()) }
}

const decodeEntities = (text: string) => (text.includes("&") ? text.replaceAll(/&(#x?)?(\w*);?/gi, decodeEntity) : text)

function decodeEntity(entity: string, number: string | undefined, value: string): string {
  if (!number && predefined[value] !== undefined && entity.endsWith(";")) return predefined[value]
  const code = number && entity.endsWith(";") ? Number(number.length === 2 ? `0x${value}` : value) : NaN
  if (code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code >= 0xe000 && code <= 0x10ffff))
    return String.fromCodePoint(code)
  throw new UnknownEntity(entity.slice(0, 40))
}
const predefined: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** The first element at a path of names below this one. */
export function elementAt(xml: Xml | undefined, ...path: string[]): Xml | undefined {
  return path.reduce<Xml | undefined>((at, name) => at?.children.find(child => child.name === name), xml)
}

/** The text at a path; undefined where there is none, or only blanks. */
export const textAt = (xml: Xml | undefined, ...path: string[]): string | undefined => elementAt(xml, ...path)?.text || undefined

/** The children with a name. */
export const elementsOf = (xml: Xml | undefined, name: string): Xml[] => xml?.children.filter(child => child.name === name) ?? []
