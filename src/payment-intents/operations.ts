import { z } from "zod"
import { timeline } from "../audit/timeline.ts"
import { given } from "../kit/given.ts"
import { Id } from "../kit/fields.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { assertOpen, billable } from "../orders/rules.ts"
import { takeOrder } from "../orders/store.ts"
import { resolveTeam } from "../tenants/store.ts"
import { createPaymentIntent } from "./create.ts"
import type { Follower } from "./followers.ts"
import { linesOf, releaseItems } from "./lines.ts"
import { remind } from "./reminder.ts"
import { assertCancelable, assertChangeable, assertNeverPaid, assertNotRemindedLately, assertWhole, defaultDueAt } from "./rules.ts"
import { NewPaymentIntent, OrderBill, PaymentIntent, PaymentIntentChange, paymentIntentFilters, PaymentRequest } from "./schema.ts"
import {
  deletePaymentIntent,
  listPaymentIntents,
  readPaymentIntent,
  savePaymentIntent,
  shownPaymentIntent,
  takeInstallments,
  takePaymentIntent,
} from "./store.ts"

export const paymentIntentOperations = (followers: readonly Follower[]) => [
  operation({
    route: "POST /v1/payment-intents/create",
    noun: "paymentIntent",
    summary: "Create a payment request that the contact settles by link; a payment-plan makes one installment for each date",
    needs: "paymentIntents.edit",
    effect: "draft",
    idempotency: "both",
    input: NewPaymentIntent,
    output: PaymentIntent,
    run: createPaymentIntent,
  }),

  operation({
    route: "POST /v1/orders/{id}/payment-intents/create",
    noun: "order",
    summary: "Raise a payment intent from the items of an order, suppliers included",
    needs: "paymentIntents.edit",
    effect: "draft",
    input: OrderBill,
    output: PaymentIntent,
    subject: takeOrder,
    run(ctx, { items: asked, ...rest }, order) {
      assertOpen(order, "billed")
      const items = billable(order.items, asked)
      const currency = items[0]!.currency
      return createPaymentIntent(ctx, {
        ...rest,
        intentType: "ad-hoc",
        contact: order.contact_id,
        currency,
        order: order.id,
        items: linesOf(items),
      })
    },
  }),

  operation({
    tool: "payment_intent_create",
    noun: "paymentIntent",
    summary:
      "Create a payment request for a contact, who settles it by the link in the answer; nothing is charged. Due in 7 days unless dueAt is given",
    needs: "paymentIntents.edit",
    effect: "draft",
    input: PaymentRequest,
    output: PaymentIntent,
    run: (ctx, { dueAt = defaultDueAt(ctx.now), ...rest }) =>
      createPaymentIntent(ctx, { ...rest, dueAt, intentType: "ad-hoc", metadata: {} }),
  }),

  listing({
    route: "GET /v1/payment-intents",
    tool: "payment_intent_list",
    noun: "paymentIntent",
    plural: "paymentIntents",
    summary: "List payment intents, newest first; filter by contact (id or e-mail) or status",
    needs: "paymentIntents.view",
    filters: paymentIntentFilters,
    toolFilters: ["contact", "status"],
    item: PaymentIntent,
    run: listPaymentIntents,
  }),

  operation({
    route: "GET /v1/payment-intents/{id}",
    tool: "payment_intent_get",
    noun: "paymentIntent",
    summary: "One payment intent with its current status and its payment link",
    needs: "paymentIntents.view",
    effect: "read",
    input: nothing,
    output: PaymentIntent,
    subject: readPaymentIntent,
    run: (ctx, _input, intent) => shownPaymentIntent(ctx, intent),
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/update",
    noun: "paymentIntent",
    summary: "Move the due date or change reference, description, team or metadata; what is not sent stays",
    needs: "paymentIntents.edit",
    effect: "change",
    input: PaymentIntentChange,
    output: PaymentIntent,
    subject: takePaymentIntent,
    async run(ctx, { dueAt, team, metadata, ...texts }, intent) {
      assertChangeable(intent)
      const team_id = team && (await resolveTeam(ctx, team))
      return savePaymentIntent(ctx, intent, {
        ...given({ ...texts, due_at: dueAt, team_id }),
        metadata: mergedMetadata(intent.metadata as Record<string, string>, metadata),
      })
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/cancel",
    tool: "payment_intent_cancel",
    noun: "paymentIntent",
    summary: "Cancel a payment intent that is due or overdue, for good; a plan takes its installments along",
    needs: "paymentIntents.edit",
    effect: "change",
    input: nothing,
    output: PaymentIntent,
    subject: takePaymentIntent,
    async run(ctx, _input, intent) {
      assertWhole(intent, "cancel")
      const all = [intent, ...(await takeInstallments(ctx, intent))]
      all.forEach(assertCancelable)
      for (const each of all) for (const follower of followers) await follower.canceled(ctx, each)
      if (intent.order_id) await releaseItems(ctx, intent.order_id, intent.id)
      const [canceled] = all.map(each => savePaymentIntent(ctx, each, { status: "canceled", split: 0 }))
      return canceled!
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/delete",
    noun: "paymentIntent",
    summary: "Delete a payment intent that was never paid; a plan takes its installments along",
    needs: "paymentIntents.edit",
    effect: "change",
    input: nothing,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: takePaymentIntent,
    async run(ctx, _input, intent) {
      assertWhole(intent, "delete")
      const all = [intent, ...(await takeInstallments(ctx, intent))]
      all.forEach(assertNeverPaid)
      for (const each of all) for (const follower of followers) await follower.deleted(ctx, each)
      if (intent.order_id) await releaseItems(ctx, intent.order_id, intent.id)
      for (const each of all) deletePaymentIntent(ctx, each)
      return { _id: intent.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/remind",
    noun: "paymentIntent",
    summary: "E-mail the contact a reminder with the payment link",
    needs: "paymentIntents.edit",
    effect: "draft",
    outward: true,
    input: nothing,
    output: PaymentIntent,
    subject: takePaymentIntent,
    run: (ctx, _input, intent) => remind(ctx, intent),
  }),

  operation({
    tool: "payment_intent_remind",
    noun: "paymentIntent",
    summary: "Customer-visible: e-mail the contact a reminder with the payment link, at most once a day for each payment intent",
    needs: "paymentIntents.edit",
    effect: "draft",
    outward: true,
    input: nothing,
    output: PaymentIntent,
    subject: takePaymentIntent,
    run(ctx, _input, intent) {
      assertNotRemindedLately(intent.reminded_at, ctx.now)
      return remind(ctx, intent)
    },
  }),

  timeline("payment-intents", "paymentIntents.view", readPaymentIntent),
]
