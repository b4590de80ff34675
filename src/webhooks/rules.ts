/** Spec: an event is retried 50 times, then abandoned. */
export const retriesMost = 50
/** Spec: the first retry waits 15 seconds, the longest 60 minutes. */
const firstDelayMs = 15_000
const longestDelayMs = 60 * 60_000

/** How long retry n waits. From the second on up to a tenth less, so that what failed together does not come back together. */
export function retryDelayMs(n: number, chance: number): number {
  const whole = Math.min(firstDelayMs * 2 ** (n - 1), longestDelayMs)
  return n === 1 ? whole : Math.round(whole * (1 - 0.1 * chance))
}

/** Spec: an endpoint that failed for more than 24 hours is deactivated. */
const patienceMs = 24 * 60 * 60_000
export const isGivenUp = (failingSince: Date, now: Date) => now.getTime() - failingSince.getTime() > patienceMs

/** Contract: the reply has 15 s, the challenge 10 s; 8 KiB of an answer are kept. */
export const replyWithinMs = 15_000
export const challengeWithinMs = 10_000
export const keptOfAnswer = 8 * 1024

/** Contract: after a rotation the old secret is valid for a day more. */
export const overlapMs = 24 * 60 * 60_000

/** Deliveries under way to one endpoint from one process: the next wait, and nobody else waits for them. */
export const underWayMost = 10

/** A replay tells at most so many events at once. */
export const replayedMost = 10_000

/** At most so many endpoints: each costs every event a look. */
export const endpointsMost = 50

export type Outcome = "delivered" | "again" | "abandoned" | "gone"

/** What an attempt makes of its delivery. `attempt` counts from 1; redirects are failures, and 410 means nobody will ever be there. */
export function outcomeOf(status: number | null, attempt: number): Outcome {
  if (status !== null && status >= 200 && status < 300) return "delivered"
  if (status === 410) return "gone"
  return attempt > retriesMost ? "abandoned" : "again"
}
