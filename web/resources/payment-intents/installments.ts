import { endOfDay } from "../../lib/time.ts"

type Part = { dueAt: string; amount: number }

/** Equal parts, a month apart, that sum to the total: the first one includes the remainder. */
export function installments(total: number, count: number, firstDay: string): Part[] {
  const part = Math.trunc(total / count)
  return Array.from({ length: count }, (_, index) => ({
    dueAt: endOfDay(monthsAfter(firstDay, index)),
    amount: index === 0 ? total - part * (count - 1) : part,
  }))
}

/** The same day of a later month, or its last day if the month is shorter. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}
