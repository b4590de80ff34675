import { setTimeout as wait } from "node:timers/promises"
import { Counter } from "@prometheus-io/client"
import { currentCell } from "../../kit/db/cells.ts"
import { commit } from "../../kit/db/commit.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { logLoopFailure } from "../../kit/db/outage.ts"
import { config } from "../../kit/service/config.ts"
import type { Context } from "../../kit/db/context.ts"
import { isBusy } from "../../kit/jobs/in-flight.ts"
import { log } from "../../kit/service/log.ts"
import { InterruptedReply, type Reply, request } from "../../kit/service/outbound-http.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { createIdlePause, deliverySignal } from "../../kit/jobs/signal.ts"
import { atTime } from "../../kit/jobs/simulated-time.ts"
import { deactivate } from "./deactivate.ts"
import { claimDeliveries, type ClaimedDelivery } from "./claim-store.ts"
import type { StoredAttempt } from "./delivery-store.ts"
import type { DueDelivery } from "./due-store.ts"
import { endFailing, readFailingSince, updateHealth } from "./health-store.ts"
import { finishDelivery, postponeDelivery } from "./outcome-store.ts"
import {
  hasFailedTooLong,
  headersToKeep,
  maxAnswerBytes,
  maxInFlightPerEndpoint,
  type Outcome,
  outcomeOf,
  replyTimeoutMs,
  retryDelayMs,
} from "./rules.ts"
import { envelope, headersOf } from "./sign.ts"
import { secretsOf, readWebhookForUpdate } from "./store.ts"

const deliveriesDone = new Counter({ name: "countersign_deliveries_total", help: "Webhook attempts by outcome", labelNames: ["outcome"] })

/** Attempts in flight in this process. */
const maxInFlight = 2000
/** From this many on, each endpoint gets one attempt at a time, so that many slow endpoints leave room for the others. */
const scarceFrom = 200
const maxClaimedAtOnce = 200
/** How often a process polls for deliveries that other processes committed; the second value applies while there are none. */
const [minPollMs, maxPollMs] = [100, 400]
/** While many requests are in flight, the loop pauses this long for each delivery, and each endpoint gets two attempts at a time. */
const yieldMs = 4

/** Sends due deliveries until the signal, then waits for the attempts in flight. */
export async function deliverLoop(signal: AbortSignal) {
  const inFlight = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  const idlePause = createIdlePause(minPollMs, maxPollMs)
  const due = deliverySignal(currentCell())
  signal.addEventListener("abort", due.signal)
  while (!signal.aborted) {
    const max = Math.min(maxInFlight - attempts.size, maxClaimedAtOnce)
    const maxPerEndpoint = attempts.size >= scarceFrom ? 1 : isBusy() ? 2 : maxInFlightPerEndpoint
    const claimed = max === 0 ? [] : await claimDeliveries(inFlight, maxPerEndpoint, max).catch(onClaimError)
    for (const delivery of claimed) {
      const release = countInFlight(inFlight, delivery.endpoint_id, due.signal)
      const running = attempt(delivery, release).finally(() => attempts.delete(running))
      attempts.add(running)
    }
    if (claimed.length === 0) await due.wait(idlePause.next())
    else {
      idlePause.reset()
      if (isBusy()) await wait(claimed.length * yieldMs)
    }
  }
  await Promise.all(attempts)
}

/** Counts an attempt until the endpoint has replied. The next attempt may start while the outcome is stored. */
function countInFlight(inFlight: Map<string, number>, endpoint: string, ended: () => void): () => void {
  inFlight.set(endpoint, (inFlight.get(endpoint) ?? 0) + 1)
  return () => {
    const left = inFlight.get(endpoint)! - 1
    if (left === 0) inFlight.delete(endpoint)
    else inFlight.set(endpoint, left)
    ended()
  }
}

async function onClaimError(error: unknown): Promise<ClaimedDelivery[]> {
  logLoopFailure(error, "no deliveries could be claimed; trying again")
  await wait(1000)
  return []
}

type AttemptResult = { attempt: StoredAttempt; answer: string | null }

/** When an attempt happens, by the tenant's clock. */
type Timing = {
  startedAt: Date
  /** When the outcome is known, given the duration of the reply. */
  endedAt(ms: number): Date
  /** 0 to 1: how much earlier the next retry is. */
  random: number
}

/** One attempt and its outcome. If the process dies in between, the lease expires and the delivery is sent again with the same id. */
async function attempt(delivery: ClaimedDelivery, release: () => void): Promise<void> {
  const startedAt = databaseClock.now(delivery.clock_offset_ms)
  await attemptAt(delivery, { startedAt, endedAt: ms => new Date(startedAt.getTime() + ms), random: Math.random() }, release)
}

