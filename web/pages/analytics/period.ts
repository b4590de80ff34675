import { lastOfMonth } from "../../lib/calendar.ts"

/** The months that are only partly in the report: those cut by the range, and the current one. */
export function unfinishedMonths(from: string, to: string, today: string): Set<string> {
  const end = to < today ? to : today
  const months = new Set<string>()
  if (!from.endsWith("-01")) months.add(from.slice(0, 7))
  if (end !== lastOfMonth(end)) months.add(end.slice(0, 7))
  return months
}
