import { z } from "zod"
import { assertOpen, billableItems } from "../../catalogue/orders/rules.ts"
import { readOrderForUpdate } from "../../catalogue/orders/store.ts"
import { assertMayReclassify } from "../../control/approvals/hold.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Id } from "../../kit/pure/fields.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { asKnownAt } from "../../platform/audit/as-of.ts"
import { AsOfQuery } from "../../platform/audit/schema.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { assertMayCancel, cancelPaymentIntent } from "./cancel.ts"
import { createPaymentIntent } from "./create.ts"
import { linesOf, releaseItems } from "./lines.ts"
import { askDependents, type PaymentIntentDependent } from "./ports.ts"
import { remind, scheduleReminders } from "./reminder.ts"
import { assertRepeatable, repeatOrder } from "./repeat.ts"
import {
  assertChangeable,
  assertNeverPaid,
  assertNotInstallment,
  assertReminderIntervalPassed,
  defaultDueAt,
  isOverdue,
  assertRemindable,
} from "./rules.ts"
import {
  Cancellation,
  NewPaymentIntent,
  OrderBill,
  OrderRepeat,
  PaymentIntent,
  PaymentIntentChange,
  paymentIntentFilters,
  PaymentRequest,
} from "./schema.ts"
import {
  deletePaymentIntent,
  listPaymentIntents,
  readInstallmentsForUpdate,
  readPaymentIntent,
  readPaymentIntentForUpdate,
  renderPaymentIntent,
  savePaymentIntent,
} from "./store.ts"

/** It is not stored, because it follows from the time. */
const overdueAt = (intent: PaymentIntent, at: Date): PaymentIntent => ({
  ...intent,
  isOverdue: isOverdue({ status: intent.status, due_at: new Date(intent.dueAt) }, at),
})

