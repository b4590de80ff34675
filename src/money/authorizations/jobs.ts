import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { callGatewayOf } from "../gateway-connections/open.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import type { MandateGateway, MandateOutcome } from "../gateways/gateway.ts"
import { planLookUp } from "../gateways/look-up.ts"
import { hasEnded, mustTellEnd } from "./rules.ts"
import { type AuthorizationRow, noteGatewayReference, readAuthorizationForUpdate } from "./store.ts"
import { endAtGateway, learn, mandateRequestOf } from "./submit.ts"

const Payload = z.object({ authorization: z.string() })
const Since = Payload.extend({ since: z.coerce.date().optional() })

export const authorizationJobs: Jobs = {
  /** A repeat after a crash or a time-out registers once, because the key is the same. */
  "register-mandate": {
    describe: () => ({ text: "The mandate is registered at the gateway", event: "authorizations.update" }),
    async run(tenant, payload) {
      const { authorization: id } = Payload.parse(payload)
      const request = await asSystem(tenant, "register-mandate", async ctx => {
        const row = await readAuthorizationForUpdate(ctx, id)
        return row.status === "pending" ? { row, mandate: await mandateRequestOf(ctx, row) } : undefined
      })
      if (!request) return
      const outcome = await callMandates(request.row, mandates => mandates.register(request.mandate))
      await asSystem(tenant, "register-mandate", async ctx => {
        const row = await readAuthorizationForUpdate(ctx, id)
        lookUpLater(ctx, row)
        await conclude(ctx, row, outcome)
      })
    },
    async giveUp(tenant, payload) {
      const { authorization: id } = Payload.parse(payload)
      await asSystem(tenant, "register-mandate", async ctx => {
        const row = await readAuthorizationForUpdate(ctx, id)
        await learn(ctx, row, "failed", "the gateway could not be reached")
        endAtGateway(ctx, row) // the gateway may have received it nevertheless
      })
    },
  },

  /** Never registers. */
  "look-up-mandate": {
    describe: () => ({ text: "The gateway is asked whether the mandate is still valid" }),
    async run(tenant, payload) {
      const { authorization: id, since } = Since.parse(payload)
      const row = await asSystem(tenant, "look-up-mandate", ctx => readAuthorizationForUpdate(ctx, id))
      if (hasEnded(row.status)) return
      const outcome = await callMandates(row, mandates => mandates.lookUp(tenant, id, row.gateway_reference))
      await asSystem(tenant, "look-up-mandate", async ctx => {
        lookUpLater(ctx, row, since)
        await conclude(ctx, await readAuthorizationForUpdate(ctx, id), outcome)
      })
    },
    /** A gateway that is down for long is asked again when it may be back. */
    async giveUp(tenant, payload) {
      const { authorization: id, since } = Since.parse(payload)
      await asSystem(tenant, "look-up-mandate", async ctx => {
        lookUpLater(ctx, await readAuthorizationForUpdate(ctx, id), since)
      })
    },
  },

  /** Tells the gateway that a mandate has ended, so that it debits no more. */
  "end-mandate": {
    describe: () => ({ text: "The gateway is told that the mandate is over" }),
    async run(tenant, payload) {
      const { authorization: id } = Payload.parse(payload)
      const row = await asSystem(tenant, "end-mandate", ctx => readAuthorizationForUpdate(ctx, id))
      await callMandates(row, mandates => mandates.end(tenant, id, row.gateway_reference))
    },
    /** The gateway could go on debiting until it knows of the end. After a month a person must end the mandate there. */
    async giveUp(tenant, payload, error) {
      const { authorization: id, since } = Since.parse(payload)
      await asSystem(tenant, "end-mandate", async ctx => {
        const row = await readAuthorizationForUpdate(ctx, id)
        if (!mustTellEnd(since ?? row.ended_at, gatewayNow(ctx, row))) {
          log.error(
            { tenant, mandate: id, gateway: row.gateway, reason: error },
            "a gateway could not be told that a mandate has ended; end it there by hand",
          )
          return
        }
        endJob(ctx)
        endAtGateway(ctx, row, since, tomorrow(ctx))
      })
    },
  },
}

const callMandates = <T>(row: AuthorizationRow, call: (mandates: MandateGateway) => Promise<T>): Promise<T> =>
  callGatewayOf(row, async ({ mandates }) => {
    if (!mandates) throw new Error(`the gateway ${row.gateway} takes no mandates`)
    return call(mandates)
  })

async function conclude(ctx: Context, row: AuthorizationRow, outcome: MandateOutcome | { status: "absent" }) {
  if (hasEnded(row.status)) {
    // It was canceled while the gateway was called.
    if (outcome.status === "pending" || outcome.status === "active") endAtGateway(ctx, row)
    return
  }
  if (outcome.status === "absent") return
  const reason = outcome.status === "failed" ? outcome.reason : undefined
  await learn(ctx, noteGatewayReference(ctx, row, outcome.reference), outcome.status, reason)
}

/** Plans a look-up of the mandate, in case an event is lost. */
function lookUpLater(ctx: Context, mandate: AuthorizationRow, since?: Date) {
  const { at, passed } = planLookUp(ctx, mandate, since)
  enqueueNext(ctx, "look-up-mandate", { authorization: mandate.id, ...passed }, at, isRealTime(mandate))
}

const tomorrow = ({ now }: Context) => new Date(now.getTime() + dayMs)
