import { type CsvRow, csvRows } from "../../../kit/pure/csv-rows.ts"
import { quoted } from "../../../kit/pure/foreign-files.ts"
import { exponent, minorUnits } from "../../../kit/pure/money.ts"
import { UnreadableFile } from "../../../kit/pure/xml.ts"
import type { CsvProfile } from "./schema.ts"
import { type Booking, dayOf, daysOf, joinText, type ReadOptions, type ReadStatement, referencesOf } from "./statement.ts"

type Name = Exclude<keyof CsvProfile["columns"], "text">

/** Reads a table of bookings by the profile of its bank. A file with the newest booking first is reversed. */
export function readCsv(text: string, profile: CsvProfile, { currency }: ReadOptions): ReadStatement {
  const bookings = [...bookingsIn(text, profile, { currency })]
  if (bookings.length === 0) throw new UnreadableFile(null, "it has no bookings below the names of its columns")
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
  if (profile.header && !header) throw new UnreadableFile(null, "it has no line with the names of the columns")
  const places = placesOf(profile, header)
  const hasEnd = text.endsWith("\n")
  let before: CsvRow | undefined
  for (const row of rows) {
    if (row.cells.every(cell => cell === "")) continue
    if (header) assertWidth(row, header)
    yield bookingOf(row, profile, places, currency)
    if (before && !hasEnd) assertEnds(row, before)
    before = row
  }
}

/** A text with a separator in it moves the cells behind it into other columns. */
function assertWidth({ line, cells }: CsvRow, header: CsvRow) {
  if (cells.slice(header.cells.length).some(cell => cell !== ""))
    throw new UnreadableFile(
      line,
      `it has ${cells.length} cells below ${header.cells.length} names of columns; a text with the separator in it must stand in quotes`,
    )
}

/** Where a file has no end of its last line, a number or date in it may be cut off: it then has fewer digits behind its last sign. */
function assertEnds(row: CsvRow, before: CsvRow) {
  const [last, above] = [row, before].map(({ cells }) => /^[-+\d.,/' ]*[.,/-](\d+)$/.exec(cells.at(-1) ?? "")?.[1]?.length)
  if (above !== undefined && /^[-+\d.,/' ]+$/.test(row.cells.at(-1) ?? "") && (last ?? 0) < above)
    throw new UnreadableFile(
      row.line,
      `it ends in the middle of ${quoted(row.cells.at(-1) ?? "")}, so it is not complete; download it again`,
    )
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
        "the balance is not the one before plus the amount; a line is missing, or a column is another one than the profile says",
      )
  })
}

/** In which places of a row the columns are. */
type Places = { of: ReadonlyMap<Name, number>; text: number[] }

function placesOf({ columns }: CsvProfile, header: CsvRow | undefined): Places {
  const places = new Map<Name, number>()
  for (const [name, column] of Object.entries(columns)) {
    if (typeof column !== "string") continue
    if (needed.includes(name)) assertOnce(column, header)
    places.set(name as Name, placeOf(column, header))
  }
  if (!columns.amount && !(columns.debit && columns.credit))
    throw new UnreadableFile(null, "the profile names neither a column for the amount nor both for debit and credit")
  return { of: places, text: columns.text.map(column => placeOf(column, header)) }
}

const needed = ["date", "amount", "debit", "credit", "indicator", "balance"]

function assertOnce(column: string, header: CsvRow | undefined) {
  const count = header?.cells.filter(cell => cell.toLowerCase() === column.toLowerCase()).length ?? 0
  if (header && count > 1)
    throw new UnreadableFile(
      header.line,
      `${count} columns have the name ${quoted(column)}; name the right one by its place in the profile`,
    )
}

function placeOf(column: string, header: CsvRow | undefined): number {
  const isNamed = (cell: string) => cell.toLowerCase() === column.toLowerCase()
  const place = header?.cells.findIndex(isNamed) ?? -1
  if (place >= 0) return place
  if (/^\d{1,3}$/.test(column) && column !== "0") return Number(column) - 1
  throw new UnreadableFile(
    header?.line ?? 1,
    `it has no column ${quoted(column)}; the file has another separator, or the profile is of another bank`,
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
        `it ends before column ${place + 1}; the file has another separator than ${quoted(profile.separator)}, or is not complete`,
      )
    return cells[place] || undefined
  }
  const given = cell("currency")
  if (given !== undefined) assertOwnCurrency(given.toUpperCase(), currency, line)
  if (given === undefined && places.of.has("currency")) throw new UnreadableFile(line, "the booking has no currency")
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
    if (signed < 0)
      throw new UnreadableFile(line, `the amount ${quoted(amount)} has a minus sign, although a column of its own says what is a debit`)
    return isDebit(cell("indicator"), line) ? -signed : signed
  }
  if (cell("debit") === undefined && cell("credit") === undefined)
    throw new UnreadableFile(line, "the booking has neither a debit nor a credit")
  const [debit, credit] = (["debit", "credit"] as const).map(name => signedAmount(cell(name) ?? "0", profile, currency, line)) as [
    number,
    number,
  ]
  if (credit < 0) throw new UnreadableFile(line, "the amount that came in (credit) is negative")
  if (debit !== 0 && credit !== 0) throw new UnreadableFile(line, "the booking has both a debit and a credit")
  return credit === 0 ? -Math.abs(debit) : credit
}

