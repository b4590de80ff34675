import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Description, Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { gatewayNow } from "../gateways/clock.ts"
import { SettledEvent } from "../gateways/schema.ts"
import { signature } from "../gateways/simulator.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import { chargeAt, lookUp } from "./call.ts"
import { conclude, fail, unreached } from "./conclude.ts"
import { readMessage } from "./messages.ts"
import { receiveEvent } from "./receive.ts"
import { giveUpAfterMs, nextLookUpDelayMs } from "./rules.ts"
import { onSettled } from "./settled.ts"
import { deleteOldGatewayEvents } from "./store.ts"

const SimulatorEvent = z.object({ type: z.string(), key: z.string().optional() })
/** Keyed by the first part of the event's type. */
const publishedBy: Record<string, string> = {
  charge: "transactions.update",
  dispute: "disputes.create",
  refund: "refundIntents.update",
  payout: "payouts.update",
  mandate: "authorizations.update",
}

function describeEvent(payload: unknown): Description {
  const { type, key } = SimulatorEvent.parse(payload)
  const event = publishedBy[type.split(".")[0]!]
  return { text: `The simulator reports ${type}`, ...(event && { event }), ...(key && { object: key }) }
}

const ChargePayload = z.object({ transaction: z.string() })
const MessagePayload = z.object({ connection: z.string(), message: z.string() })
const WaitingSettlement = z.object({
  gateway: z.string(),
  connection_id: z.string().nullable(),
  event: SettledEvent,
  receivedAt: z.coerce.date(),
})

export const chargeJobs: Jobs = {
  /** Looks a charge up until its outcome is known, and for a week after we gave it up. It never charges again. */
  "resolve-charge": {
    describe: () => ({ text: "The gateway is asked for the outcome of the charge, if it is not known by then" }),
    async run(tenant, payload) {
      const { transaction: id } = ChargePayload.parse(payload)
      const charge = await asSystem(tenant, "resolve-charge", ctx => readTransactionForUpdate(ctx, id))
      if (!awaitsGateway(charge)) return
      const outcome = await lookUp(charge)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (!awaitsGateway(transaction)) return
        const ageMs = ageOf(ctx, transaction)
        const isLost = transaction.status === "processing" && outcome.status === "absent" && ageMs > giveUpAfterMs
        const concluded = isLost ? await fail(ctx, transaction, unreached.lost) : await conclude(ctx, transaction, outcome)
        lookUpNext(ctx, concluded, awaitsGateway(concluded) ? nextLookUpDelayMs(concluded, ageMs, gatewayNow(ctx, concluded)) : undefined)
      })
    },
    /** Asks again later when the gateway is down for long: until the charge has an outcome, nobody knows whether the payer paid. */
    async giveUp(tenant, payload, error) {
      const { transaction: id } = ChargePayload.parse(payload)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const charge = await readTransactionForUpdate(ctx, id)
        if (!awaitsGateway(charge)) return
        const { status, gateway } = charge
        const delayMs = status === "processing" ? dayMs : nextLookUpDelayMs(charge, ageOf(ctx, charge), gatewayNow(ctx, charge))
        if (delayMs === undefined) return
        log.error(
          { tenant, transaction: id, gateway, reason: error },
          "a charge has no outcome yet; its gateway is asked again later: check that the gateway works",
        )
        lookUpNext(ctx, charge, delayMs)
      })
    },
  },

  /**
   * Calls the gateway for a charge that no request waits for: a held charge after its approval, or a charge of a subscription. A repeat
   * after a crash charges once, because the key is the same.
   */
  charge: {
    describe: () => ({ text: "The payer is charged", event: "transactions.update" }),
    async run(tenant, payload) {
      const { transaction: id } = ChargePayload.parse(payload)
      const charge = await asSystem(tenant, "charge", ctx => readTransactionForUpdate(ctx, id))
      if (charge.status !== "processing") return
      const outcome = await chargeAt(charge)
      await asSystem(tenant, "charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (awaitsGateway(transaction)) await conclude(ctx, transaction, outcome)
      })
    },
  },

  /** A settlement that was reported before the success of its charge. */
  "settled-charge": {
    describe: () => ({ text: "The settlement of a charge is booked, once the charge has succeeded", event: "transactions.update" }),
    async run(tenant, payload) {
      const { event, receivedAt, ...sender } = WaitingSettlement.parse(payload)
      await asSystem(
        tenant,
        `${sender.gateway} ${event.type}`,
        async ctx => {
          endJob(ctx) // it is enqueued again where the charge still has no outcome
          await onSettled(ctx, sender, await readTransactionForUpdate(ctx, event.key), event, receivedAt)
        },
        "gateway",
      )
    },
  },

  /** Reads at the provider what a message points to, and applies it. Read again after a crash, it finds what is known already. */
  "read-gateway-message": {
    describe: () => ({ text: "The provider is asked what has changed there" }),
    run: (tenant, payload) => readMessage(tenant, MessagePayload.parse(payload)),
  },

  /** The simulator sends its events as a real gateway does: as signed bytes that are verified on receipt. */
  "simulator-event": {
    describe: describeEvent,
    async run(tenant, payload) {
      const { linkKey } = (await findTenant({ id: tenant }))!
      const bytes = Buffer.from(JSON.stringify(payload))
      await receiveEvent("simulator", { headers: { "simulator-signature": signature(linkKey, bytes) }, bytes })
    },
  },
}

/** What has left for a provider ages by the world's clock. A held charge starts when it is released. */
const ageOf = ({ now }: Context, { left_at, received_at }: TransactionRow) =>
  left_at === null ? now.getTime() - received_at.getTime() : databaseClock.now().getTime() - left_at.getTime()

function lookUpNext(ctx: Context, { id, connection_id }: TransactionRow, delayMs: number | undefined) {
  if (delayMs === undefined) return
  enqueueNext(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + delayMs), connection_id !== null)
}

export const chargeSweeps = [cleanup("delete old gateway events", deleteOldGatewayEvents)]
