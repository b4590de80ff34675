import { Problem } from "./problem.ts"

type Bucket = { tokens: number; at: number }

/** A token bucket for each name: `most` at once, filled again over a minute. In this process only; it guards, it does not bill. */
export function budget(most: number) {
  const buckets = new Map<string, Bucket>()
  const perMs = most / 60_000

  function forget(now: number) {
    for (const [name, bucket] of buckets) if (bucket.tokens + (now - bucket.at) * perMs >= most) buckets.delete(name)
  }

  return {
    /** Takes one, or throws with the time until there is one again. */
    spend(name: string, now = performance.now()) {
      if (buckets.size > 10_000) forget(now)
      const { tokens, at } = buckets.get(name) ?? { tokens: most, at: now }
      const filled = Math.min(most, tokens + (now - at) * perMs)
      if (filled < 1) throw new Problem("RTE-1001", { retryAfterSeconds: Math.ceil((1 - filled) / perMs / 1000) })
      buckets.set(name, { tokens: filled - 1, at: now })
    },
  }
}
