import { z } from "zod"
import { timeline } from "../audit/timeline.ts"
import { readContact, resolveContact } from "../contacts/store.ts"
import type { Context } from "../kit/context.ts"
import { Id } from "../kit/fields.ts"
import { given } from "../kit/given.ts"
import { newId } from "../kit/id.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { sendMail } from "../mails/store.ts"
import { resolveTeam } from "../tenants/store.ts"
import { reminder } from "./reminder.ts"
import { assertCancelable, assertChangeable, assertNeverPaid, assertNotRemindedLately, assertRemindable } from "./rules.ts"
import { assertScheduleSums, assertWhole, defaultDueAt, totalOf } from "./rules.ts"
import { NewPaymentIntent, PaymentIntent, PaymentIntentChange, paymentIntentFilters, PaymentRequest } from "./schema.ts"
import { deletePaymentIntent, insertPaymentIntent, listPaymentIntents, readPaymentIntent, savePaymentIntent } from "./store.ts"
import { type NewRow, type PaymentIntentRow, shownPaymentIntent, takeInstallments, takePaymentIntent } from "./store.ts"

export const paymentIntentOperations = [
  operation({
    route: "POST /v1/payment-intents/create",
    noun: "paymentIntent",
    summary: "Create a payment request that the contact settles by link; a payment-plan makes one installment for each date",
    needs: "paymentIntents.edit",
    effect: "draft",
    idempotency: "both",
    input: NewPaymentIntent,
    output: PaymentIntent,
    async run(ctx, { intentType, schedule, ...rest }) {
      assertScheduleFits(intentType, schedule)
      const intent = await resolved(ctx, rest)
      return schedule ? insertPlan(ctx, intent, schedule) : insertPaymentIntent(ctx, { ...intent, intent_type: intentType })
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
    async run(ctx, { dueAt = defaultDueAt(ctx.now), ...rest }) {
      return insertPaymentIntent(ctx, { ...(await resolved(ctx, { ...rest, dueAt, metadata: {} })), intent_type: "ad-hoc" })
    },
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
      const [canceled] = all.map(each => savePaymentIntent(ctx, each, { status: "canceled" }))
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

type Asked = Omit<z.output<typeof NewPaymentIntent>, "intentType" | "schedule">
type Schedule = NonNullable<z.output<typeof NewPaymentIntent>["schedule"]>

async function resolved(ctx: Context, asked: Asked): Promise<Omit<NewRow, "intent_type">> {
  const { contact, currency, dueAt, items, reference = null, description = null, team, metadata } = asked
  const amount = totalOf(items)
  const [contact_id, team_id] = await Promise.all([resolveContact(ctx, contact), team ? resolveTeam(ctx, team) : null])
  return { contact_id, currency, amount, items, due_at: dueAt, reference, description, team_id, metadata }
}

function assertScheduleFits(intentType: string, schedule: Schedule | undefined) {
  if (intentType === "payment-plan" && !schedule) throw scheduleFault("VAL-1002", "schedule is required for a payment-plan")
  if (intentType !== "payment-plan" && schedule) throw scheduleFault("VAL-1003", "schedule goes with intentType payment-plan only")
}

const scheduleFault = (code: "VAL-1002" | "VAL-1003", detail: string) =>
  new Problem(code, { detail }, [{ path: "schedule", message: detail }])

/** The plan and one installment for each date, in one commit. Paying an installment pays down the plan. */
async function insertPlan(ctx: Context, intent: Omit<NewRow, "intent_type">, schedule: Schedule): Promise<PaymentIntent> {
  assertScheduleSums(schedule, intent.amount)
  const id = newId(ctx.now)
  const installments = schedule.map(() => newId(ctx.now))
  const plan = await insertPaymentIntent(ctx, { ...intent, id, installments, intent_type: "payment-plan" })
  for (const [i, { dueAt, amount }] of schedule.entries()) {
    const name = `Installment ${i + 1} of ${schedule.length}`
    const items = [{ name, description: "", category: "", amount }]
    await insertPaymentIntent(ctx, {
      ...intent,
      id: installments[i]!,
      intent_type: "installment",
      plan_id: id,
      items,
      amount,
      due_at: dueAt,
    })
  }
  return plan
}

async function remind(ctx: Context, intent: PaymentIntentRow): Promise<PaymentIntent> {
  assertRemindable(intent)
  const contact = await readContact(ctx, intent.contact_id)
  const reminded = savePaymentIntent(ctx, intent, { reminded_at: ctx.now })
  sendMail(ctx, { recipient: contact.email, object: intent.id, ...reminder(reminded, contact, ctx.tenant.name) })
  return reminded
}
