import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { callGatewayOf } from "../gateway-connections/open.ts"
import { readConnection } from "../gateway-connections/store.ts"
import { outcomeOf } from "../gateways/call.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import { GatewayUnreachable, type RefundGateway, type RefundRequest } from "../gateways/gateway.ts"
import { RefundSettledEvent } from "../gateways/schema.ts"
import { findRefundReferences } from "../transactions/connection-store.ts"
import { readTransaction } from "../transactions/store.ts"
import { conclude } from "./conclude.ts"
import { giveUpAfterMs, nextLookUpDelayMs, nextRecheckDelayMs, sendForMs } from "./rules.ts"
import { onRefundSettled } from "./settled.ts"
import { readRefundIntent, readRefundIntentForUpdate, type RefundIntentRow } from "./store.ts"

const Payload = z.object({ refundIntent: z.string() })
const WaitingSettlement = z.object({
  gateway: z.string(),
  connection_id: z.string().nullable(),
  event: RefundSettledEvent,
  receivedAt: z.coerce.date(),
})
const Recheck = Payload.extend({ settledAt: z.coerce.date() })

export const refundJobs: Jobs = {
  /** Calls the gateway. A repeat, after a crash or while the gateway can't be reached, refunds once, because the key is the same. */
  refund: {
    describe: () => ({ text: "The gateway refunds the payer", event: "refundIntents.update" }),
    async run(tenant, payload) {
      const { refundIntent: id } = Payload.parse(payload)
      const refund = await asSystem(tenant, "refund", ctx => readRefundIntent(ctx, id))
      if (refund.status !== "processing") return
      const outcome = await outcomeOf(
        callRefunds(refund, async refunds => refunds.refund(await requestFor(refund))),
        id,
      )
      if (outcome.status === "unreachable") throw new GatewayUnreachable("the gateway could not be reached and nothing was refunded")
      await asSystem(tenant, "refund", async ctx => void (await conclude(ctx, await readRefundIntentForUpdate(ctx, id), outcome)))
    },
    /** This job repeats only calls that certainly refunded nothing. An unknown outcome ends the job and is looked up. */
    async giveUp(tenant, payload) {
      const { refundIntent: id } = Payload.parse(payload)
      await asSystem(tenant, "refund", async ctx => {
        const row = await readRefundIntent(ctx, id)
        const ageMs = ageOf(ctx, row)
        if (ageMs >= sendForMs) return
        enqueueNext(ctx, "refund", { refundIntent: id }, new Date(ctx.now.getTime() + nextLookUpDelayMs(ageMs)), isRealTime(row))
      })
    },
  },

  /** Looks a refund up until its outcome is known. It never refunds again. */
  "resolve-refund": {
    describe: () => ({ text: "The gateway is asked for the outcome of the refund, if it is not known by then" }),
    async run(tenant, payload) {
      const { refundIntent: id } = Payload.parse(payload)
      const existing = await asSystem(tenant, "resolve-refund", ctx => readRefundIntent(ctx, id))
      if (existing.status !== "processing") return
      const outcome = await outcomeOf(
        callRefunds(existing, async refunds => refunds.lookUp(await requestFor(existing))),
        id,
      )
      await asSystem(tenant, "resolve-refund", async ctx => {
        const refund = await readRefundIntentForUpdate(ctx, id)
        const ageMs = ageOf(ctx, refund)
        const isLost = outcome.status === "absent" && ageMs > giveUpAfterMs
        const concluded = await conclude(ctx, refund, isLost ? neverArrived : outcome)
        if (concluded.status === "processing") lookUpNext(ctx, refund, nextLookUpDelayMs(ageMs))
      })
    },
    /** Asks again later when the gateway is down for long: until the refund has an outcome, its amount stays reserved. */
    async giveUp(tenant, payload, error) {
      const { refundIntent: id } = Payload.parse(payload)
      await asSystem(tenant, "resolve-refund", async ctx => {
        const refund = await readRefundIntent(ctx, id)
        if (refund.status !== "processing") return
        log.error(
          { tenant, refundIntent: id, gateway: refund.gateway, reason: error },
          "a refund has no outcome yet; its gateway is asked again in a day: check that the gateway works",
        )
        lookUpNext(ctx, refund, dayMs)
      })
    },
  },

  /** A settlement that was reported before the success of its refund. */
  "settled-refund": {
    describe: () => ({ text: "The settlement of a refund is booked, once the refund is paid", event: "transactions.update" }),
    async run(tenant, payload) {
      const { event, receivedAt, ...sender } = WaitingSettlement.parse(payload)
      await asSystem(
        tenant,
        `${sender.gateway} ${event.type}`,
        async ctx => {
          endJob(ctx) // it is enqueued again where the refund still has no outcome
          await onRefundSettled(ctx, sender, await readRefundIntentForUpdate(ctx, event.key), event, receivedAt)
        },
        "gateway",
      )
    },
  },

  /** Asks whether a refund that was paid has failed since. Never refunds. */
  "recheck-refund": {
    describe: () => ({ text: "The gateway is asked whether the refund has failed since it was paid" }),
    async run(tenant, payload) {
      const { refundIntent: id, settledAt } = Recheck.parse(payload)
      const refund = await asSystem(tenant, "recheck-refund", ctx => readRefundIntent(ctx, id))
      if (refund.status !== "settled" || (await hasEnded(refund))) return
      const outcome = await outcomeOf(
        callRefunds(refund, async refunds => refunds.lookUp(await requestFor(refund))),
        id,
      )
      await asSystem(tenant, "recheck-refund", async ctx => {
        const { status } = await conclude(ctx, await readRefundIntentForUpdate(ctx, id), outcome)
        const delayMs = nextRecheckDelayMs(databaseClock.now().getTime() - settledAt.getTime())
        if (status !== "settled" || delayMs === undefined) return
        enqueueNext(ctx, "recheck-refund", { refundIntent: id, settledAt }, new Date(ctx.now.getTime() + delayMs), true)
      })
    },
  },
}

