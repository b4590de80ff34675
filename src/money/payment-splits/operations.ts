import { z } from "zod"
import { assertFree, assertMayReclassify, hold, isHeld, wereAsked, withdraw } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { newId } from "../../kit/pure/id.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { sum } from "../../kit/pure/money.ts"
import { assertSharesFit, type Share, sharesOf, sumShares } from "../../parties/partnerships/rules.ts"
import { resolvePartnership } from "../../parties/partnerships/store.ts"
import { asKnownAt } from "../../platform/audit/as-of.ts"
import { AsOfQuery } from "../../platform/audit/schema.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveLines } from "../payment-intents/lines.ts"
import { assertNotInstallment, totalOf } from "../payment-intents/rules.ts"
import { readPaymentIntent, readPaymentIntentForUpdate, resolvePaymentIntent, saveSplitTotal } from "../payment-intents/store.ts"
import { splitToApprove } from "./approval-facts.ts"
import { assertAmountChangeable, assertDeletable, assertPromised, assertShareable, earningsOf, partnersOf } from "./rules.ts"
import { NewPaymentSplit, PaymentSplit, PaymentSplitChange, paymentSplitFilters, SplitPreview, SplitPreviewInput } from "./schema.ts"
import {
  deleteSplit,
  findSplits,
  insertSplit,
  listPaymentSplits,
  readPaymentSplit,
  readWithIntentForUpdate,
  renderPaymentSplit,
  saveAccrued,
  saveFixedAmount,
  saveSplit,
} from "./store.ts"

export const paymentSplitOperations = [
  operation({
    route: "POST /v1/payment-splits/create",
    creates: true,
    tool: "payment_split_create",
    toolNote: "A policy may hold it: approval then says what a person has to decide.",
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
      const { currency } = intent
      assertSharesFit(sum([intent.split, amount]), intent.amount, currency)
      const terms = { type: "fixed" as const, amount, currency }
      const fields = { id: newId(ctx.now), payment_intent_id: id, partnership_id: partner.id, currency, amount, terms }
      const approval = await hold(ctx, splitToApprove(ctx, fields.id, fields, intent))
      const split = insertSplit(ctx, { ...fields, approval, origin: "fixed", metadata })
      saveSplitTotal(ctx, intent, intent.split + amount)
      if (isHeld(approval)) return renderPaymentSplit(split)
      return renderPaymentSplit(saveAccrued(ctx, split, earningsOf(amount, intent)))
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
    query: true,
    input: AsOfQuery,
    output: PaymentSplit,
    subject: readPaymentSplit,
    run: (ctx, { asOf }, split) => {
      const now = renderPaymentSplit(split)
      return asOf === undefined ? now : asKnownAt(ctx, { noun: "payment split", audits: "splitIntents" }, now, asOf)
    },
  }),

  operation({
    route: "POST /v1/payment-splits/{id}/update",
    noun: "paymentSplit",
    summary: "Change the metadata of a payment split, or the amount of a fixed one that is in no payout; what it has earned is adjusted",
    needs: "splits.edit",
    effect: "change",
    input: PaymentSplitChange,
    output: PaymentSplit,
    subject: readAfterIntent,
    async run(ctx, { amount, ...change }, split) {
      const metadata = mergeMetadata(split.metadata, change.metadata)
      if (amount === undefined || amount === split.amount) return renderPaymentSplit(saveSplit(ctx, split, { metadata }))
      const isApproved = await wereAsked(ctx, split.approval)
      assertAmountChangeable({ ...split, isApproved }, amount)
      const intent = await readPaymentIntentForUpdate(ctx, split.payment_intent_id)
      assertPromised(intent, "given another amount")
      if (!isApproved && amount > split.amount) await assertFree(ctx, splitToApprove(ctx, split.id, { ...split, amount }, intent))
      const total = sum([intent.split, -split.amount, amount])
      assertSharesFit(total, intent.amount, intent.currency)
      saveSplitTotal(ctx, intent, total)
      return renderPaymentSplit(saveFixedAmount(ctx, split, { amount, ...earningsOf(amount, intent), metadata }))
    },
  }),

  operation({
    route: "POST /v1/payment-splits/{id}/delete",
    noun: "paymentSplit",
    summary: "Delete a payment split that is in no payout; what it earned so far is reversed",
    needs: "splits.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readAfterIntent,
    async assertPossible(split, ctx) {
      assertDeletable(split)
      const intent = await readPaymentIntent(ctx, split.payment_intent_id)
      assertPromised(intent, "deleted")
      const others = (await findSplits(ctx, intent.id)).filter(({ id }) => id !== split.id)
      const isLast = !partnersOf(intent.items, others).includes(split.partnership_id)
      if (isLast) await assertMayReclassify(ctx, "partnership", split.partnership_id, null)
    },
    async run(ctx, _input, split) {
      const intent = await readPaymentIntentForUpdate(ctx, split.payment_intent_id)
      assertPromised(intent, "deleted")
      saveSplitTotal(ctx, intent, intent.split - split.amount)
      if (split.status === "pending-approval") {
        await withdraw(ctx, split.id, "the payment split was deleted")
        deleteSplit(ctx, split)
      } else deleteSplit(ctx, saveAccrued(ctx, split, { earned: 0, accrued: 0 }))
      return { _id: split.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/payment-splits/preview",
    noun: "splitPreview",
    summary: "Preview how a payment intent, or lines that are not sold yet, would be split; nothing is written",
    needs: "splits.view",
    effect: "read",
    refuses: ["PIN-1002", "SPL-1001", "SPL-2001", "SMR-"],
    input: SplitPreviewInput,
    output: SplitPreview,
    run: preview,
  }),

  timeline("payment-splits", "splits.view", readPaymentSplit),
]

async function readAfterIntent(ctx: Context, reference: string) {
  const { split } = await readWithIntentForUpdate(ctx, reference)
  return split
}

async function preview(ctx: Context, { paymentIntent, currency, items }: z.output<typeof SplitPreviewInput>) {
  if (paymentIntent) {
    if (currency || items) throw invalidField("paymentIntent", "can't be given together with currency or items")
    const intent = await resolvePaymentIntent(ctx, paymentIntent)
    return divide(intent.currency, intent.amount, sharesOf(intent.items, intent.currency))
  }
  if (!currency || !items) throw missingField("paymentIntent", "is required, or both currency and items")
  const lines = await resolveLines(ctx, items)
  return divide(currency, totalOf(lines), sharesOf(lines, currency))
}

function divide(currency: string, amount: number, splits: Share[]) {
  const shared = sumShares(splits)
  assertSharesFit(shared, amount, currency)
  return { currency, amount, shared, kept: amount - shared, splits }
}
