import { lineAt, UnreadableFile } from "./xml.ts"

/* oxlint-disable no-control-regex -- files of other programs, and damaged ones, are known by these characters */

/** How files of other programs begin, and what they are in words. */
const kinds: [start: RegExp, kind: string][] = [
  [/^%PDF/, "a PDF"],
  [/^PK\x03\x04[^]*(?:\[Content_Types\]|xl\/|mimetype)/, "an Excel file or another document of an office program"],
  [/^PK\x03\x04/, "a ZIP archive"],
  [/^(?:\x1f\x8b|7z\xbc\xaf|Rar!)/, "a compressed archive"],
  [/^\xd0\xcf\x11\xe0/, "an Excel file or another document of an office program"],
  [/^\{\\rtf/, "a text document (RTF)"],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8)/, "a picture"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b/i, "a web page"],
]

/** Refuses what is no text of a bank. `instead` says which file to take, for a person. */
export function assertIsText(bytes: Uint8Array, instead: string, isUtf16 = hasMarkOfUtf16(bytes)) {
  if (bytes.length === 0) throw new UnreadableFile(null, "it is empty")
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4000))
  const kind = kinds.find(([pattern]) => pattern.test(start))?.[1]
  if (kind) throw new UnreadableFile(null, `it is ${kind}; ${instead}`)
  const mark = isUtf16 ? 2 : start.startsWith("\xef\xbb\xbf") ? 3 : 0
  if (!bytes.subarray(mark).some(byte => byte > 32)) throw new UnreadableFile(null, "it is empty: it has nothing but blanks")
  if (isUtf16) return
  if (isProbablyUtf16(start)) throw new UnreadableFile(null, "its text is UTF-16 without the mark that says so; save it as UTF-8")
  const odd = start.match(/[\0-\x08\x0e-\x1f]/g)?.length ?? 0
  if (odd > start.length / 20) throw new UnreadableFile(null, `it is no text that can be read; ${instead}`)
}

export const hasMarkOfUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Every other byte of Latin letters in UTF-16 is 0. */
function isProbablyUtf16(start: string): boolean {
  const zeros = [0, 0]
  for (let i = 0; i < start.length; i++) if (start.charCodeAt(i) === 0) zeros[i % 2]!++
  const [even = 0, odd = 0] = zeros
  return Math.max(even, odd) > start.length * 0.4 && Math.min(even, odd) < start.length * 0.05
}

/** No text has the character 0, and the database can't store it. */
export function assertHasNoZeros(text: string): string {
  const at = text.indexOf("\0")
  if (at >= 0) throw new UnreadableFile(lineAt(text, at), "a character here has the code 0, which no text has; the file is damaged")
  return text
}

/** A value of a file as a sentence quotes it: short, and in one line. */
export const quoted = (value: string): string => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`.replaceAll(/\s+/g, " ")
