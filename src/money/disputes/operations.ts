import { enqueue } from "../../kit/jobs/enqueue.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { gatewayNow } from "../gateways/clock.ts"
import { learn } from "./learn.ts"
import { assertAcceptable, assertAnswerable, byStatus } from "./rules.ts"
import { Dispute, DisputeChange, disputeFilters, NewEvidence, NextStage, Resolution, SimulatedDispute } from "./schema.ts"
import { simulateDecision, simulateDispute, simulateStage } from "./simulate.ts"
import { listDisputes, readDispute, readDisputeForUpdate, renderDispute, saveDispute } from "./store.ts"

export const disputeOperations = [
  listing({
    route: "GET /v1/disputes",
    tool: "dispute_list",
    noun: "dispute",
    plural: "disputes",
    summary: "List disputes, newest first; open: true narrows to those that need attention",
    needs: "disputes.view",
    filters: disputeFilters,
    toolFilters: ["open", "status", "transaction", "paymentIntent", "contact"],
    item: Dispute,
    run: (ctx, query) => listDisputes(ctx, { ...query, where: query.where.map(byStatus) }),
  }),

  operation({
    route: "GET /v1/disputes/{id}",
    tool: "dispute_get",
    toolNote: "Evidence is sent in the dashboard.",
    noun: "dispute",
    summary: "One dispute with its reason, its evidence and the date to answer by",
    needs: "disputes.view",
    effect: "read",
    input: noInput,
    output: Dispute,
    subject: readDispute,
    run: (_ctx, _input, dispute) => renderDispute(dispute),
  }),

  operation({
    route: "POST /v1/disputes/{id}/update",
    noun: "dispute",
    summary: "Change the metadata; everything else about a dispute comes from its gateway",
    needs: "disputes.edit",
    effect: "change",
    input: DisputeChange,
    output: Dispute,
    subject: readDisputeForUpdate,
    run: (ctx, { metadata }, dispute) => renderDispute(saveDispute(ctx, dispute, { metadata: mergeMetadata(dispute.metadata, metadata) })),
  }),

  operation({
    route: "POST /v1/disputes/{id}/evidence",
    label: "Submit evidence for a dispute",
    noun: "dispute",
    summary: "Submit evidence until its due date; the payer's bank reviews it, and evidence that is sent again replaces the earlier",
    needs: "disputes.edit",
    effect: "change",
    input: NewEvidence,
    output: Dispute,
    subject: readDisputeForUpdate,
    assertPossible: (dispute, ctx) => assertAnswerable(dispute, gatewayNow(ctx, dispute)),
    run(ctx, { text, documents }, dispute) {
      enqueue(ctx, "submit-evidence", { dispute: dispute.id })
      return renderDispute(saveDispute(ctx, dispute, { evidence: { text, documents, submittedAt: isoTime(ctx.now) } }))
    },
  }),

  operation({
    route: "POST /v1/disputes/{id}/accept",
    noun: "dispute",
    summary: "Give up an open dispute: the money is lost, and partners give back their part",
    needs: "disputes.edit",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: Dispute,
    subject: readDisputeForUpdate,
    assertPossible: assertAcceptable,
    async run(ctx, _input, dispute) {
      enqueue(ctx, "accept-dispute", { dispute: dispute.id })
      return renderDispute(await learn(ctx, dispute, { accepted_at: ctx.now }))
    },
  }),

  operation({
    route: "POST /v1/simulations/disputes/create",
    creates: true,
    noun: "dispute",
    summary: "Sandbox only: the payer's bank contests a charge through the simulator, or a part of it",
    needs: "disputes.edit",
    effect: "money",
    input: SimulatedDispute,
    output: Dispute,
    run: async (ctx, input) => renderDispute(await simulateDispute(ctx, input)),
  }),

  operation({
    route: "POST /v1/simulations/disputes/{id}/advance",
    label: "Begin the next stage of a dispute",
    noun: "dispute",
    summary: "Sandbox only: the payer's bank makes a dispute of its inquiry, or a lost dispute is appealed; both need new evidence",
    needs: "disputes.edit",
    effect: "money",
    input: NextStage,
    output: Dispute,
    subject: readDisputeForUpdate,
    run: async (ctx, { stage }, dispute) => renderDispute(await simulateStage(ctx, dispute, stage)),
  }),

  operation({
    route: "POST /v1/simulations/disputes/{id}/resolve",
    noun: "dispute",
    summary: "Sandbox only: the payer's bank decides a dispute, or changes its decision",
    needs: "disputes.edit",
    effect: "money",
    input: Resolution,
    output: Dispute,
    subject: readDisputeForUpdate,
    run: async (ctx, { outcome }, dispute) => renderDispute(await simulateDecision(ctx, dispute, outcome)),
  }),

  timeline("disputes", "disputes.view", readDispute),
]
