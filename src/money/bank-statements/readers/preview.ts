import { type CsvRow, csvRows } from "../../../kit/pure/csv-rows.ts"
import { decodeText, UnreadableFile } from "../../../kit/pure/xml.ts"
import type { StatementFormat } from "../../bank-lines/values.ts"
import { guessLayout, guessProfile } from "./csv-profile.ts"
import { bookingsIn } from "./csv.ts"
import { encodingOf, formatOf } from "./read.ts"
import { type CsvDraft, CsvProfile } from "./schema.ts"
import type { Booking } from "./statement.ts"

const maxRows = 20
const maxBookings = 8
const minCutBytes = 64 * 1024

type Problem = { line: number | null; reason: string }
type Preview = { format: StatementFormat; profile: CsvDraft | null; rows: CsvRow[]; bookings: Booking[]; problem: Problem | null }

/** The first lines of a CSV file as a table, and what they are by a profile, which is guessed if none is given. Other formats need none. */
export function previewOf(given: Uint8Array, draft: CsvDraft | undefined, currency: string): Preview {
  const bytes = wholeLines(given)
  const format = draft ? "csv" : (formatOf(bytes) ?? "csv")
  const nothing = { format, profile: null, rows: [], bookings: [], problem: null }
  if (format !== "csv") return nothing
  const encoding = draft?.encoding ?? encodingOf(bytes)
  try {
    const text = decodeText(bytes, encoding)
    const sample = text.slice(0, 8000)
    const profile = draft ?? guessProfile(sample, encoding) ?? guessLayout(sample, encoding)
    const { items: rows, problem } = firstOf(csvRows(text, profile.separator), maxRows)
    if (problem) return { ...nothing, profile, rows, problem }
    const read = bookingsBy(text, profile, currency)
    return { format, profile, rows, bookings: read.items, problem: read.problem }
  } catch (error) {
    return { ...nothing, profile: draft ?? guessLayout("", encoding), problem: problemOf(error) }
  }
}

/** The first part of a large file may end within a letter, which would look like another encoding. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length < minCutBytes) return bytes
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.subarray(0, isUtf16 ? bytes.length - (bytes.length % 2) : bytes.lastIndexOf(0x0a) + 1)
}

/** What the import would read of the first lines. */
function bookingsBy(text: string, draft: CsvDraft, currency: string): { items: Booking[]; problem: Problem | null } {
  if (!draft.columns.date) return { items: [], problem: { line: null, reason: "no column is chosen for the date" } }
  return firstOf(bookingsIn(text, CsvProfile.parse(draft), { currency }), maxBookings)
}

/** The first items, up to the one that can't be read. */
function firstOf<T>(all: Iterable<T>, max: number): { items: T[]; problem: Problem | null } {
  const items: T[] = []
  try {
    for (const item of all) {
      items.push(item)
      if (items.length === max) break
    }
  } catch (error) {
    return { items, problem: problemOf(error) }
  }
  return { items, problem: null }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof UnreadableFile)) throw error
  return { line: error.line, reason: error.message }
}
