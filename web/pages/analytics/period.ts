import { lastOfMonth } from "../../lib/calendar.ts"

/** The months of which the report holds a part only: those that the range cuts, and the one that is not over. */
export function unfinishedMonths(from: string, to: string, today: string): Set<string> {
  const end = to < today ? to : today
  const months = new Set<string>()
  if (!from.endsWith("-01")) months.add(from.slice(0, 7))
  if (end !== lastOfMonth(end)) months.add(end.slice(0, 7))
  return months
}
