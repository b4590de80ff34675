import { generalProblem } from "../kit/pure/errors.ts"
import type { Config } from "../kit/service/config.ts"
import { rateLimit } from "../kit/service/rate-limit.ts"

/** Counts an authenticated request, or throws RTE-1001. `user` is the user of the API key, which each key has of its own. */
export type RequestLimits = (user: string, tenant: string, now?: number) => void

/**
 * Limits the requests per minute of each API key and of each tenant, in this process; 0 is no limit. It costs a request four look-ups
 * in a Map. A refused request counts for neither, and is told when both admit it.
 */
export function requestLimits({ RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_TENANT }: Limits): RequestLimits {
  const perKey = RATE_LIMIT_PER_KEY > 0 ? rateLimit(RATE_LIMIT_PER_KEY) : undefined
  const perTenant = RATE_LIMIT_PER_TENANT > 0 ? rateLimit(RATE_LIMIT_PER_TENANT) : undefined
  return (user, tenant, now = performance.now()) => {
    const retryAfterSeconds = Math.max(perKey?.secondsUntilFree(user, now) ?? 0, perTenant?.secondsUntilFree(tenant, now) ?? 0)
    if (retryAfterSeconds > 0) throw generalProblem("RTE-1001", { retryAfterSeconds })
    perKey?.consume(user, now)
    perTenant?.consume(tenant, now)
  }
}
type Limits = Pick<Config, "RATE_LIMIT_PER_KEY" | "RATE_LIMIT_PER_TENANT">
