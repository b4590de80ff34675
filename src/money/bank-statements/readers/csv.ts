import { type CsvRow, csvRows } from "../../../kit/pure/csv-rows.ts"
import { minorUnits } from "../../../kit/pure/money.ts"
import { UnreadableFile } from "../../../kit/pure/xml.ts"
import type { CsvProfile } from "./schema.ts"
import { type Booking, dayOf, daysOf, joinText, type ReadOptions, type ReadStatement, referencesOf } from "./statement.ts"

type Name = Exclude<keyof CsvProfile["columns"], "text">

/** Reads a table of bookings by the profile of its bank. A file with the newest booking first is reversed. */
export function readCsv(text: string, profile: CsvProfile, { currency }: ReadOptions): ReadStatement {
  const bookings = [...bookingsIn(text, profile, { currency })]
  const days = daysOf(bookings)
  if (bookings[0]!.bookedOn > bookings.at(-1)!.bookedOn || isNewestFirst(bookings)) bookings.reverse()
  assertBalances(bookings)
  const [first, last] = [bookings[0]!, bookings.at(-1)!]
  const opening = first.balance === null ? null : first.balance - first.amount
  return { account: null, currency: null, ...days, opening, closing: last.balance, bookings }
}

/** The bookings in the order of the file, one by one: a preview reads the first ones only. */
export function* bookingsIn(text: string, profile: CsvProfile, { currency }: ReadOptions): Generator<Booking> {
  const rows = csvRows(text, profile.separator)
  for (let i = 0; i < profile.skip; i++) rows.next()
  const header = profile.header ? (rows.next().value ?? undefined) : undefined
  if (profile.header && !header) throw new UnreadableFile(1, "it has no line with the names of the columns")
  const places = placesOf(profile, header)
  for (const row of rows) if (row.cells.some(cell => cell !== "")) yield bookingOf(row, profile, places, currency)
}

/** For bookings of one day: if the newest is first, each balance follows from the one below it. */
function isNewestFirst(bookings: readonly Booking[]): boolean {
  const pairs = bookings.slice(1).map((each, i) => [bookings[i]!, each] as const)
  const followsBelow = pairs.every(([above, below]) => above.balance !== null && above.balance - above.amount === below.balance)
  const followsAbove = pairs.every(([above, below]) => below.balance !== null && below.balance - below.amount === above.balance)
  return pairs.length > 0 && followsBelow && !followsAbove
}

function assertBalances(bookings: readonly Booking[]) {
  bookings.forEach((booking, i) => {
    const before = bookings[i - 1]
    if (!before || before.balance === null || booking.balance === null) return
    if (before.balance + booking.amount !== booking.balance)
      throw new UnreadableFile(
        booking.line,
        "the balance does not follow from the one before; a line is missing, or a column is not what the profile says",
      )
  })
}

/** In which places of a row the columns are. */
type Places = { of: ReadonlyMap<Name, number>; text: number[] }

function placesOf({ columns }: CsvProfile, header: CsvRow | undefined): Places {
  const places = new Map<Name, number>()
  for (const [name, column] of Object.entries(columns)) if (typeof column === "string") places.set(name as Name, placeOf(column, header))
  if (!columns.amount && !(columns.debit && columns.credit))
    throw new UnreadableFile(null, "the profile names neither a column for the amount nor both for debit and credit")
  return { of: places, text: columns.text.map(column => placeOf(column, header)) }
}

function placeOf(column: string, header: CsvRow | undefined): number {
  const place = header?.cells.findIndex(cell => cell.toLowerCase() === column.toLowerCase()) ?? -1
  if (place >= 0) return place
  if (/^\d{1,3}$/.test(column) && column !== "0") return Number(column) - 1
  throw new UnreadableFile(
    header?.line ?? 1,
    `it has no column ${column}; the file has another separator, or the profile is of another bank`,
  )
}

