import type { Config } from "../kit/service/config.ts"
import { consume } from "../kit/service/rate-limit.ts"

/** Counts an authenticated request, or throws RTE-1001. `user` is the user of the API key, which each key has of its own. */
export type RequestLimits = (user: string, tenant: string) => void | Promise<void>

/**
 * Limits the requests per minute of each API key and of each tenant, over all processes of this service; 0 is no limit. It costs a request
 * a few look-ups in a Map. A refused request counts for neither, and is told when both admit it.
 */
export function requestLimits({ RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_TENANT }: Limits): RequestLimits {
  const all = [
    { limit: "requests of a key", perMinute: RATE_LIMIT_PER_KEY, of: 0 },
    { limit: "requests of a tenant", perMinute: RATE_LIMIT_PER_TENANT, of: 1 },
  ].filter(({ perMinute }) => perMinute > 0)
  return (...names) => consume(all.map(({ limit, perMinute, of }) => ({ limit, perMinute, name: names[of]! })))
}
type Limits = Pick<Config, "RATE_LIMIT_PER_KEY" | "RATE_LIMIT_PER_TENANT">
