import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { endJob, enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { callGatewayOf } from "../gateway-connections/open.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import type { DisputeGateway } from "../gateways/dispute-gateway.ts"
import { planLookUp } from "../gateways/look-up.ts"
import { DisputeEvent } from "../gateways/schema.ts"
import { learn } from "./learn.ts"
import { notifyOfDispute } from "./notify.ts"
import { hear, receive } from "./receive.ts"
import { isOpen } from "./rules.ts"
import { type DisputeRow, readDispute, readDisputeForUpdate } from "./store.ts"

const Payload = z.object({ dispute: z.string() })
const LookUp = Payload.extend({ since: z.coerce.date().optional() })
const Waiting = z.object({
  gateway: z.string(),
  connection_id: z.string().nullable().default(null),
  event: DisputeEvent,
  receivedAt: z.coerce.date(),
})

export const disputeJobs: Jobs = {
  "dispute-reminder": {
    describe: () => ({ text: "A mail reminds people of the dispute, if there is no evidence by then" }),
    async run(tenant, payload) {
      const { dispute: id } = Payload.parse(payload)
      await asSystem(tenant, "dispute-reminder", async ctx => {
        const dispute = await readDispute(ctx, id)
        endJob(ctx) // a crash after this must not mail again
        if (dispute.status === "needs-response") await notifyOfDispute(ctx, dispute, "reminder")
      })
    },
  },

  /** The dispute is lost without evidence by the due date. An inquiry is not: it has no money to lose. */
  "dispute-deadline": {
    describe: () => ({ text: "The dispute is lost, if there is no evidence by then", event: "disputes.update" }),
    async run(tenant, payload) {
      const { dispute: id } = Payload.parse(payload)
      await asSystem(tenant, "dispute-deadline", async ctx => {
        const dispute = await readDisputeForUpdate(ctx, id)
        const isDue = dispute.stage !== "inquiry" && gatewayNow(ctx, dispute) >= dispute.evidence_due_at
        if (dispute.status === "needs-response" && isDue) await learn(ctx, dispute, { expired_at: ctx.now })
      })
    },
  },

  /** An event that came before the outcome of its charge was known. */
  "dispute-event": {
    describe: () => ({ text: "The dispute of a charge is recorded, once the outcome of the charge is known", event: "disputes.create" }),
    async run(tenant, payload) {
      const { event, receivedAt, ...sender } = Waiting.parse(payload)
      await asSystem(tenant, `${sender.gateway} ${event.type}`, ctx => receive(ctx, sender, event, receivedAt), "gateway")
    },
  },

  /** Asks for the decision of the payer's bank, in case its event was lost. */
  "look-up-dispute": {
    describe: () => ({ text: "The gateway is asked what the payer's bank decided, if it is not known by then" }),
    async run(tenant, payload) {
      const { dispute: id, since } = LookUp.parse(payload)
      const existing = await asSystem(tenant, "look-up-dispute", ctx => readDispute(ctx, id))
      if (!isOpen(existing.status)) return
      const state = await callGatewayOf(existing, async ({ disputes }) => disputes?.lookUp(tenant, existing.reference))
      if (!state) return
      await asSystem(tenant, "look-up-dispute", async ctx => {
        const dispute = await readDisputeForUpdate(ctx, id)
        const isDecided = state.status === "won" || state.status === "lost"
        const { status } = isDecided ? await hear(ctx, dispute, { ...state, decision: state.status }) : dispute
        if (isOpen(status)) lookUpLater(ctx, dispute, since)
      })
    },
    /** A gateway that is down for long is asked again when it may be back. */
    async giveUp(tenant, payload) {
      const { dispute: id, since } = LookUp.parse(payload)
      await asSystem(tenant, "look-up-dispute", async ctx => {
        lookUpLater(ctx, await readDispute(ctx, id), since)
      })
    },
  },

  /** Hands the evidence to the gateway. A repeat after a crash or without an answer has the same key and counts once. */
  "submit-evidence": {
    describe: () => ({ text: "The evidence is handed to the gateway" }),
    run: (tenant, payload) =>
      answer(tenant, payload, (gateway, { id, reference, evidence }) => {
        if (!evidence) throw new Error(`dispute ${id} has no evidence`)
        const key = `${id}-${evidence.submittedAt}`
        return gateway.submitEvidence({ tenant, key, dispute: reference, text: evidence.text, documents: evidence.documents })
      }),
    giveUp: notifyUndelivered,
  },

  /** Tells the gateway that the dispute is accepted. */
  "accept-dispute": {
    describe: () => ({ text: "The gateway is told that the dispute is accepted" }),
    run: (tenant, payload) => answer(tenant, payload, (gateway, { reference }) => gateway.accept(tenant, reference)),
    giveUp: notifyUndelivered,
  },
}

function lookUpLater(ctx: Context, dispute: DisputeRow, since?: Date) {
  const { at, passed } = planLookUp(ctx, dispute, since)
  enqueueNext(ctx, "look-up-dispute", { dispute: dispute.id, ...passed }, at, isRealTime(dispute))
}

/** Calls nothing when the gateway takes no answers: then a person answers at the gateway directly. */
async function answer(tenant: string, payload: unknown, call: (gateway: DisputeGateway, dispute: DisputeRow) => Promise<void>) {
  const { dispute: id } = Payload.parse(payload)
  const dispute = await asSystem(tenant, "answer-dispute", ctx => readDispute(ctx, id))
  await callGatewayOf(dispute, async ({ disputes }) => disputes && call(disputes, dispute))
}

async function notifyUndelivered(tenant: string, payload: unknown) {
  const { dispute: id } = Payload.parse(payload)
  await asSystem(tenant, "answer-dispute", async ctx => notifyOfDispute(ctx, await readDispute(ctx, id), "undelivered"))
}
