const firstDelayMs = 250
const maxDelayMs = 8_000
/** A service that asks for a longer pause is not waited for: the caller can do something better. */
const maxRetryAfterMs = 60_000

/**
 * How long to wait before the request is sent again: what the service asks for, else twice as long after each attempt. Chance keeps clients
 * from coming back together. Undefined if the pause would be too long.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, chance: number): number | undefined {
  if (retryAfterMs !== undefined) return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : undefined
  const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs)
  return delay / 2 + (delay / 2) * chance
}

/** `Retry-After` is a number of seconds or a date. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}

/** Statuses of proxies and of an overloaded service, which say nothing about the request itself. */
export const isTemporary = (status: number) => status === 429 || status === 502 || status === 503 || status === 504
