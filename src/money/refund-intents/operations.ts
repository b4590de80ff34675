import { assertFree, assertFreeNow } from "../../control/approvals/hold.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { readRefundToApprove } from "./approval-facts.ts"
import { createRefund } from "./create.ts"
import { end, release, withdrawDraft } from "./release.ts"
import { assertCancelable, assertDecidable, assertManual } from "./rules.ts"
import { NewRefundIntent, RefundFailure, refundFilters, RefundIntent, RefundIntentChange, Settlement } from "./schema.ts"
import { settle } from "./settle.ts"
import { listRefundIntents, readRefundIntent, readRefundIntentForUpdate, renderRefundIntent, saveRefundIntent } from "./store.ts"

export const refundIntentOperations = [
  operation({
    route: "POST /v1/refund-intents/create",
    creates: true,
    tool: "refund_intent_create",
    toolNote: "Moves no money: a person releases it in the dashboard, and no policy does so automatically.",
    noun: "refundIntent",
    summary: "Start a refund against a settled charge, whole, by amount or by line, as a draft awaiting a person's approval",
    needs: "refunds.edit",
    needsConfirmation: "daily",
    effect: "draft",
    idempotency: "both",
    input: NewRefundIntent,
    output: RefundIntent,
    run: async (ctx, input) => renderRefundIntent(await createRefund(ctx, input)),
  }),

  listing({
    route: "GET /v1/refund-intents",
    tool: "refund_intent_list",
    noun: "refundIntent",
    plural: "refundIntents",
    summary:
      "List refund requests with approval and settlement state, newest first; filter by transaction, payment intent, contact or status",
    needs: "refunds.view",
    filters: refundFilters,
    toolFilters: ["transaction", "paymentIntent", "contact", "status"],
    item: RefundIntent,
    run: listRefundIntents,
  }),

  operation({
    route: "GET /v1/refund-intents/{id}",
    tool: "refund_intent_get",
    noun: "refundIntent",
    summary: "One refund request with per-item amounts, fees and taxes",
    needs: "refunds.view",
    effect: "read",
    input: noInput,
    output: RefundIntent,
    subject: readRefundIntent,
    run: (_ctx, _input, refund) => renderRefundIntent(refund),
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/update",
    noun: "refundIntent",
    summary: "Change the metadata; nothing else about a refund can be changed",
    needs: "refunds.edit",
    effect: "change",
    input: RefundIntentChange,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    run: (ctx, { metadata }, refund) =>
      renderRefundIntent(saveRefundIntent(ctx, refund, { metadata: mergeMetadata(refund.metadata, metadata) })),
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/approve",
    noun: "refundIntent",
    summary: "Approve a draft that no policy holds: the gateway gives the money back, or a person does and then settles it",
    needs: "refunds.approve",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    async assertPossible(refund, ctx) {
      assertDecidable(refund, "approved")
      if (!refund.approval.required) await assertFreeNow(ctx, await readRefundToApprove(ctx, refund))
    },
    async run(ctx, _input, refund) {
      if (!refund.approval.required) await assertFree(ctx, await readRefundToApprove(ctx, refund))
      return renderRefundIntent(await release(ctx, refund))
    },
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/reject",
    noun: "refundIntent",
    summary: "Reject a draft that no policy holds; its amount can be refunded again",
    needs: "refunds.approve",
    effect: "change",
    input: noInput,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    assertPossible: refund => assertDecidable(refund, "rejected"),
    run: async (ctx, _input, refund) => renderRefundIntent(await end(ctx, refund, { status: "rejected" })),
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/cancel",
    noun: "refundIntent",
    summary: "Cancel a draft; its approval request is canceled with it, and its amount can be refunded again",
    needs: "refunds.edit",
    effect: "change",
    input: noInput,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    assertPossible: assertCancelable,
    run: async (ctx, _input, refund) =>
      renderRefundIntent(await end(ctx, refund, await withdrawDraft(ctx, refund, "the refund was canceled"))),
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/settle",
    noun: "refundIntent",
    summary: "Record that an approved refund of a payment without a gateway was paid by hand",
    needs: "refunds.edit",
    needsConfirmation: "daily",
    effect: "money",
    input: Settlement,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    assertPossible: refund => assertManual(refund, "settled"),
    run: async (ctx, { reference }, refund) =>
      renderRefundIntent(await settle(ctx, refund, { reference, gatewayReference: null, fees: 0 })),
  }),

  operation({
    route: "POST /v1/refund-intents/{id}/fail",
    noun: "refundIntent",
    summary: "Record that an approved refund could not be paid by hand; its amount can be refunded again",
    needs: "refunds.edit",
    effect: "change",
    input: RefundFailure,
    output: RefundIntent,
    subject: readRefundIntentForUpdate,
    assertPossible: refund => assertManual(refund, "marked as failed"),
    run: async (ctx, { reason }, refund) =>
      renderRefundIntent(await end(ctx, refund, { status: "failed", failure: { code: "failed", message: reason } })),
  }),

  timeline("refund-intents", "refunds.view", readRefundIntent),
]
