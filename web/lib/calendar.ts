import { dayMs } from "../../src/kit/pure/calendar.ts"
import { locale } from "./language.ts"
import { t } from "./translate.ts"

/** Days and months as the API writes them ("2026-10-31", "2026-10"), as the reader's locale writes them. */
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options })

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const shortMonth = format({ month: "short" })
const longMonth = format({ month: "long", year: "numeric" })
const fullDay = format({ weekday: "short", day: "numeric", month: "short", year: "numeric" })
const plainDay = format({ day: "numeric", month: "short", year: "numeric" })
const noYear = format({ day: "numeric", month: "short" })
const weekdays = format({ weekday: "short" })

/** "Oct" */
export const monthLabel = (month: string) => shortMonth.format(asDate(`${month}-01`))
/** "October 2026" */
export const monthName = (month: string) => longMonth.format(asDate(`${month}-01`))
/** "Sat, 31 Oct 2026" */
export const dayName = (day: string) => fullDay.format(asDate(day))
/** "31 Oct 2026" */
export const dayText = (day: string) => plainDay.format(asDate(day))
/** "31 Oct" */
export const dayLabel = (day: string) => noYear.format(asDate(day))
/** 0 is Monday. */
export const weekdayLabel = (row: number) => weekdays.format(new Date(Date.UTC(2024, 0, 1 + row)))

export const addDays = (day: string, count: number) => new Date(asDate(day).getTime() + count * dayMs).toISOString().slice(0, 10)

/** The first day of the month that is `months` later, or earlier if it is negative. */
export function firstOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

export const lastOfMonth = (day: string) => addDays(firstOfMonth(day, 1), -1)

/** The usual periods that a date filter offers. */
type Period = { name: string; from: string; to: string }

export function periodsUpTo(today: string): Period[] {
  const lastMonth = firstOfMonth(today, -1)
  const year = today.slice(0, 4)
  const lastYear = String(Number(year) - 1)
  return [
    { name: t`Today`, from: today, to: today },
    { name: t`Last 7 days`, from: addDays(today, -6), to: today },
    { name: t`Last 30 days`, from: addDays(today, -29), to: today },
    { name: t`This month`, from: firstOfMonth(today), to: today },
    { name: t`Last month`, from: lastMonth, to: lastOfMonth(lastMonth) },
    { name: t`Last 12 months`, from: firstOfMonth(today, -11), to: today },
    { name: t`This year`, from: `${year}-01-01`, to: today },
    { name: t`Last year`, from: `${lastYear}-01-01`, to: `${lastYear}-12-31` },
  ]
}