export const paymentIntentOperations = (dependents: readonly PaymentIntentDependent[]) => [
  operation({
    route: "POST /v1/payment-intents/create",
    creates: true,
    noun: "paymentIntent",
    summary: "Create a payment intent, which the contact pays by its link; a payment-plan creates one installment for each date",
    needs: "paymentIntents.edit",
    effect: "draft",
    idempotency: "both",
    input: NewPaymentIntent,
    output: PaymentIntent,
    run: createPaymentIntent,
  }),

  operation({
    route: "POST /v1/orders/{id}/payment-intents/create",
    label: "Bill an order",
    creates: true,
    noun: "order",
    summary: "Create a payment intent that bills items of an order, with their suppliers",
    needs: "paymentIntents.edit",
    effect: "draft",
    input: OrderBill,
    output: PaymentIntent,
    subject: readOrderForUpdate,
    run(ctx, { items: itemIds, ...rest }, order) {
      assertOpen(order, "billed")
      const items = billableItems(order.items, itemIds)
      const currency = items[0]!.currency
      const lines = linesOf(items)
      return createPaymentIntent(ctx, { ...rest, intentType: "ad-hoc", contact: order.contact_id, currency, items: lines }, order)
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/repeat",
    label: "Order the same again",
    noun: "order",
    summary: "Make a new order of the same services at their prices of now, with the payment intent that bills it",
    needs: "orders.edit",
    effect: "draft",
    input: OrderRepeat,
    output: PaymentIntent,
    subject: readOrderForUpdate,
    assertPossible: assertRepeatable,
    run: (ctx, input, order) => repeatOrder(ctx, order, input),
  }),

  operation({
    tool: "payment_intent_create",
    toolNote: "Sends no e-mail: pass its link on, or use payment_intent_remind.",
    noun: "paymentIntent",
    summary: "Create a payment intent, which the contact pays by its link; nothing is charged. Due in 7 days unless dueAt is given",
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
    summary:
      "List payment intents, newest first; filter by contact or status. The list has a plan and its installments: add up one or the other",
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
    summary: "One payment intent, by id or number, with its current status and its payment link",
    needs: "paymentIntents.view",
    effect: "read",
    query: true,
    input: AsOfQuery,
    output: PaymentIntent,
    subject: readPaymentIntent,
    async run(ctx, { asOf }, intent) {
      const now = renderPaymentIntent(intent, ctx)
      if (asOf === undefined) return now
      return overdueAt(await asKnownAt(ctx, { noun: "payment intent", audits: "paymentIntents" }, now, asOf), asOf)
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/update",
    noun: "paymentIntent",
    summary: "Change the due date, reference, description, team or metadata; fields that are not sent stay as they are",
    needs: "paymentIntents.edit",
    effect: "change",
    input: PaymentIntentChange,
    output: PaymentIntent,
    subject: readPaymentIntentForUpdate,
    assertPossible: assertChangeable,
    async run(ctx, { dueAt, team, metadata, ...texts }, intent) {
      const team_id = team && (await resolveTeam(ctx, team))
      if (team_id !== undefined) await assertMayReclassify(ctx, "primaryTeams", intent.team_id, team_id)
      if (dueAt && intent.intent_type !== "payment-plan") scheduleReminders(ctx, { id: intent.id, dueAt })
      return savePaymentIntent(ctx, intent, {
        ...omitUndefined({ ...texts, due_at: dueAt, team_id }),
        metadata: mergeMetadata(intent.metadata, metadata),
      })
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/cancel",
    tool: "payment_intent_cancel",
    toolNote: "Refused once something was paid.",
    noun: "paymentIntent",
    summary: "Cancel a payment intent that is due or overdue, permanently; with a plan its installments too",
    needs: "paymentIntents.edit",
    effect: "change",
    input: Cancellation,
    output: PaymentIntent,
    subject: readPaymentIntentForUpdate,
    assertPossible: (intent, ctx) => assertMayCancel(ctx, dependents, intent),
    run: (ctx, { reason = null }, intent) => cancelPaymentIntent(ctx, dependents, intent, reason),
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/delete",
    noun: "paymentIntent",
    summary: "Delete a payment intent that was never paid; with a plan its installments too",
    needs: "paymentIntents.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readPaymentIntentForUpdate,
    async assertPossible(intent, ctx) {
      assertNotInstallment(intent, "delete")
      assertNeverPaid(intent)
      await askDependents(dependents, "assertDeletable", ctx, intent)
    },
    async run(ctx, _input, intent) {
      const all = [intent, ...(await readInstallmentsForUpdate(ctx, intent))]
      all.forEach(assertNeverPaid)
      for (const each of all) for (const dependent of dependents) await dependent.deleted?.(ctx, each)
      if (intent.order_id) await releaseItems(ctx, intent.order_id, intent.id)
      for (const each of all) deletePaymentIntent(ctx, each)
      return { _id: intent.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/payment-intents/{id}/remind",
    label: "Send a reminder for a payment intent",
    noun: "paymentIntent",
    summary: "E-mail the contact a reminder with the payment link",
    needs: "paymentIntents.edit",
    effect: "draft",
    notifiesCustomer: true,
    input: noInput,
    output: PaymentIntent,
    subject: readPaymentIntentForUpdate,
    assertPossible: assertRemindable,
    run: (ctx, _input, intent) => remind(ctx, intent),
  }),

  operation({
    tool: "payment_intent_remind",
    toolNote: "Ask the user first.",
    noun: "paymentIntent",
    summary: "Customer-visible: e-mail the contact a reminder with the payment link, at most once a day for each payment intent",
    needs: "paymentIntents.edit",
    effect: "draft",
    notifiesCustomer: true,
    input: noInput,
    output: PaymentIntent,
    subject: readPaymentIntentForUpdate,
    assertPossible: assertRemindable, // checked first, so that an agent does not wait a day only to learn that the intent is paid
    run(ctx, _input, intent) {
      assertReminderIntervalPassed(intent.reminded_at, ctx.now)
      return remind(ctx, intent)
    },
  }),

  timeline("payment-intents", "paymentIntents.view", readPaymentIntent),
]
