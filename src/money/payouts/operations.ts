import { withdraw } from "../../control/approvals/hold.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { createPayout } from "./create.ts"
import { assertCancelable, assertCanFail, assertConfirmable, assertExchanged, assertFailable, assertSendable } from "./rules.ts"
import { Confirmation, Failure, NewPayout, Payout, PayoutChange, payoutFilters, SimulatedFailure } from "./schema.ts"
import { send } from "./send.ts"
import { fail, freeReserved, markPaid, markReturned, type PayoutWithSplits, readPayoutWithSplits } from "./settle.ts"
import { simulateFailure } from "./simulate.ts"
import { listPayouts, readPayout, readPayoutForUpdate, renderPayout, savePayout } from "./store.ts"

export const payoutOperations = [
  operation({
    route: "POST /v1/payouts/create",
    creates: true,
    noun: "payout",
    summary: "Pay out splits of a partner, a part of what you owe it, or your own balance; the money is reserved at once and then sent",
    needs: "splits.edit",
    needsConfirmation: "daily",
    effect: "money",
    idempotency: "header",
    input: NewPayout,
    output: Payout,
    run: async (ctx, input) => renderPayout(await createPayout(ctx, input)),
  }),

  listing({
    route: "GET /v1/payouts",
    tool: "payout_list",
    noun: "payout",
    plural: "payouts",
    summary: "List payouts, newest first; filter by status, partnership, method or currency",
    needs: "splits.view",
    filters: payoutFilters,
    toolFilters: ["status", "partnership", "method", "currency"],
    item: Payout,
    run: listPayouts,
  }),

  operation({
    route: "GET /v1/payouts/{id}",
    tool: "payout_get",
    toolNote: "No tool creates or sends payouts.",
    noun: "payout",
    summary: "One payout with its exchange rate and, if it failed, the reason; bank account numbers are always masked",
    needs: "splits.view",
    effect: "read",
    input: noInput,
    output: Payout,
    subject: readPayout,
    run: (_ctx, _input, payout) => renderPayout(payout),
  }),

  operation({
    route: "POST /v1/payouts/{id}/update",
    noun: "payout",
    summary: "Change the metadata; nothing else about a payout can be changed",
    needs: "splits.edit",
    effect: "change",
    input: PayoutChange,
    output: Payout,
    subject: readPayoutForUpdate,
    run: (ctx, { metadata }, payout) => renderPayout(savePayout(ctx, payout, { metadata: mergeMetadata(payout.metadata, metadata) })),
  }),

  operation({
    route: "POST /v1/payouts/{id}/send",
    noun: "payout",
    summary: "Send a draft; it waits for approval when a policy holds it",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: Payout,
    subject: readPayoutWithSplits,
    assertPossible: assertSendable,
    run: async (ctx, _input, withSplits) => renderPayout(await send(ctx, withSplits)),
  }),

  operation({
    route: "POST /v1/payouts/{id}/cancel",
    noun: "payout",
    summary: "Cancel a payout that was not sent and is in no payment file; its splits are due again and its balance is free",
    needs: "splits.edit",
    effect: "change",
    input: noInput,
    output: Payout,
    subject: readPayoutWithSplits,
    assertPossible: assertCancelable,
    async run(ctx, _input, withSplits) {
      const { id, approval } = withSplits.payout
      await withdraw(ctx, id, "the payout was canceled")
      const isWaiting = approval.status === "pending"
      return renderPayout(
        freeReserved(ctx, withSplits, { status: "canceled", ...(isWaiting && { approval: { ...approval, status: "canceled" } }) }),
      )
    },
  }),

  operation({
    route: "POST /v1/payouts/{id}/confirm",
    noun: "payout",
    summary: "Confirm that a payout with method manual was sent, or that the bank executed one with method bank-file",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "money",
    input: Confirmation,
    output: Payout,
    subject: readPayoutWithSplits,
    assertPossible: assertConfirmable,
    async run(ctx, sent, withSplits) {
      assertExchanged(withSplits.payout, sent.charged)
      return renderPayout(await markPaid(ctx, withSplits, sent))
    },
  }),

  operation({
    route: "POST /v1/payouts/{id}/fail",
    noun: "payout",
    summary:
      "Record that a payout with method manual or bank-file was not executed, or that the bank returned it; its splits are due again",
    needs: "payouts.send",
    effect: "money",
    input: Failure,
    output: Payout,
    subject: readPayoutWithSplits,
    assertPossible: assertFailable,
    run: async (ctx, { reason }, withSplits: PayoutWithSplits) =>
      renderPayout(await (withSplits.payout.status === "paid" ? markReturned : fail)(ctx, withSplits, reason)),
  }),

  operation({
    route: "POST /v1/simulations/payouts/{id}/fail",
    noun: "payout",
    summary: "Sandbox only: make a processing payout fail, or have the bank return a paid one",
    needs: "payouts.send",
    effect: "money",
    input: SimulatedFailure,
    output: Payout,
    subject: readPayoutWithSplits,
    async run(ctx, { outcome, reason }, withSplits) {
      assertCanFail(withSplits.payout, outcome)
      return renderPayout(await simulateFailure(ctx, withSplits, reason))
    },
  }),

  timeline("payouts", "splits.view", readPayout),
]
