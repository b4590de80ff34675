import { z } from "zod"
import { timeline } from "../audit/timeline.ts"
import type { Context } from "../kit/context.ts"
import { Id } from "../kit/fields.ts"
import { sum } from "../kit/money.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { accruedOf, assertWithin, sharedIn, sharesOf } from "../partnerships/rules.ts"
import { resolvePartnership } from "../partnerships/store.ts"
import { assertWhole } from "../payment-intents/rules.ts"
import { resolveLines } from "../payment-intents/lines.ts"
import { resolvePaymentIntent, savePaymentIntent, takePaymentIntent } from "../payment-intents/store.ts"
import { assertDeletable, assertShareable } from "./rules.ts"
import { NewPaymentSplit, PaymentSplit, paymentSplitFilters, SplitPreview, SplitQuestion } from "./schema.ts"
import { deleteSplit, insertSplit, listPaymentSplits, readPaymentSplit, saveAccrued, shownPaymentSplit, takePaymentSplit } from "./store.ts"

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
      const intent = await takePaymentIntent(ctx, id)
      const partner = await resolvePartnership(ctx, partnership)
      assertWhole(intent, "share")
      assertShareable(intent)
      assertWithin(sum([intent.split, amount]), intent.amount)
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
      return shownPaymentSplit(saveAccrued(ctx, split, accruedOf(amount, intent.paid, intent.amount)))
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
    summary: "One payment split with what was earned, paid out and is outstanding",
    needs: "splits.view",
    effect: "read",
    input: nothing,
    output: PaymentSplit,
    subject: readPaymentSplit,
    run: (_ctx, _input, split) => shownPaymentSplit(split),
  }),

  operation({
    route: "POST /v1/payment-splits/{id}/delete",
    noun: "paymentSplit",
    summary: "Delete a payment split that is in no payout; what it earned so far is taken back",
    needs: "splits.edit",
    effect: "change",
    input: nothing,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: takePaymentSplit,
    async run(ctx, _input, split) {
      assertDeletable(split)
      const intent = await takePaymentIntent(ctx, split.payment_intent_id)
      savePaymentIntent(ctx, intent, { split: intent.split - split.amount })
      deleteSplit(ctx, saveAccrued(ctx, split, 0))
      return { _id: split.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/payment-splits/preview",
    noun: "splitPreview",
    summary: "Show how a payment intent, or lines that are not sold yet, would be divided; nothing is written",
    needs: "splits.view",
    effect: "read",
    input: SplitQuestion,
    output: SplitPreview,
    run: preview,
  }),

  timeline("payment-splits", "splits.view", readPaymentSplit),
]

async function preview(ctx: Context, { paymentIntent, currency, items }: z.output<typeof SplitQuestion>) {
  if (paymentIntent) {
    const intent = await resolvePaymentIntent(ctx, paymentIntent)
    return divided(intent.currency, intent.amount, sharesOf(intent.items, intent.currency))
  }
  if (!currency || !items) {
    const detail = "paymentIntent is required, or currency and items"
    throw new Problem("VAL-1002", { detail }, [{ path: "paymentIntent", message: detail }])
  }
  const lines = await resolveLines(ctx, items)
  return divided(currency, sum(lines.map(line => line.amount)), sharesOf(lines, currency))
}

function divided(currency: string, amount: number, splits: ReturnType<typeof sharesOf>) {
  const shared = sharedIn(splits)
  assertWithin(shared, amount)
  return { currency, amount, shared, kept: amount - shared, splits }
}
