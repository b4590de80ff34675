import { perConfig } from "./config.ts"

type Bucket = { tokens: number; at: number }

/** Two generations of at most this many: a name unused for one generation is dropped, and its bucket has refilled by then. */
const maxNames = 5_000
/** Times are floats: after exactly the announced wait there may be only 0.9999999999999998 of a token. */
const roundingError = 1e-6

/** A token bucket for each name: `perMinute` at once, refilled over a minute. In this process and under these settings only. */
export function tokenBuckets(perMinute: number) {
  const generations = perConfig(() => ({ current: new Map<string, Bucket>(), previous: new Map<string, Bucket>() }))
  const perMs = perMinute / 60_000

  function bucketOf(name: string, now: number): Bucket {
    const kept = generations()
    const existing = kept.current.get(name)
    if (existing) return existing
    if (kept.current.size >= maxNames) [kept.previous, kept.current] = [kept.current, new Map()]
    const bucket = kept.previous.get(name) ?? { tokens: perMinute, at: now }
    kept.current.set(name, bucket)
    return bucket
  }

  const tokensOf = (bucket: Bucket, now: number) => Math.min(perMinute, bucket.tokens + (now - bucket.at) * perMs)

  return {
    /** The whole seconds until there is a token, or 0 if there is one. Takes none. */
    secondsUntilFree(name: string, now: number): number {
      const missing = 1 - tokensOf(bucketOf(name, now), now)
      return missing > roundingError ? Math.ceil(missing / perMs / 1000) : 0
    },
    /** Takes up to that many of the tokens that there are, and at least one, because `secondsUntilFree` is 0. Returns how many. */
    take(name: string, most: number, now: number): number {
      const bucket = bucketOf(name, now)
      const tokens = tokensOf(bucket, now)
      const taken = Math.max(1, Math.min(most, Math.floor(tokens)))
      bucket.tokens = tokens - taken
      bucket.at = now
      return taken
    },
  }
}
