import type { z } from "zod"
import { resolveContact } from "../contacts/store.ts"
import type { Context } from "../kit/context.ts"
import { newId } from "../kit/id.ts"
import { Problem } from "../kit/problem.ts"
import { resolveOrder, takeOrder } from "../orders/store.ts"
import { assertWithin, sharedIn, sharesOf } from "../partnerships/rules.ts"
import { resolveTeam } from "../tenants/store.ts"
import { markBilled, resolveLines } from "./lines.ts"
import { assertScheduleSums, totalOf } from "./rules.ts"
import type { NewPaymentIntent, PaymentIntent } from "./schema.ts"
import { insertPaymentIntent, type NewRow } from "./store.ts"

type Asked = Omit<z.output<typeof NewPaymentIntent>, "items"> & { items: Parameters<typeof resolveLines>[1] }
type Schedule = NonNullable<Asked["schedule"]>

/** An ad-hoc request or a plan with its installments, in one commit. What its lines promise to partners is fixed now. */
export async function createPaymentIntent(ctx: Context, { intentType, schedule, ...asked }: Asked): Promise<PaymentIntent> {
  assertScheduleFits(intentType, schedule)
  const intent = await resolved(ctx, asked)
  return schedule ? insertPlan(ctx, intent, schedule) : insertPaymentIntent(ctx, { ...intent, intent_type: intentType })
}

async function resolved(ctx: Context, asked: Omit<Asked, "intentType" | "schedule">): Promise<Omit<NewRow, "intent_type">> {
  const { contact, currency, dueAt, order, reference = null, description = null, team, metadata } = asked
  const amount = totalOf(asked.items)
  const [contact_id, team_id, items] = await Promise.all([
    resolveContact(ctx, contact),
    team ? resolveTeam(ctx, team) : null,
    resolveLines(ctx, asked.items),
  ])
  const split = sharedIn(sharesOf(items, currency))
  assertWithin(split, amount)
  const id = newId(ctx.now)
  if (order) markBilled(ctx, await orderFor(ctx, order, contact_id), items, id, currency)
  else if (items.some(item => item.orderItem)) throw fault("VAL-1002", "order", "order is required where a line names an orderItem")
  return {
    id,
    contact_id,
    currency,
    amount,
    items,
    split,
    due_at: dueAt,
    order_id: order ?? null,
    reference,
    description,
    team_id,
    metadata,
  }
}

async function orderFor(ctx: Context, reference: string, contact: string) {
  const { id } = await resolveOrder(ctx, reference)
  const order = await takeOrder(ctx, id)
  if (order.contact_id !== contact) throw fault("VAL-1003", "contact", `contact must be that of order ${order.number}`)
  return order
}

function assertScheduleFits(intentType: string, schedule: Schedule | undefined) {
  if (intentType === "payment-plan" && !schedule) throw fault("VAL-1002", "schedule", "schedule is required for a payment-plan")
  if (intentType !== "payment-plan" && schedule) throw fault("VAL-1003", "schedule", "schedule goes with intentType payment-plan only")
}

const fault = (code: "VAL-1002" | "VAL-1003", path: string, detail: string) => new Problem(code, { detail }, [{ path, message: detail }])

/** The plan and one installment for each date. Paying an installment pays down the plan; its partners are the plan's. */
async function insertPlan(ctx: Context, intent: Omit<NewRow, "intent_type">, schedule: Schedule): Promise<PaymentIntent> {
  assertScheduleSums(schedule, intent.amount)
  const installments = schedule.map(() => newId(ctx.now))
  const plan = await insertPaymentIntent(ctx, { ...intent, installments, intent_type: "payment-plan" })
  for (const [i, { dueAt, amount }] of schedule.entries()) {
    const name = `Installment ${i + 1} of ${schedule.length}`
    const items = [{ name, description: "", category: "", amount }]
    const own = { id: installments[i]!, intent_type: "installment" as const, plan_id: plan._id, items, amount, due_at: dueAt, split: 0 }
    await insertPaymentIntent(ctx, { ...intent, ...own })
  }
  return plan
}
