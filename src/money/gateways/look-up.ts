import { dayMs } from "../../kit/pure/calendar.ts"

/** A quarter of the age, but at least a day, and at most a week: what is old seldom changes, and most events are not lost. */
const [minDelayMs, maxDelayMs] = [dayMs, 7 * dayMs]

/** When a gateway is asked again about a dispute or a mandate, for what an event that was lost would have told. */
export function nextLookUpAt({ created_at }: { created_at: Date }, now: Date): Date {
  const ageMs = now.getTime() - created_at.getTime()
  return new Date(now.getTime() + Math.min(maxDelayMs, Math.max(minDelayMs, ageMs / 4)))
}
