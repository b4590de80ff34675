import { dayMs } from "../../kit/pure/calendar.ts"

/** The delay is a quarter of the age, at least a day and at most a week: old objects seldom change, and most events arrive. */
const [minDelayMs, maxDelayMs] = [dayMs, 7 * dayMs]

/** When to ask a gateway about a dispute or a mandate again, in case an event was lost. */
export function nextLookUpAt({ created_at }: { created_at: Date }, now: Date): Date {
  const ageMs = now.getTime() - created_at.getTime()
  return new Date(now.getTime() + Math.min(maxDelayMs, Math.max(minDelayMs, ageMs / 4)))
}

/** How long to wait before an event without the outcome of its charge is retried: as long as it has waited, but at least this long. */
const minWaitMs = 30_000
export const waitMs = (ageMs: number) => Math.max(minWaitMs, ageMs)
