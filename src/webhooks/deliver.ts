import { setTimeout as wait } from "node:timers/promises"
import { commit } from "../kit/commit.ts"
import { config } from "../kit/config.ts"
import type { Context } from "../kit/context.ts"
import { isCrowded } from "../kit/crowd.ts"
import { log } from "../kit/log.ts"
import { deliveriesDone } from "../kit/metrics.ts"
import { request } from "../kit/request.ts"
import { asSystem } from "../kit/system.ts"
import { untilWoken, wake } from "../kit/wake.ts"
import { deactivate } from "./deactivate.ts"
import { claimDeliveries, type Claimed, fared, finished, postponed } from "./delivery-store.ts"
import { isGivenUp, keptOfAnswer, type Outcome, outcomeOf, replyWithinMs, retryDelayMs, underWayMost } from "./rules.ts"
import { envelope, headersOf } from "./sign.ts"
import { secretsOf, takeWebhook } from "./store.ts"

/** Attempts under way in this process. Past the first number an endpoint gets one at a time, so that many silent ones leave room for all. */
const atOnceMany = 200
const atOnceMost = 2000
/** How long an idle process waits before it looks for what others committed. */
const idleMs = 100
/** While many requests are being answered each delivery is followed by such a pause, and each endpoint has two at a time. */
const courtesyMs = 4

/** Sends what is due until it is told to stop, then waits for what is under way. Every endpoint has room of its own. */
export async function deliverLoop(signal: AbortSignal) {
  const underWay = new Map<string, number>()
  const all = new Set<Promise<void>>()
  signal.addEventListener("abort", wake)
  while (!signal.aborted) {
    const room = Math.min(atOnceMost - all.size, atOnceMany)
    const each = all.size >= atOnceMany ? 1 : isCrowded() ? 2 : underWayMost
    const claimed = room === 0 ? [] : await claimDeliveries(underWay, each, room).catch(onLostDatabase)
    for (const delivery of claimed) {
      const leave = enter(underWay, delivery.endpoint_id)
      const attempting = attempt(delivery, leave).finally(() => all.delete(attempting))
      all.add(attempting)
    }
    if (claimed.length === 0) await untilWoken(idleMs)
    else if (isCrowded()) await wait(claimed.length * courtesyMs)
  }
  await Promise.all(all)
}

/** An endpoint's room is taken until it has answered; what became of the attempt is written down while the next one is under way. */
function enter(underWay: Map<string, number>, endpoint: string): () => void {
  underWay.set(endpoint, (underWay.get(endpoint) ?? 0) + 1)
  return () => {
    const left = underWay.get(endpoint)! - 1
    if (left === 0) underWay.delete(endpoint)
    else underWay.set(endpoint, left)
    wake()
  }
}

async function onLostDatabase(error: unknown): Promise<Claimed[]> {
  log.warn({ error }, "no deliveries could be claimed; trying again")
  await wait(1000)
  return []
}

/** One attempt and its outcome. A worker that dies in between leaves a lease that runs out; then it is sent again with the same id. */
async function attempt(delivery: Claimed, leave: () => void): Promise<void> {
  try {
    const began = new Date(Date.now() + delivery.clock_offset_ms)
    const { status, body, error, ms } = await send(delivery, began).finally(leave)
    const n = delivery.attempts.length + 1
    const outcome = outcomeOf(status, n)
    const now = new Date(began.getTime() + ms)
    const told = { attempt: { n, at: began.toISOString(), ms, status, error }, answer: body }
    await conclude(delivery, outcome, told, now)
    deliveriesDone.inc({ outcome })
  } catch (error) {
    log.error({ error, delivery: delivery.id }, "the outcome of a delivery was not kept; it will be sent again")
  }
}

type Told = { attempt: { n: number; at: string; ms: number; status: number | null; error: string | null }; answer: string | null }

async function conclude(delivery: Claimed, outcome: Outcome, told: Told, now: Date) {
  const { tenant_id: tenant, id: name } = delivery
  const later = new Date(now.getTime() + retryDelayMs(told.attempt.n, Math.random()))
  const written =
    outcome === "again"
      ? postponed(delivery, { ...told, at: later })
      : finished(delivery, outcome === "gone" ? "canceled" : outcome, { ...told, at: now })
  await commit({ name, tenant, writes: [written, ...fared(delivery, outcome === "delivered", now)] })
  const isLong = outcome !== "delivered" && delivery.failing_since !== null && isGivenUp(delivery.failing_since, now)
  if (outcome === "gone" || isLong) await asSystem(tenant, "webhook delivery", ctx => giveUp(ctx, delivery.endpoint_id, outcome, now))
}

/** Asked again of the endpoint as it is now: it may have recovered while this attempt was under way. */
async function giveUp(ctx: Context, id: string, outcome: Outcome, now: Date) {
  const endpoint = await takeWebhook(ctx, id)
  const isDead = endpoint.failing_since !== null && isGivenUp(endpoint.failing_since, now)
  if (endpoint.status !== "active" || (outcome !== "gone" && !isDead)) return
  await deactivate(ctx, endpoint, outcome === "gone" ? "disabled" : "inactive")
}

async function send(
  delivery: Claimed,
  now: Date,
): Promise<{ status: number | null; body: string | null; error: string | null; ms: number }> {
  const { tenant_id, id, endpoint_id, url, event, data, attempts, sequence } = delivery
  const body = envelope(event, data, tenant_id, id)
  const secrets = secretsOf({ ...delivery, id: endpoint_id }, now)
  const headers = headersOf({ id, body, secrets, attempt: attempts.length + 1, sequence })
  const start = performance.now()
  const taken = () => Math.round(performance.now() - start)
  try {
    const call = {
      method: "POST" as const,
      url,
      headers,
      body,
      withinMs: replyWithinMs,
      keep: keptOfAnswer,
      allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
    }
    const reply = await request(call)
    return { status: reply.status, body: clean(reply.body), error: null, ms: taken() }
  } catch (error) {
    return { status: null, body: null, error: error instanceof Error ? error.message.slice(0, 200) : "unknown", ms: taken() }
  }
}

/** What a stranger answered, as text that can be kept. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed()