function isDebit(indicator: string | undefined, line: number): boolean {
  if (/^(d|dbit|debit|s|soll|af|-|d[ée]bito?)$/i.test(indicator ?? "")) return true
  if (/^(c|crdt|credit|h|haben|bij|\+|cr[ée]dito?)$/i.test(indicator ?? "")) return false
  if (indicator === undefined) throw new UnreadableFile(line, "the booking does not say whether it is a debit or a credit")
  throw new UnreadableFile(line, `${quoted(indicator)} says neither debit nor credit`)
}

function assertOwnCurrency(found: string, currency: string, line: number) {
  if (found !== currency) throw new UnreadableFile(line, `the booking is in ${quoted(found)}, and your account is in ${currency}`)
}

/** The digits begin and end with none of the spaces around them, so that many spaces are read in linear time. */
const amountPattern = /^([+-]?)\s*(?:([A-Z]{3})\s*)?([\d.,'](?:[\d.,' ]*[\d.,'])?)\s*(-|[A-Z]{3})?$/

function signedAmount(text: string, { decimal }: CsvProfile, currency: string, line: number): number {
  const thousands = decimal === "," ? "." : ","
  const [, sign, before, digits = "", end] = amountPattern.exec(text.replace(/[−–]/, "-").replaceAll("\u00a0", " ")) ?? []
  const named = before ?? (end === "-" ? undefined : end)
  if (named !== undefined) assertOwnCurrency(named, currency, line)
  const grouped = new RegExp(`^\\d{1,3}(?:[${thousands}' ]\\d{3})*(?:\\${decimal}\\d+)?$|^\\d+(?:\\${decimal}\\d+)?$`)
  const plain = digits.replaceAll(new RegExp(`[${thousands}' ]`, "g"), "").replace(decimal, ".")
  const amount = grouped.test(digits) ? minorUnits(plain, currency) : undefined
  const decimals = plain.split(".")[1]?.length ?? 0
  // 1,000 may be one thousand in a file with another decimal sign.
  if (grouped.test(digits) && ((amount === undefined && decimals > 0) || (decimals === 3 && exponent(currency) < 3)))
    throw new UnreadableFile(
      line,
      `${quoted(text)} has ${decimals} digits behind "${decimal}", more than ${currency} has; is "${decimal}" the decimal sign?`,
    )
  if (amount === undefined)
    throw new UnreadableFile(line, `${quoted(text)} is no amount that can be read with "${decimal}" as the decimal sign`)
  return amount !== 0 && (sign === "-" || end === "-") ? -amount : amount
}

const orders = { dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" }

function dateIn(text: string | undefined, { dateOrder }: CsvProfile, line: number): string {
  if (text === undefined) throw new UnreadableFile(line, "the booking has no date")
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  const parts = compact?.slice(1) ?? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:$|[ T,]+\d)/.exec(text)?.slice(1)
  const order = parts?.[0]?.length === 4 ? "ymd" : dateOrder
  const at = (part: string) => parts?.[order.indexOf(part)] ?? ""
  const year = at("y")
  if (!parts || (year.length !== 4 && year.length !== 2) || at("d").length > 2)
    throw new UnreadableFile(line, `${quoted(text)} is no date in the order ${orders[dateOrder]}`)
  return dayOf(year.padStart(4, "20"), at("m"), at("d"), line)
}
