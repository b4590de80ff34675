import { generalProblem } from "../pure/errors.ts"
import { perConfig } from "./config.ts"

type Bucket = { tokens: number; at: number }

/** Two generations of at most this many: a name unused for one generation is dropped, and its bucket has refilled by then. */
const maxNames = 5_000
/** Times are floats: after exactly the announced wait there may be only 0.9999999999999998 of a token. */
const roundingError = 1e-6

/** A token bucket for each name: `perMinute` at once, refilled over a minute. In this process and under these settings only. */
export function rateLimit(perMinute: number) {
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

  /** The whole seconds until there is a token, or 0 if there is one. Takes none. */
  function secondsUntilFree(name: string, now: number): number {
    const missing = 1 - tokensOf(bucketOf(name, now), now)
    return missing > roundingError ? Math.ceil(missing / perMs / 1000) : 0
  }

  return {
    secondsUntilFree,
    /** Takes a token, or throws with the time until there is one. */
    consume(name: string, now = performance.now()) {
      const retryAfterSeconds = secondsUntilFree(name, now)
      if (retryAfterSeconds > 0) throw generalProblem("RTE-1001", { retryAfterSeconds })
      const bucket = bucketOf(name, now)
      bucket.tokens = tokensOf(bucket, now) - 1
      bucket.at = now
    },
  }
}

/**
 * The network of an address: its first half in IPv6, where every customer has a whole /64. The port that some proxies append is
 * dropped.
 */
export function networkOf(forwarded: string): string {
  const address = forwarded.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3")
  if (!address.includes(":") || address.includes(".")) return address
  const [head = [], tail] = address.split("::").map(part => part.split(":").filter(Boolean))
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : []
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")
}
