import { generalProblem } from "../pure/errors.ts"
import { perConfig } from "./config.ts"
import { tokenBuckets } from "./token-buckets.ts"

/** What is counted: at most `perMinute` of a name, counted apart from the same name under another limit. */
export type Quota = { limit: string; perMinute: number; name: string }
/** How many were taken of each quota. If one of them has none left, none is taken of any, and the seconds say when all have one. */
export type Taken = { taken: number[]; retryAfterSeconds: number }
type Count = (quotas: Quota[]) => number | Promise<number>

/** Counts one of each quota, and returns 0; or counts none, and returns the seconds until all of them admit one. */
let count: Count = quotas => takeHere(quotas).retryAfterSeconds

/** In one of several processes of a service the primary process counts for all of them. */
export const connectCounts = (elsewhere: Count) => void (count = elsewhere)

const limits = perConfig(() => new Map<string, ReturnType<typeof tokenBuckets>>())

function bucketsOf({ limit, perMinute }: Quota) {
  const id = `${limit} ${perMinute}`
  const buckets = limits().get(id) ?? tokenBuckets(perMinute)
  limits().set(id, buckets)
  return buckets
}

/** Takes up to `most` of each quota from the counts of this process, all or none. */
export function takeHere(quotas: Quota[], most: (quota: Quota) => number = () => 1, now = performance.now()): Taken {
  const retryAfterSeconds = Math.max(0, ...quotas.map(quota => bucketsOf(quota).secondsUntilFree(quota.name, now)))
  const taken = retryAfterSeconds > 0 ? quotas.map(() => 0) : quotas.map(quota => bucketsOf(quota).take(quota.name, most(quota), now))
  return { taken, retryAfterSeconds }
}

/** Counts one of each, or none and throws RTE-1001 with the time until all admit it. A promise only where another process counts. */
export function consume(quotas: Quota[]): void | Promise<void> {
  const seconds = count(quotas)
  return typeof seconds === "number" ? assertNoWait(seconds) : seconds.then(assertNoWait)
}

function assertNoWait(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0) throw generalProblem("RTE-1001", { retryAfterSeconds })
}

/** A limit on each name, over all processes of this service: `perMinute` at once, refilled over a minute. */
export const rateLimit = (limit: string, perMinute: number) => ({
  consume: (name: string): void | Promise<void> => consume([{ limit, perMinute, name }]),
})

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
