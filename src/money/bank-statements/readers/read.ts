import { isUtf8 } from "node:buffer"
import { assertHasNoZeros, assertIsText, hasMarkOfUtf16, quoted } from "../../../kit/pure/foreign-files.ts"
import { decimal, describeSum, sum } from "../../../kit/pure/money.ts"
import { decodeText, decodeXml, UnreadableFile } from "../../../kit/pure/xml.ts"
import type { StatementFormat } from "../../bank-lines/values.ts"
import { readCamt } from "./camt.ts"
import { readCsv } from "./csv.ts"
import { guessProfile } from "./csv-profile.ts"
import type { CsvProfile } from "./schema.ts"
import { readMt940 } from "./mt940.ts"
import { readOfx } from "./ofx.ts"
import { assertCurrency, type ReadStatement } from "./statement.ts"

/** `today` is the day of the tenant's clock: a booking of a later day than tomorrow is a mistake. */
export type Reading = { format?: StatementFormat | undefined; profile?: CsvProfile | undefined; currency: string; today: string }

/** Reads a statement in any of the formats, and refuses it as a whole if anything in it can't be right. */
export function readStatement(bytes: Uint8Array, reading: Reading): { format: StatementFormat; statement: ReadStatement } {
  assertIsText(bytes, "download the statement as camt, MT940, OFX or CSV", isUtf16(bytes, reading))
  const found = formatOf(bytes)
  const format = reading.format ?? found ?? (reading.profile && "csv")
  if (isAnswer(bytes)) throw new UnreadableFile(null, "it is an answer of the bank to a payment file; import it under Answers of the bank")
  if (!format) throw new UnreadableFile(null, "it is no statement in a known format: camt.053, camt.054, MT940, OFX or CSV")
  if (reading.format && found && found !== "csv" && found !== format)
    throw new UnreadableFile(null, `it is ${inWords(found)}, and ${inWords(format)} was chosen`)
  const statement = readAs(format, bytes, reading)
  assertPlausible(statement, reading)
  assertAddsUp(statement, reading)
  assertHasNoRepeats(statement)
  return { format, statement }
}

const inWords = (format: StatementFormat) => (format === "mt940" || format === "ofx" || format === "csv" ? format.toUpperCase() : format)

const isUtf16 = (bytes: Uint8Array, { format, profile }: Reading) =>
  hasMarkOfUtf16(bytes) || (format === "csv" && profile?.encoding === "utf-16le")

/** NACHA files begin with a file header, and status reports name their message. */
export function isAnswer(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4000)).replaceAll("\0", "")
  return /^(?:ï»¿)?\s*101[ \d]\d{9}/.test(start) || start.includes("CstmrPmtStsRpt")
}

/** The first bytes tell the format. */
export function formatOf(bytes: Uint8Array): StatementFormat | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4000)).replaceAll("\0", "")
  if (/<OFX>|OFXHEADER/i.test(start)) return "ofx"
  if (/BkToCstmr/.test(start) || /^(?:ï»¿|ÿþ|þÿ)?\s*<(?:\?xml|(?:\w+:)?Document)/.test(start))
    return /BkToCstmrDbtCdtNtfctn/.test(start) ? "camt.054" : "camt.053"
  if (/^[ \t]*:20:/m.test(start.replaceAll(/\{4:|\{[^}]*\}/g, ""))) return "mt940"
  return /[;,\t|]/.test(start.split("\n", 1)[0]!) || guessProfile(start) ? "csv" : undefined
}

function readAs(format: StatementFormat, bytes: Uint8Array, { profile, currency }: Reading): ReadStatement {
  if (format === "camt.053" || format === "camt.054") return readCamt(decodeXml(bytes), format, { currency })
  if (format === "mt940") return readMt940(decoded(bytes), { currency })
  if (format === "ofx") return readOfx(decodeOfx(bytes), { currency })
  if (profile) return readCsv(decoded(bytes, profile.encoding), profile, { currency })
  const text = decoded(bytes)
  const guessed = guessProfile(text.slice(0, 8000))
  if (!guessed)
    throw new UnreadableFile(null, "none of its first lines names a column for the date and one for the amount; choose the columns")
  return readCsv(text, guessed, { currency })
}

function decoded(bytes: Uint8Array, encoding: CsvProfile["encoding"] = encodingOf(bytes)): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    throw new UnreadableFile(null, "its text is UTF-16 in an order of bytes that is rare; save it as UTF-8")
  return assertHasNoZeros(decodeText(bytes, encoding))
}

/** Formats that do not say their encoding are UTF-8 if all bytes are, else Windows-1252, which has a letter for nearly every byte. */
export function encodingOf(bytes: Uint8Array): CsvProfile["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return isUtf8(bytes) ? "utf-8" : "windows-1252"
}

function decodeOfx(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 400))
  if (/<\?xml/.test(start)) return decodeXml(bytes)
  return /ENCODING:\s*UTF-?8/i.test(start) ? decoded(bytes, "utf-8") : decoded(bytes)
}

const maxPayments = 200_000
const earliest = "2000-01-01"

function assertPlausible({ line, currency, to, bookings }: ReadStatement, reading: Reading) {
  if (currency !== null) assertCurrency(currency, reading, line ?? null)
  const tomorrow = new Date(Date.parse(reading.today) + dayMs).toISOString().slice(0, 10)
  for (const { bookedOn, valueOn, line } of bookings) {
    if (bookedOn > tomorrow) throw new UnreadableFile(line, `a booking of ${bookedOn} lies in the future`)
    if (bookedOn < earliest) throw new UnreadableFile(line, `a booking of ${bookedOn} lies before the year 2000`)
    if (valueOn !== null && Math.abs(Date.parse(valueOn) - Date.parse(bookedOn)) > 366 * dayMs)
      throw new UnreadableFile(line, `the value date ${valueOn} is more than a year away from the booking of ${bookedOn}`)
  }
  if (to > tomorrow) throw new UnreadableFile(line ?? null, `the statement ends on ${to}, which lies in the future`)
  const count = bookings.reduce((all, { payments }) => all + payments.length, 0)
  if (count > maxPayments) throw new UnreadableFile(null, `it has ${count} payments, more than ${maxPayments}; import it in parts`)
}

const dayMs = 86_400_000

function assertAddsUp({ line, opening, closing, bookings }: ReadStatement, { currency }: Reading) {
  if (opening === null || closing === null) return
  const total = sum([opening, ...bookings.map(({ amount }) => amount)])
  if (total === closing) return
  const said = (amount: number) => `${Number.isNaN(amount) ? describeSum(amount) : decimal(amount, currency)} ${currency}`
  throw new UnreadableFile(
    bookings.at(-1)?.line ?? line ?? null,
    `the statement opens with ${said(opening)} and its bookings lead to ${said(total)}, but it closes with ${said(closing)}`,
  )
}

/** Without balances nothing else shows that a booking stands twice in a file. One with a reference of the bank is not there twice. */
function assertHasNoRepeats({ opening, closing, bookings }: ReadStatement) {
  if (opening !== null && closing !== null) return
  const lines = new Map<string, number>()
  for (const { line, ...booking } of bookings) {
    if (booking.reference === null) continue
    const key = JSON.stringify(booking)
    const first = lines.get(key)
    if (first !== undefined)
      throw new UnreadableFile(
        line,
        `the booking ${quoted(booking.reference)} stands here and in line ${first}; a booking may stand only once`,
      )
    lines.set(key, line)
  }
}
