import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { endJob } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { callGatewayOf } from "../gateway-connections/open.ts"
import { findConnection } from "../gateway-connections/store.ts"
import { gatewayNow } from "../gateways/clock.ts"
import type { SavedCard, SavedMethodGateway } from "../gateways/saved-method-gateway.ts"
import { readTransaction } from "../transactions/store.ts"
import { tellActivated } from "./ports.ts"
import { endAtGateway } from "./remove.ts"
import { mayFollow } from "./rules.ts"
import {
  activateSavedMethod,
  readSavedMethod,
  readSavedMethodForUpdate,
  saveSavedMethod,
  type SavedMethodRow,
  touchSavedMethod,
} from "./store.ts"

const Payload = z.object({ savedMethod: z.string() })
const Since = Payload.extend({ since: z.coerce.date().optional() })

/** How long a gateway is told every day that a method was removed. */
const maxTellMs = 30 * dayMs

export const savedMethodJobs: Jobs = {
  /** Asks the gateway what the payer has saved. Repeated after a crash, it finds the method active. */
  "read-saved-method": {
    describe: () => ({ text: "The gateway is asked which card the payer has saved", event: "savedMethods.update" }),
    async run(tenant, payload) {
      const { savedMethod: id } = Payload.parse(payload)
      const { row, charge } = await asSystem(tenant, "read-saved-method", async ctx => {
        const found = await readSavedMethod(ctx, id)
        return { row: found, charge: await readTransaction(ctx, found.transaction_id) }
      })
      const card = await callSaved(row, each => each.find({ tenant, key: charge.id, reference: charge.gateway_reference }))
      await asSystem(tenant, "read-saved-method", async ctx => learn(ctx, await readSavedMethodForUpdate(ctx, id), card))
    },
  },

  /** Ends a method at the gateway that was removed here. */
  "remove-saved-method": {
    describe: () => ({ text: "The gateway is told to forget the saved card" }),
    async run(tenant, payload) {
      const { savedMethod: id } = Payload.parse(payload)
      const row = await asSystem(tenant, "remove-saved-method", ctx => readSavedMethod(ctx, id))
      const { gateway_reference: reference } = row
      if (reference === null || (await isUnreachable(row))) return
      await callSaved(row, each => each.remove(tenant, reference))
    },
    /** Nothing is charged by it here any more. After a month a person must remove it at the gateway. */
    async giveUp(tenant, payload, error) {
      const { savedMethod: id, since } = Since.parse(payload)
      await asSystem(tenant, "remove-saved-method", async ctx => {
        const row = await readSavedMethod(ctx, id)
        const now = gatewayNow(ctx, row)
        if (now.getTime() - (since ?? row.ended_at ?? now).getTime() > maxTellMs) {
          log.error(
            { tenant, savedMethod: id, gateway: row.gateway, reason: error },
            "a gateway still keeps a card that was removed; remove it there",
          )
          return
        }
        endJob(ctx)
        endAtGateway(ctx, row, since, new Date(ctx.now.getTime() + dayMs))
      })
    },
  },
}

/** A connection that is disconnected has no credentials left, so nothing can be asked or told there. */
async function isUnreachable({ tenant_id, connection_id }: SavedMethodRow): Promise<boolean> {
  if (connection_id === null) return false
  const connection = await asSystem(tenant_id, "remove-saved-method", ctx => findConnection(ctx, connection_id))
  return connection === undefined || connection.status === "disconnected"
}

const callSaved = <T>(row: SavedMethodRow, call: (saved: SavedMethodGateway) => Promise<T>): Promise<T> =>
  callGatewayOf(row, async ({ savedMethods }) => {
    if (!savedMethods) throw new Error(`the gateway ${row.gateway} saves no methods`)
    return call(savedMethods)
  })

/** A payer who took the consent back before the payment succeeded has a card at the gateway that must go. */
async function learn(ctx: Context, row: SavedMethodRow, card: SavedCard | undefined) {
  if (row.status === "removed" && row.gateway_reference === null && card) {
    touchSavedMethod(ctx, row, { gateway_reference: card.reference })
    return endAtGateway(ctx, row)
  }
  if (!card) return mayFollow(row.status, "failed") ? void saveSavedMethod(ctx, row, "failed") : undefined
  if (mayFollow(row.status, "active")) await tellActivated(ctx, activateSavedMethod(ctx, row, card))
}
