import { Problem } from "./problem.ts"

type Bucket = { tokens: number; at: number }

/** Who has not come for longest is forgotten first. By then its bucket is as good as full. */
const namesMost = 10_000

/** A token bucket for each name: `most` at once, filled again over a minute. In this process only; it guards, it does not bill. */
export function budget(most: number) {
  const buckets = new Map<string, Bucket>()
  const perMs = most / 60_000

  return {
    /** Takes one, or throws with the time until there is one again. */
    spend(name: string, now = performance.now()) {
      const bucket = buckets.get(name) ?? { tokens: most, at: now }
      const filled = Math.min(most, bucket.tokens + (now - bucket.at) * perMs)
      if (filled < 1) throw new Problem("RTE-1001", { retryAfterSeconds: Math.ceil((1 - filled) / perMs / 1000) })
      bucket.tokens = filled - 1
      bucket.at = now
      buckets.delete(name) // so that it goes to the end of the map's order
      buckets.set(name, bucket)
      if (buckets.size > namesMost) for (const oldest of buckets.keys()) return void buckets.delete(oldest)
    },
  }
}

/** Whom an address belongs to: in IPv6 everybody has a whole network of them, so its first half is who it is. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address
  const [head = [], tail] = address.split("::").map(part => part.split(":").filter(Boolean))
  const zeros = tail ? Array.from({ length: 8 - head.length - tail.length }, () => "0") : []
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(":")
}