/** Attempts each delivery at the time when it is due, for a sandbox whose clock is moved. Returns how many outcomes were stored. */
export async function deliverAtDueTime(due: DueDelivery[]): Promise<number> {
  const attempts = due.map(delivery => {
    const { next_at: startedAt } = delivery
    return atTime(startedAt, () => attemptAt(delivery, { startedAt, endedAt: () => startedAt, random: 0 }))
  })
  return (await Promise.all(attempts)).filter(Boolean).length
}

/** Returns whether the outcome was stored. `release` is called as soon as the endpoint has answered. */
async function attemptAt(delivery: ClaimedDelivery, { startedAt, endedAt, random }: Timing, release = () => {}): Promise<boolean> {
  try {
    const { status, headers, body, error, ms } = await send(delivery, startedAt).finally(release)
    const n = delivery.attempts.length + 1
    const outcome = outcomeOf(status, n - delivery.attempts_before)
    const kept = headers && headersToKeep(outcome, headers)
    const result = { attempt: { n, at: startedAt.toISOString(), ms, status, error, ...(kept && { headers: kept }) }, answer: body }
    await saveOutcome(delivery, outcome, result, endedAt(ms), random)
    deliveriesDone.inc({ outcome })
    return true
  } catch (error) {
    log.error({ error, delivery: delivery.id }, "the outcome of a delivery could not be stored; it will be sent again")
    return false
  }
}

async function saveOutcome(delivery: ClaimedDelivery, outcome: Outcome, result: AttemptResult, now: Date, random: number) {
  const { tenant_id: tenant, id: name, attempts_before, failing_since } = delivery
  const retryAt = new Date(now.getTime() + retryDelayMs(result.attempt.n - attempts_before, random))
  const write =
    outcome === "again"
      ? postponeDelivery(delivery, { ...result, at: retryAt })
      : finishDelivery(delivery, outcome === "gone" ? "canceled" : outcome, { ...result, at: now })
  await commit({ name, tenant, writes: [write, ...updateHealth(delivery, outcome === "delivered", now)] })
  const isDead = outcome !== "delivered" && failing_since !== null && hasFailedTooLong(failing_since, now)
  if (outcome === "gone" || isDead)
    await asSystem(tenant, "webhook delivery", ctx => deactivateIfDead(ctx, delivery.endpoint_id, outcome, now))
}

/** Reads its health again, because it may have recovered during this attempt. */
async function deactivateIfDead(ctx: Context, id: string, outcome: Outcome, now: Date) {
  const endpoint = await readWebhookForUpdate(ctx, id)
  if (endpoint.status !== "active") return
  if (outcome === "gone") return deactivate(ctx, endpoint, "disabled")
  const failingSince = await readFailingSince(ctx, id)
  if (failingSince === null || !hasFailedTooLong(failingSince, now)) return
  ctx.write(endFailing({ tenant_id: ctx.tenant.id, endpoint_id: id }, failingSince))
  await deactivate(ctx, endpoint, "inactive")
}

type Answer = { status: number | null; headers: Reply["headers"] | null; body: string | null; error: string | null; ms: number }

async function send(delivery: ClaimedDelivery, now: Date): Promise<Answer> {
  const { tenant_id, id, endpoint_id, url, event, data, attempts, sequence } = delivery
  const body = envelope(event, data, tenant_id, id)
  const secrets = secretsOf({ ...delivery, id: endpoint_id }, now)
  const headers = headersOf({ id, body, secrets, attempt: attempts.length + 1, sequence }, databaseClock.now())
  const start = performance.now()
  const elapsedMs = () => Math.round(performance.now() - start)
  try {
    const reply = await request({
      method: "POST",
      url,
      headers,
      body,
      timeoutMs: replyTimeoutMs,
      maxReplyBytes: maxAnswerBytes,
      allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
    }).catch(interruptedReply)
    return { status: reply.status, headers: reply.headers, body: toStorable(reply.body), error: null, ms: elapsedMs() }
  } catch (error) {
    return {
      status: null,
      headers: null,
      body: null,
      error: error instanceof Error ? error.message.slice(0, 200) : "unknown",
      ms: elapsedMs(),
    }
  }
}

/** The endpoint's status counts even if the connection breaks before the end of the body, because nothing depends on the body. */
function interruptedReply(error: unknown): Reply {
  if (error instanceof InterruptedReply) return error.reply
  throw error
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
const toStorable = (text: string) => text.replaceAll("\0", "").toWellFormed()
