import { quoted } from "../../../kit/pure/foreign-files.ts"
import { exponent, isCurrency, minorUnits } from "../../../kit/pure/money.ts"
import { UnreadableFile } from "../../../kit/pure/xml.ts"

/** The references by which a bank identifies a payment. Banks and formats differ, so all are stored. */
type References = {
  /** The payer's, or ours on a payment that we sent. */
  endToEndId?: string
  /** RF and check digits (ISO 11649), or a national form. */
  creditorReference?: string
  /** The bank's own reference of the booking. */
  bank?: string
  /** The bank's own reference of one payment of a batch. */
  payment?: string
  instruction?: string
  mandate?: string
  /** Our batch in a payment file. */
  paymentInformation?: string
}

/** One payment. A booking of a batch has several. `amount` is negative when money left the account. */
export type Payment = {
  amount: number
  name: string | null
  account: string | null
  text: string
  references: References
  /** The reason code of a payment that came back, such as AC04. */
  returnCode: string | null
}

/** One booking of the bank, as the statement lists it. `line` is its place in the file. */
export type Booking = {
  line: number
  bookedOn: string
  valueOn: string | null
  amount: number
  /** What identifies it at the bank. It may be missing, and some banks use one several times. */
  reference: string | null
  /** The balance after it, where the format has that. */
  balance: number | null
  isReversal: boolean
  payments: Payment[]
}

/** A statement, whatever its format was. Balances are null if the format has none. `line` is where it begins, if that is known. */
export type ReadStatement = {
  line?: number
  account: string | null
  currency: string | null
  from: string
  to: string
  opening: number | null
  closing: number | null
  bookings: Booking[]
}

/** What a reader needs to know besides the file. */
export type ReadOptions = { currency: string }

/** A day as YYYY-MM-DD. Refuses days that the calendar lacks. */
export function dayOf(year: string, month: string, day: string, line: number | null): string {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const time = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== text)
    throw new UnreadableFile(line, `the date ${text} does not exist`)
  return text
}

/** An amount without a sign, written with a point. `written` is how the file has it, for messages. */
export function amountOf(
  text: string | undefined,
  currency: string,
  line: number | null,
  { what = "an amount", written = text } = {},
): number {
  const amount = text === undefined ? undefined : minorUnits(text.replace(/\.$/, ""), currency)
  if (amount !== undefined) return amount
  throw new UnreadableFile(line, whyNoAmount(text, currency, what, quoted(written ?? "")))
}

function whyNoAmount(text: string | undefined, currency: string, what: string, written: string): string {
  if (!text) return `${what} is missing`
  if (/^-\s*\d/.test(text)) return `${what} is ${written}, but this format writes amounts without a sign`
  if (!/^\d+(?:\.\d+)?$/.test(text)) return `${what} is ${written}, which is no number as this format writes it`
  const decimals = text.split(".")[1]?.replace(/0+$/, "").length ?? 0
  return decimals > exponent(currency)
    ? `${what} is ${written}, which has more decimals than ${currency} has`
    : `${what} is ${written}, which is too large to be booked`
}

/** Refuses a currency that is none, and one that is not the account's. */
export function assertCurrency(found: string, { currency }: ReadOptions, line: number | null) {
  if (!isCurrency(found)) throw new UnreadableFile(line, `${quoted(found)} is no currency that is known`)
  if (found !== currency) throw new UnreadableFile(line, `the statement is in ${found}, and your account is in ${currency}`)
}

/** Formats other than CSV have to name the account: without it nobody knows whose bookings they are. */
export function assertNamesAccount({ account }: Pick<ReadStatement, "account">, field: string, line: number | null) {
  if (!account) throw new UnreadableFile(line, `it does not name the account that it is about (${field})`)
}

/** Texts of several fields as one, without blanks at the ends and repeated ones inside. */
export const joinText = (parts: readonly (string | undefined | null)[], between = " ") =>
  parts
    .filter(Boolean)
    .join(between)
    .replaceAll(/[\s\0]+/g, " ")
    .trim()

/** Banks write NOTPROVIDED or similar if the payer gave no reference. */
const present = (reference: string | undefined | null): string | undefined =>
  reference && !/^(NOT ?PROVIDED|NOTAVAILABLE|NONREF|NOREF|NULL|NONE|-)$/i.test(reference.trim()) ? reference.trim() : undefined

/** References without those that are missing. */
export function referencesOf(given: { [K in keyof References]: string | undefined }): References {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => present(value)))
}

/** The first and the last day of bookings, for formats that do not say which days they cover. */
export function daysOf(bookings: readonly Booking[], line: number | null = null): { from: string; to: string } {
  const days = bookings.map(({ bookedOn }) => bookedOn).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) throw new UnreadableFile(line, "it has no bookings and does not say which days it is about")
  return { from, to }
}

/** Joins statements of one account that follow each other in one file. */
export function joinStatements(statements: readonly ReadStatement[]): ReadStatement {
  const sorted = statements.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) throw new UnreadableFile(null, "it has no statement")
  sorted.forEach((statement, i) => assertFollows(sorted[i - 1], statement))
  return { ...first, to: last.to, closing: last.closing, bookings: sorted.flatMap(({ bookings }) => bookings) }
}

function assertFollows(before: ReadStatement | undefined, { account, currency, opening, bookings, line: place }: ReadStatement) {
  if (!before) return
  const line = place ?? bookings[0]?.line ?? null
  if (before.account !== account || before.currency !== currency)
    throw new UnreadableFile(line, "it has statements of several accounts; import one file for each account")
  if (before.closing !== opening)
    throw new UnreadableFile(line, "a statement in it does not open with the balance with which the one before closes")
}
