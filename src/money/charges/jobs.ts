import { z } from "zod"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import { enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Description, Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { installedGateway } from "../gateways/registry.ts"
import { signature } from "../gateways/simulator.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { chargeAt, conclude, fail, lookUp, unreached } from "./charge.ts"
import { receiveEvent } from "./receive.ts"
import { giveUpAfterMs, nextLookUpDelayMs } from "./rules.ts"
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

export const chargeJobs: Jobs = {
  /** Looks a charge up until its outcome is known, and for a week after we gave it up. It never charges again. */
  "resolve-charge": {
    describe: () => ({ text: "The gateway is asked for the outcome of the charge, if it is not known by then" }),
    async run(tenant, payload) {
      const { transaction: id } = ChargePayload.parse(payload)
      const charge = await asSystem(tenant, "resolve-charge", ctx => readTransactionForUpdate(ctx, id))
      if (!awaitsGateway(charge)) return
      const outcome = await lookUp(installedGateway(charge.gateway), charge)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (!awaitsGateway(transaction)) return
        const ageMs = ctx.now.getTime() - transaction.received_at.getTime() // a held charge starts when it is released
        const isLost = transaction.status === "processing" && outcome.status === "absent" && ageMs > giveUpAfterMs
        const concluded = isLost ? await fail(ctx, transaction, unreached.lost) : await conclude(ctx, transaction, outcome)
        const delayMs = awaitsGateway(concluded) ? nextLookUpDelayMs(concluded.status, ageMs) : undefined
        if (delayMs !== undefined) enqueueNext(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + delayMs))
      })
    },
    /** Asks again later when the gateway is down for long: until the charge has an outcome, nobody knows whether the payer paid. */
    async giveUp(tenant, payload, error) {
      const { transaction: id } = ChargePayload.parse(payload)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const charge = await readTransactionForUpdate(ctx, id)
        if (!awaitsGateway(charge)) return
        const { status, gateway, received_at } = charge
        const delayMs = status === "processing" ? dayMs : nextLookUpDelayMs(status, ctx.now.getTime() - received_at.getTime())
        if (delayMs === undefined) return
        log.error(
          { tenant, transaction: id, gateway, reason: error },
          "a charge has no outcome yet; its gateway is asked again later: check that the gateway works",
        )
        enqueueNext(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + delayMs))
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
      const outcome = await chargeAt(installedGateway(charge.gateway), charge)
      await asSystem(tenant, "charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (awaitsGateway(transaction)) await conclude(ctx, transaction, outcome)
      })
    },
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

export const chargeSweeps = [cleanup("delete old gateway events", deleteOldGatewayEvents)]
