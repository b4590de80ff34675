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
  return decodeText(bytes, isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : declared)
}

/** Decodes text in a named encoding, and names the line of the first byte that does not fit. */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const decoder = decoderFor(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    const readable = new TextDecoder(encoding).decode(bytes)
    throw new UnreadableFile(lineAt(readable, readable.indexOf("\ufffd")), `a byte is not ${encoding}; the file has another encoding`)
  }
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UnreadableFile(1, `the encoding ${encoding} is not known`)
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
 * document without them.
 */
export function readXmlInPieces(text: string, name: string): { document: Xml; pieces: Iterable<{ piece: Xml; line: number }> } {
  assertWellFormed(text)
  if (/<!\[CDATA\[[^\]]*</.test(text)) throw new UnreadableFile(null, "a CDATA section has markup in it")
  const element = new RegExp(`<((?:[\\w.-]+:)?${name})(?=[\\s>])[^]*?</\\1\\s*>`, "g")
  const withoutComments = text.replaceAll(/<!--[^]*?-->/g, comment => comment.replaceAll(/[^\n]/g, " "))
  return { document: parse(withoutComments.replaceAll(element, ""), 0, text), pieces: piecesOf(withoutComments, element) }
}

function* piecesOf(text: string, element: RegExp) {
  let [line, position] = [1, 0]
  for (const { 0: piece, index } of text.matchAll(element)) {
    for (; position < index; position++) if (text.charCodeAt(position) === 10) line++
    yield { piece: parse(piece, index, text), line }
  }
}

function assertWellFormed(text: string) {
  const doctype = text.search(/<!(?:DOCTYPE|ENTITY)/i)
  if (doctype >= 0) throw new UnreadableFile(lineAt(text, doctype), "it declares a document type or entities, which no bank's file needs")
  const result = XMLValidator.validate(text)
  if (result !== true) throw new UnreadableFile(result.err.line, `it is no complete XML: ${result.err.msg}`)
}

/** `offset` is the position of a piece in the whole text, for messages. */
function parse(piece: string, offset: number, whole: string): Xml {
  try {
    const [root] = childrenOf(parser.parse(piece) as Node[])
    if (root) return root
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : `it can't be read: ${(error as Error).message}`
    throw new UnreadableFile(lineAt(whole, offset), reason)
  }
  throw new UnreadableFile(lineAt(whole, offset), "it has no element")
}

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
  throw new UnreadableFile(null, `it has the entity ${entity}, which XML does not predefine`)
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
