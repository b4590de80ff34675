/** The days on which banks settle payments: TARGET for euro, the Federal Reserve for ACH. Both are rules, so no table runs out. */
export type BankCalendar = "target" | "fed"

/** A date is YYYY-MM-DD. */
export const isBankingDay = (date: string, calendar: BankCalendar): boolean => {
  const weekday = timeOf(date).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(date.slice(0, 4)), calendar).includes(date)
}

/** The banking day that is `n` banking days after a date; with 0 the date itself, or the first one after it. */
export function bankingDayAfter(date: string, n: number, calendar: BankCalendar): string {
  let day = date
  while (!isBankingDay(day, calendar)) day = addDays(day, 1)
  for (let left = n; left > 0; left--) {
    day = addDays(day, 1)
    while (!isBankingDay(day, calendar)) day = addDays(day, 1)
  }
  return day
}

export function addDays(date: string, days: number): string {
  const time = timeOf(date)
  time.setUTCDate(time.getUTCDate() + days)
  return dateOf(time)
}

/** Whether the text is a date of the calendar: 2027-02-30 is none. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && timeOf(text).getTime() >= 0 && dateOf(timeOf(text)) === text

const timeOf = (date: string) => new Date(`${date}T00:00:00Z`)
const dateOf = (time: Date) => time.toISOString().slice(0, 10)
const day = (year: number, month: number, date: number) => dateOf(new Date(Date.UTC(year, month - 1, date)))

/** The days besides Saturdays and Sundays on which nothing is settled. */
export function holidaysOf(year: number, calendar: BankCalendar): string[] {
  return calendar === "target" ? targetHolidays(year) : fedHolidays(year)
}

function targetHolidays(year: number): string[] {
  const easter = easterSunday(year)
  return [day(year, 1, 1), addDays(easter, -2), addDays(easter, 1), day(year, 5, 1), day(year, 12, 25), day(year, 12, 26)]
}

/** A holiday on a Sunday is observed on Monday. One on a Saturday is not moved: the Federal Reserve works on the Friday before it. */
function fedHolidays(year: number): string[] {
  const fixed = [day(year, 1, 1), day(year, 6, 19), day(year, 7, 4), day(year, 11, 11), day(year, 12, 25)]
  const observed = fixed.map(date => (timeOf(date).getUTCDay() === 0 ? addDays(date, 1) : date))
  const moving = [nthMonday(year, 1, 3), nthMonday(year, 2, 3), lastMonday(year, 5), nthMonday(year, 9, 1), nthMonday(year, 10, 2)]
  return [...observed, ...moving, nthWeekday(year, 11, 4, 4)].sort()
}

function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = timeOf(day(year, month, 1)).getUTCDay()
  return day(year, month, 1 + ((weekday - first + 7) % 7) + (n - 1) * 7)
}
const nthMonday = (year: number, month: number, n: number) => nthWeekday(year, month, 1, n)
const lastMonday = (year: number, month: number) => addDays(nthMonday(year, month + 1, 1), -7)

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return day(year, Math.floor(n / 31), (n % 31) + 1)
}
