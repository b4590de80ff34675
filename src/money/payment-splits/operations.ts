import { z } from "zod"
import type { Context } from "../../kit/operation/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { sum } from "../../kit/pure/money.ts"
import { accruedOf, assertSharesFit, type Share, sharesOf, sumShares } from "../../parties/partnerships/rules.ts"
import { resolvePartnership } from "../../parties/partnerships/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveLines } from "../payment-intents/lines.ts"
import { assertNotInstallment } from "../payment-intents/rules.ts"
import { readPaymentIntentForUpdate, resolvePaymentIntent, savePaymentIntent } from "../payment-intents/store.ts"
import { assertDeletable, assertShareable } from "./rules.ts"
import { NewPaymentSplit, PaymentSplit, paymentSplitFilters, SplitPreview, SplitPreviewInput } from "./schema.ts"
import {
  deleteSplit,
  insertSplit,
  listPaymentSplits,
  readPaymentSplit,
  readPaymentSplitForUpdate,
  renderPaymentSplit,
  saveAccrued,
} from "./store.ts"

export const paymentSplitOperations = [
  operation({
    route: "POST /v1/payment-splits/create",
    tool: "payment_split_create",
    noun: "paymentSplit",
    summary: "Record a fixed-amount commission on a payment intent; it records what is owed and pays nothing",
    needs: "splits.edit",
    effect: "draft",
    idempotency: "both",
    input: NewPaymentSplit,
    output: PaymentSplit,
    async run(ctx, { paymentIntent, partnership, amount, metadata }) {
      const { id } = await resolvePaymentIntent(ctx, paymentIntent)
      const intent = await readPaymentIntentForUpdate(ctx, id)
      const partner = await resolvePartnership(ctx, partnership)
      assertNotInstallment(intent, "share")
      assertShareable(intent)
      assertSharesFit(sum([intent.split, amount]), intent.amount)
      const { currency } = intent
      const terms = { type: "fixed" as const, amount, currency }
      const split = insertSplit(ctx, {
        payment_intent_id: id,
        partnership_id: partner.id,
        origin: "fixed",
        currency,
        amount,
        terms,
        metadata,
      })
      savePaymentIntent(ctx, intent, { split: intent.split + amount })
      return renderPaymentSplit(saveAccrued(ctx, split, accruedOf(amount, intent.paid, intent.amount)))
    },
  }),

  listing({
    route: "GET /v1/payment-splits",
    tool: "payment_split_list",
    noun: "paymentSplit",
    plural: "paymentSplits",
    summary: "List payment splits, newest first; filter by payment intent, partnership or status",
    needs: "splits.view",
    filters: paymentSplitFilters,
    toolFilters: ["paymentIntent", "partnership", "status"],
    item: PaymentSplit,
    run: listPaymentSplits,
  }),

  operation({
    route: "GET /v1/payment-splits/{id}",
    tool: "payment_split_get",
    noun: "paymentSplit",
    summary: "One payment split, with what was earned, what was paid out and what is outstanding",
    needs: "splits.view",
    effect: "read",
    input: noInput,
    output: PaymentSplit,
    subject: readPaymentSplit,
    run: (_ctx, _input, split) => renderPaymentSplit(split),
  }),

  operation({
    route: "POST /v1/payment-splits/{id}/delete",
    noun: "paymentSplit",
    summary: "Delete a payment split that is in no payout; what it earned so far is reversed",
    needs: "splits.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readPaymentSplitForUpdate,
    async run(ctx, _input, split) {
      assertDeletable(split)
      const intent = await readPaymentIntentForUpdate(ctx, split.payment_intent_id)
      savePaymentIntent(ctx, intent, { split: intent.split - split.amount })
      deleteSplit(ctx, saveAccrued(ctx, split, 0))
      return { _id: split.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/payment-splits/preview",
    noun: "splitPreview",
    summary: "Preview how a payment intent, or lines that are not sold yet, would be split; nothing is written",
    needs: "splits.view",
    effect: "read",
    input: SplitPreviewInput,
    output: SplitPreview,
    run: preview,
  }),

  timeline("payment-splits", "splits.view", readPaymentSplit),
]

async function preview(ctx: Context, { paymentIntent, currency, items }: z.output<typeof SplitPreviewInput>) {
  if (paymentIntent) {
    const intent = await resolvePaymentIntent(ctx, paymentIntent)
    return divide(intent.currency, intent.amount, sharesOf(intent.items, intent.currency))
  }
  if (!currency || !items) {
    const detail = "paymentIntent is required, or both currency and items"
    throw generalProblem("VAL-1002", { detail }, [{ path: "paymentIntent", message: detail }])
  }
  const lines = await resolveLines(ctx, items)
  return divide(currency, sum(lines.map(line => line.amount)), sharesOf(lines, currency))
}

function divide(currency: string, amount: number, splits: Share[]) {
  const shared = sumShares(splits)
  assertSharesFit(shared, amount)
  return { currency, amount, shared, kept: amount - shared, splits }
}
