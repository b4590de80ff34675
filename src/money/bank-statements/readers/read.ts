import { isUtf8 } from "node:buffer"
import { sum } from "../../../kit/pure/money.ts"
import { decodeText, decodeXml, UnreadableFile } from "../../../kit/pure/xml.ts"
import type { StatementFormat } from "../../bank-lines/values.ts"
import { readCamt } from "./camt.ts"
import { readCsv } from "./csv.ts"
import { guessProfile } from "./csv-profile.ts"
import type { CsvProfile } from "./schema.ts"
import { readMt940 } from "./mt940.ts"
import { readOfx } from "./ofx.ts"
import type { Booking, ReadStatement } from "./statement.ts"

/** `today` is the day of the tenant's clock: a booking of a later day than tomorrow is a mistake. */
export type Reading = { format?: StatementFormat | undefined; profile?: CsvProfile | undefined; currency: string; today: string }

/** Reads a statement in any of the formats, and refuses it as a whole if anything in it can't be right. */
export function readStatement(bytes: Uint8Array, reading: Reading): { format: StatementFormat; statement: ReadStatement } {
  if (bytes.length === 0) throw new UnreadableFile(null, "it is empty")
  const format = reading.format ?? formatOf(bytes) ?? (reading.profile && "csv")
  if (!format) throw new UnreadableFile(1, "it is none of camt, MT940, OFX and CSV; name the format, and a profile for CSV")
  const statement = readAs(format, bytes, reading)
  assertPlausible(statement, reading)
  assertAddsUp(statement)
  return { format, statement }
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
  if (format === "mt940") return readMt940(decodeText(bytes, encodingOf(bytes)), { currency })
  if (format === "ofx") return readOfx(decodeOfx(bytes), { currency })
  if (profile) return readCsv(decodeText(bytes, profile.encoding), profile, { currency })
  const text = decodeText(bytes, encodingOf(bytes))
  const guessed = guessProfile(text.slice(0, 8000))
  if (!guessed) throw new UnreadableFile(1, "no line names a column for the date and one for the amount; send a profile")
  return readCsv(text, guessed, { currency })
}

/** Formats that do not say their encoding are UTF-8 if all bytes are, else Windows-1252, which has a letter for nearly every byte. */
export function encodingOf(bytes: Uint8Array): CsvProfile["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return isUtf8(bytes) ? "utf-8" : "windows-1252"
}

function decodeOfx(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 400))
  if (/<\?xml/.test(start)) return decodeXml(bytes)
  return /ENCODING:\s*UTF-?8/i.test(start) ? decodeText(bytes, "utf-8") : decodeText(bytes, encodingOf(bytes))
}

const maxPayments = 200_000
const earliest = "2000-01-01"

function assertPlausible({ currency, to, bookings }: ReadStatement, reading: Reading) {
  if (currency !== null && currency !== reading.currency)
    throw new UnreadableFile(null, `it is in ${currency}, and the account is in ${reading.currency}`)
  const tomorrow = new Date(Date.parse(reading.today) + 86_400_000).toISOString().slice(0, 10)
  for (const { bookedOn, line } of bookings) {
    if (bookedOn > tomorrow) throw new UnreadableFile(line, `a booking of ${bookedOn} lies in the future`)
    if (bookedOn < earliest) throw new UnreadableFile(line, `a booking of ${bookedOn} lies before the year 2000`)
  }
  if (to > tomorrow) throw new UnreadableFile(null, `it ends on ${to}, which lies in the future`)
  const count = bookings.reduce((all, { payments }) => all + payments.length, 0)
  if (count > maxPayments) throw new UnreadableFile(null, `it has ${count} payments, more than ${maxPayments}; import it in parts`)
}

function assertAddsUp({ opening, closing, bookings }: ReadStatement) {
  if (opening === null || closing === null) return
  const total = sum([opening, ...totals(bookings)])
  if (total === closing) return
  throw new UnreadableFile(
    bookings.at(-1)?.line ?? null,
    `it opens with ${opening} and its bookings lead to ${total}, but it closes with ${closing}`,
  )
}

const totals = (bookings: readonly Booking[]) => bookings.map(({ amount }) => amount)