/** A connection that has ended has no credentials, so nothing can be asked there. */
async function hasEnded({ tenant_id, connection_id }: RefundIntentRow): Promise<boolean> {
  if (connection_id === null) return true
  return asSystem(tenant_id, "recheck-refund", async ctx => (await readConnection(ctx, connection_id)).status === "disconnected")
}

async function requestFor(refund: RefundIntentRow): Promise<RefundRequest> {
  const { tenant_id: tenant, id: key, transaction_id, refund_transaction_id, amount, currency } = refund
  return asSystem(tenant, "refund", async ctx => {
    const charge = await readTransaction(ctx, transaction_id)
    const request = { tenant, key, charge: { key: charge.id, reference: charge.gateway_reference }, amount, currency }
    return charge.connection_id === null
      ? request
      : { ...request, otherReferences: await findRefundReferences(ctx, charge, refund_transaction_id) }
  })
}

/** What has left for a provider ages by the world's clock, and what is at the simulator by the sandbox's. */
const ageOf = (ctx: Context, refund: RefundIntentRow) =>
  gatewayNow(ctx, refund).getTime() - (refund.left_at ?? refund.started_at ?? refund.created_at).getTime()

const lookUpNext = (ctx: Context, refund: RefundIntentRow, delayMs: number) =>
  enqueueNext(ctx, "resolve-refund", { refundIntent: refund.id }, new Date(ctx.now.getTime() + delayMs), isRealTime(refund))

const neverArrived = { status: "declined", reference: "", code: "never_arrived", reason: "the refund never reached the gateway" } as const

/** A refund at a gateway has one that refunds; it was checked when the refund was created. */
const callRefunds = <T>(refund: RefundIntentRow, call: (refunds: RefundGateway) => Promise<T>): Promise<T> =>
  callGatewayOf(refund, gateway => {
    if (!gateway.refunds) throw new Error(`the gateway ${gateway.id} can't give money back`)
    return call(gateway.refunds)
  })
