import { dayMs } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { exactNumber } from "../../kit/pure/exact-sums.ts"

/** A day such as 2026-01-31, and a month such as 2026-01. In this form they sort by time. */
type Day = string
export type Month = string

/** The days that a report is about, both inclusive. */
export type Range = { from: Day; to: Day }

const maxDays = 3660

/** Far enough from years that do not have four digits, so that the months and days around a range have four digits in any zone. */
const [minDay, maxDay]: [Day, Day] = ["1970-01-01", "9998-12-31"]
export const dayBoundsRule = `must lie within ${minDay} and ${maxDay}`

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && formatDay(parseDay(text)) === text
export const isDayWithinBounds = (day: Day) => day >= minDay && day <= maxDay
export const isTimeWithinBounds = (time: Date) => isDayWithinBounds(formatDay(time.getTime()))

const parseDay = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const formatDay = (ms: number): Day => (Number.isNaN(ms) ? "" : new Date(ms).toISOString().slice(0, 10))

export const addDays = (day: Day, n: number): Day => formatDay(parseDay(day) + n * dayMs)
export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstDay = (month: Month): Day => `${month}-01`
export const lastDay = (month: Month): Day => addDays(firstDay(addMonths(month, 1)), -1)

/** Months are numbered from January of the year 0. */
const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

export function addMonths(month: Month, n: number): Month {
  const months = numberOf(month) + n
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`
}

/** The day of a time in a time zone. */
export const dayOf = (time: Date, timeZone: string): Day =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(time)

/** Without dates, the range is the month of `asOf` and the eleven months before it. */
export function rangeOf({ from, to }: Partial<Record<"from" | "to", Day | undefined>>, today: Day): Range {
  const end = to ?? (from !== undefined && from > today ? from : today)
  const start = from ?? firstDay(addMonths(monthOf(end), -11))
  if (start > end) throw invalidField("from", `must not be after to, which is ${end}`)
  if (parseDay(end) - parseDay(start) > maxDays * dayMs) throw invalidField("from", `must not be more than ${maxDays} days before to`)
  return { from: start, to: end }
}

/** Counts the days first: comparing texts would never end after a year of five digits. */
export const daysIn = ({ from, to }: Range): Day[] =>
  Array.from({ length: (parseDay(to) - parseDay(from)) / dayMs + 1 }, (_, i) => addDays(from, i))

export const monthsIn = ({ from, to }: Range): Month[] =>
  Array.from({ length: numberOf(monthOf(to)) - numberOf(monthOf(from)) + 1 }, (_, i) => addMonths(monthOf(from), i))

type Piece = Range & { grain: "day" | "month" }

/** Splits a range into whole months and the days before and after them, so that a year is read as twelve months. */
export function piecesOf({ from, to }: Range): Piece[] {
  const firstWhole = from === firstDay(monthOf(from)) ? monthOf(from) : addMonths(monthOf(from), 1)
  const lastWhole = to === lastDay(monthOf(to)) ? monthOf(to) : addMonths(monthOf(to), -1)
  if (firstWhole > lastWhole) return [{ grain: "day", from, to }]
  const pieces: Piece[] = [
    { grain: "day", from, to: addDays(firstDay(firstWhole), -1) },
    { grain: "month", from: firstDay(firstWhole), to: firstDay(lastWhole) },
    { grain: "day", from: addDays(lastDay(lastWhole), 1), to },
  ]
  return pieces.filter(piece => piece.from <= piece.to)
}

/** One row of sums; what its columns mean depends on its kind. */
export type Sum = {
  kind: string
  at: Day
  currency: string
  key: string
} & Record<Measure, bigint>
type Measure = "count" | "amount" | "paid" | "refunded" | "settled"

/** Sums are bigints until the response is built, because a partial sum may exceed the safe integers. The database returns them as text. */
export type Stored<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] }

export const total = <M extends string>(sums: readonly Record<M, bigint>[], measure: M): bigint =>
  sums.reduce((all, sum) => all + sum[measure], 0n)

/** Converts sums to the numbers of a response, and refuses the response if one of them would be rounded. */
export const figures = <M extends string>(sums: Record<M, bigint>) =>
  Object.fromEntries(Object.entries<bigint>(sums).map(([name, sum]) => [name, exactNumber(sum)])) as Record<M, number>

export const compareSums = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** A part of a whole, from 0 to 1, to six places. */
export const share = (part: bigint, whole: bigint) => (whole === 0n ? 0 : round(Number(part) / Number(whole), 6))

export const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places + 0

type Counted = { value: number; count: number }

/** The middle value, or the mean of the two middle ones for an even count; 0 without values. */
export function median(values: readonly Counted[]): number {
  const n = countOf(values)
  return (valueAt(values, Math.floor((n - 1) / 2)) + valueAt(values, Math.floor(n / 2))) / 2
}

/** Nearest-rank percentile: the value at rank ceil(p/100 · n); 0 without values. */
export const percentile = (values: readonly Counted[], percent: number) => valueAt(values, Math.ceil((countOf(values) * percent) / 100) - 1)

const countOf = (values: readonly Counted[]) => values.reduce((all, each) => all + each.count, 0)

/** The value at an index of the sorted list in which each value occurs as often as it was counted. */
function valueAt(values: readonly Counted[], index: number): number {
  let left = Math.max(0, index)
  for (const { value, count } of values.toSorted((a, b) => a.value - b.value)) if ((left -= count) < 0) return value
  return 0
}
