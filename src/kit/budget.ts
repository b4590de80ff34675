import { Problem } from "./problem.ts"

type Bucket = { tokens: number; at: number }

/** So many came lately; who comes again is taken along, and the rest is forgotten with the next so many. Its bucket is as good as full by then. */
const latelyMost = 5_000

/** A token bucket for each name: `most` at once, filled again over a minute. In this process only; it guards, it does not bill. */
export function budget(most: number) {
  let lately = new Map<string, Bucket>()
  let before = new Map<string, Bucket>()
  const perMs = most / 60_000

  function bucketOf(name: string, now: number): Bucket {
    const known = lately.get(name)
    if (known) return known
    if (lately.size >= latelyMost) [before, lately] = [lately, new Map()]
    const bucket = before.get(name) ?? { tokens: most, at: now }
    lately.set(name, bucket)
    return bucket
  }

  return {
    /** Takes one, or throws with the time until there is one again. */
    spend(name: string, now = performance.now()) {
      const bucket = bucketOf(name, now)
      const filled = Math.min(most, bucket.tokens + (now - bucket.at) * perMs)
      if (filled < 1) throw new Problem("RTE-1001", { retryAfterSeconds: Math.ceil((1 - filled) / perMs / 1000) })
      bucket.tokens = filled - 1
      bucket.at = now
    },
  }
}

/**
 * Whom an address belongs to: in IPv6 everybody has a whole network of them, so its first half is who it is. Some proxies write the port
 * along, which changes with every connection.
 */
export function networkOf(named: string): string {
  const address = named.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3")
  if (!address.includes(":") || address.includes(".")) return address
  const [head = [], tail] = address.split("::").map(part => part.split(":").filter(Boolean))
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : []
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")
}
