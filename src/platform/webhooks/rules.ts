import { dayMs, hourMs } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { webhookProblem } from "./errors.ts"

/** Spec: an event is retried 50 times, then abandoned. */
export const maxRetries = 50
/** Spec: the first retry waits 15 seconds, the longest 60 minutes. */
const firstDelayMs = 15_000
const maxDelayMs = hourMs

/**
 * The delay of retry n. From the second on it is up to a tenth shorter, so that retries that failed together spread out. `random` is 0 to
 * 1.
 */
export function retryDelayMs(n: number, random: number): number {
  const fullDelayMs = Math.min(firstDelayMs * 2 ** (n - 1), maxDelayMs)
  return n === 1 ? fullDelayMs : Math.round(fullDelayMs * (1 - 0.1 * random))
}

/** Spec: an endpoint that failed for more than 24 hours is deactivated. */
const maxFailingMs = dayMs
export const turnsOffAt = (failingSince: Date) => new Date(failingSince.getTime() + maxFailingMs)
export const hasFailedTooLong = (failingSince: Date, now: Date) => now.getTime() - failingSince.getTime() > maxFailingMs

/** Contract: an endpoint has 15 s to reply, and 10 s to answer the challenge; 8 KiB of its answer are stored. */
export const replyTimeoutMs = 15_000
export const challengeTimeoutMs = 10_000
export const maxAnswerBytes = 8 * 1024

/** Contract: a replaced secret also signs for 24 hours. */
export const secretOverlapMs = dayMs

/** Attempts in flight to one endpoint from one process, so that a slow endpoint does not delay the others. */
export const maxInFlightPerEndpoint = 10

/** Events of one replay. */
export const maxReplayedEvents = 10_000

/** Endpoints of a tenant: every event is matched with each of them. */
export const maxEndpoints = 50

export type Outcome = "delivered" | "again" | "abandoned" | "gone"

/** The outcome of an attempt for its delivery. `attempt` counts from 1. Redirects are failures; 410 means that the endpoint is gone. */
export function outcomeOf(status: number | null, attempt: number): Outcome {
  if (status !== null && status >= 200 && status < 300) return "delivered"
  if (status === 410) return "gone"
  return attempt > maxRetries ? "abandoned" : "again"
}

const keptHeaders = ["content-type", "date", "location", "retry-after", "server"]
const maxHeaderLength = 500

/** The headers that help to find out why an attempt failed. For a success none are kept. */
export function headersToKeep(
  outcome: Outcome,
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> | undefined {
  if (outcome === "delivered") return undefined
  const kept = keptHeaders.flatMap(name => (typeof headers[name] === "string" ? [[name, headers[name].slice(0, maxHeaderLength)]] : []))
  return Object.fromEntries(kept) as Record<string, string>
}

/** An address without its possible secrets: user and password, the values of its query, its fragment. */
export function maskCredentials(address: string): string {
  const { protocol, username, password, host, pathname, search, hash } = new URL(address)
  if (!username && !password && !search && !hash) return address
  const user = username || password ? "***@" : ""
  const query = search && `?${search.slice(1).split("&").map(maskValue).join("&")}`
  return `${protocol}//${user}${host}${pathname}${query}${hash && "#***"}`
}

/** `name=value` or, without a name, the value alone. */
const maskValue = (pair: string) => (pair.includes("=") ? `${pair.slice(0, pair.indexOf("="))}=***` : pair && "***")

/** Refuses events that no slice publishes: a misspelled type would never be delivered. */
export function assertEventTypes(events: readonly string[], eventTypes: readonly string[]) {
  const isType = (event: string) => event === "*" || eventTypes.includes(event)
  const i = events.findIndex(event => !isType(event))
  if (i >= 0) throw invalidField(`events[${i}]`, "must be an event type, or *")
}

/** Throws if the endpoint is not active, because nothing is sent to it. */
export function assertActive({ status }: { status: string }) {
  if (status !== "active") throw webhookProblem("WHK-2001", { status })
}
