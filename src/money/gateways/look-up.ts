import type { Context } from "../../kit/db/context.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { gatewayNow, isRealTime } from "./clock.ts"

/** The delay is a quarter of the age, at least a day and at most a week: old objects seldom change, and most events arrive. */
const [minDelayMs, maxDelayMs] = [dayMs, 7 * dayMs]

/** When to ask a gateway about a dispute or a mandate again, in case an event was lost. */
export function nextLookUpAt({ created_at }: { created_at: Date }, now: Date): Date {
  const ageMs = now.getTime() - created_at.getTime()
  return new Date(now.getTime() + Math.min(maxDelayMs, Math.max(minDelayMs, ageMs / 4)))
}

type LookedUp = { created_at: Date; connection_id: string | null }

/**
 * The same for an object that may be at a provider, which knows nothing of a sandbox's clock: its age is counted from the first look-up,
 * and each job passes that time on to the next one.
 */
export function planLookUp(ctx: Pick<Context, "now">, row: LookedUp, since = gatewayNow(ctx, row)) {
  if (!isRealTime(row)) return { at: nextLookUpAt(row, ctx.now), passed: {} }
  const now = gatewayNow(ctx, row)
  const delayMs = nextLookUpAt({ created_at: since }, now).getTime() - now.getTime()
  return { at: new Date(ctx.now.getTime() + delayMs), passed: { since } }
}

/** How long to wait before an event without the outcome of its charge is retried: as long as it has waited, but at least this long. */
const minWaitMs = 30_000
export const waitMs = (ageMs: number) => Math.max(minWaitMs, ageMs)