function bookingOf(row: CsvRow, profile: CsvProfile, places: Places, currency: string): Booking {
  const { line, cells } = row
  const cell = (name: Name): string | undefined => {
    const place = places.of.get(name)
    if (place === undefined) return undefined
    if (place >= cells.length)
      throw new UnreadableFile(
        line,
        `it has ${cells.length} columns, fewer than the profile says; the file has another separator or is not complete`,
      )
    return cells[place] || undefined
  }
  const given = cell("currency")
  if (given !== undefined && given.toUpperCase() !== currency)
    throw new UnreadableFile(line, `the booking is in ${given}, and the account is in ${currency}`)
  const amount = amountIn(cell, profile, currency, line)
  const balance = cell("balance")
  const payment = {
    amount,
    name: cell("name") ?? null,
    account: cell("account")?.replaceAll(/\s/g, "") ?? null,
    text: joinText(places.text.map(place => cells[place])),
    references: referencesOf({ bank: cell("reference"), endToEndId: cell("endToEndId") }),
    returnCode: null,
  }
  const valueOn = cell("valueDate")
  return {
    line,
    bookedOn: dateIn(cell("date"), profile, line),
    valueOn: valueOn === undefined ? null : dateIn(valueOn, profile, line),
    amount,
    reference: cell("reference") ?? null,
    balance: balance === undefined ? null : signedAmount(balance, profile, currency, line),
    isReversal: false,
    payments: [payment],
  }
}

function amountIn(cell: (name: Name) => string | undefined, profile: CsvProfile, currency: string, line: number): number {
  const amount = cell("amount")
  if (profile.columns.amount) {
    if (amount === undefined) throw new UnreadableFile(line, "the booking has no amount")
    const signed = signedAmount(amount, profile, currency, line)
    if (!profile.columns.indicator) return signed
    if (signed < 0) throw new UnreadableFile(line, `the amount ${amount} has a sign, and a column says whether it is a debit`)
    return isDebit(cell("indicator"), line) ? -signed : signed
  }
  const [debit, credit] = (["debit", "credit"] as const).map(name => signedAmount(cell(name) ?? "0", profile, currency, line)) as [
    number,
    number,
  ]
  if (credit < 0) throw new UnreadableFile(line, "the amount that came in is negative")
  if (debit !== 0 && credit !== 0) throw new UnreadableFile(line, "the booking has a debit and a credit")
  return credit === 0 ? -Math.abs(debit) : credit
}

function isDebit(indicator: string | undefined, line: number): boolean {
  if (/^(d|dbit|debit|s|soll|af|-|d[ée]bito?)$/i.test(indicator ?? "")) return true
  if (/^(c|crdt|credit|h|haben|bij|\+|cr[ée]dito?)$/i.test(indicator ?? "")) return false
  throw new UnreadableFile(line, `${indicator ?? "nothing"} says neither debit nor credit`)
}

/** The digits begin and end with none of the spaces around them, so that many spaces are read in linear time. */
const amountPattern = /^([+-]?)\s*(?:[A-Z]{3}\s*)?([\d.,'](?:[\d.,' ]*[\d.,'])?)\s*(-|[A-Z]{3})?$/

function signedAmount(text: string, { decimal }: CsvProfile, currency: string, line: number): number {
  const thousands = decimal === "," ? "." : ","
  const [, sign, digits = "", end] = amountPattern.exec(text.replace(/[−–]/, "-").replaceAll("\u00a0", " ")) ?? []
  const grouped = new RegExp(`^\\d{1,3}(?:[${thousands}' ]\\d{3})*(?:\\${decimal}\\d+)?$|^\\d+(?:\\${decimal}\\d+)?$`)
  const plain = digits.replaceAll(new RegExp(`[${thousands}' ]`, "g"), "").replace(decimal, ".")
  const amount = grouped.test(digits) ? minorUnits(plain, currency) : undefined
  if (amount === undefined) throw new UnreadableFile(line, `${text} is no amount of ${currency} whose decimals follow "${decimal}"`)
  return amount !== 0 && (sign === "-" || end === "-") ? -amount : amount
}

function dateIn(text: string | undefined, { dateOrder }: CsvProfile, line: number): string {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? "")
  const parts = compact?.slice(1) ?? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})/.exec(text ?? "")?.slice(1)
  if (!parts) throw new UnreadableFile(line, `${text ?? "nothing"} is no date`)
  const order = parts[0]!.length === 4 ? "ymd" : dateOrder
  const at = (part: string) => parts[order.indexOf(part)] ?? ""
  const year = at("y")
  if (year.length !== 4 && year.length !== 2) throw new UnreadableFile(line, `${text} is no date in the order ${dateOrder}`)
  return dayOf(year.padStart(4, "20"), at("m"), at("d"), line)
}
