import type { z } from "zod"
import { type OrderRow, readOrderForUpdate, resolveOrder } from "../../catalogue/orders/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { resolveActiveContact } from "../../parties/contacts/store.ts"
import { assertSharesFit, sharesOf, sumShares } from "../../parties/partnerships/rules.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { type LineInput, markBilled, resolveLines } from "./lines.ts"
import { mailPaymentRequest } from "./mails.ts"
import { scheduleReminders } from "./reminder.ts"
import { assertScheduleSums, installmentLines, totalOf } from "./rules.ts"
import type { NewPaymentIntent, PaymentIntent } from "./schema.ts"
import { insertPaymentIntent, type NewIntent } from "./store.ts"

type Input = Omit<z.output<typeof NewPaymentIntent>, "items"> & { items: readonly LineInput[] }
/** A contact by a reference, or one that this commit inserts. */
type Payer = string | { id: string }
type Schedule = NonNullable<Input["schedule"]>
/** The fields that a plan and its installments have in common. */
type Content = Omit<NewIntent, "intent_type"> & { id: string }

/**
 * Creates an ad-hoc intent, or a plan with its installments, in one commit. The current terms of partners fix their shares. `order` is the
 * row that the lines were made from, so that a change of it since then is noticed when it is saved.
 */
export async function createPaymentIntent(
  ctx: Context,
  { intentType, schedule, ...input }: Input,
  order?: OrderRow,
): Promise<PaymentIntent> {
  assertScheduleFits(intentType, schedule)
  const intent = await resolveContent(ctx, input, order)
  if (schedule) return insertPlan(ctx, intent, schedule)
  const created = await insertPaymentIntent(ctx, { ...intent, intent_type: intentType })
  await mailPaymentRequest(ctx, created)
  scheduleReminders(ctx, { id: intent.id, dueAt: intent.due_at })
  return created
}

type CycleInput = Pick<Input, "contact" | "currency" | "dueAt" | "items" | "description" | "team">

/** The intent of one cycle of a subscription. With `isRequest` the payer is asked to pay it; otherwise a mandate is charged. */
export async function createCycleIntent(
  ctx: Context,
  input: CycleInput,
  place: { id: string; order_id: string | null; subscription_id: string; cycle: number },
  isRequest: boolean,
): Promise<PaymentIntent> {
  const intent = await resolveBilled(ctx, { ...input, metadata: {} })
  const created = await insertPaymentIntent(ctx, { ...intent, ...place, intent_type: "subscription" })
  if (isRequest && place.cycle > 1) await mailPaymentRequest(ctx, created) // the mail about the start asks for the first cycle
  if (isRequest) scheduleReminders(ctx, { id: created._id, dueAt: intent.due_at })
  return created
}

type PurchaseInput = Omit<CycleInput, "contact"> & { contact: Payer; metadata: Record<string, string> }

/**
 * The intent of an order that is inserted in the same commit, with its items marked as billed. Nobody gets a mail: the buyer pays at once,
 * and who else has the e-mail has ordered nothing.
 */
export async function createPurchaseIntent(
  ctx: Context,
  input: PurchaseInput,
  place: { id: string; order_id: string },
): Promise<PaymentIntent> {
  const intent = await resolveBilled(ctx, input)
  return insertPaymentIntent(ctx, { ...intent, ...place, intent_type: "ad-hoc" })
}

/** The content of an intent whose lines bill items of an order that the same commit inserts. */
async function resolveBilled(ctx: Context, input: ContentInput): Promise<Content> {
  const content = await resolveContent(ctx, { ...input, items: input.items.map(line => ({ ...line, orderItem: undefined })) })
  return { ...content, items: content.items.map((line, i) => ({ ...line, ...pickOrderItem(input.items[i]!) })) }
}

const pickOrderItem = ({ orderItem }: LineInput) => (orderItem === undefined ? {} : { orderItem })

type ContentInput = Omit<Input, "intentType" | "schedule" | "contact"> & { contact: Payer }

async function resolveContent(ctx: Context, input: ContentInput, order?: OrderRow): Promise<Content> {
  const { contact, currency, dueAt, reference = null, description = null, team, metadata } = input
  const amount = totalOf(input.items)
  const [contact_id, team_id, items] = await Promise.all([
    typeof contact === "string" ? resolveActiveContact(ctx, contact) : contact.id,
    team ? resolveTeam(ctx, team) : null,
    resolveLines(ctx, input.items),
  ])
  const split = sumShares(sharesOf(items, currency))
  assertSharesFit(split, amount, currency)
  const id = newId(ctx.now)
  const billed = order ?? (input.order === undefined ? undefined : await orderFor(ctx, input.order, contact_id))
  if (billed) markBilled(ctx, billed, items, id, currency)
  else if (items.some(item => item.orderItem)) throw missingField("order", "is required if an item has an orderItem")
  return {
    id,
    contact_id,
    currency,
    amount,
    items,
    split,
    due_at: dueAt,
    order_id: billed?.id ?? null,
    reference,
    description,
    team_id,
    metadata,
  }
}

async function orderFor(ctx: Context, reference: string, contact: string) {
  const { id } = await resolveOrder(ctx, reference)
  const order = await readOrderForUpdate(ctx, id)
  if (order.contact_id !== contact) throw invalidField("contact", `must be the contact of order ${order.number}`)
  return order
}

function assertScheduleFits(intentType: string, schedule: Schedule | undefined) {
  if (intentType === "payment-plan" && !schedule) throw missingField("schedule", "is required for a payment-plan")
  if (intentType !== "payment-plan" && schedule) throw invalidField("schedule", "is allowed for a payment-plan only")
}

/** A plan and one installment for each date. Paying an installment pays down the plan; partners share in the plan. */
async function insertPlan(ctx: Context, intent: Content, schedule: Schedule): Promise<PaymentIntent> {
  assertScheduleSums(schedule, intent)
  const installments = schedule.map(() => newId(ctx.now))
  const lines = installmentLines(
    intent.items,
    schedule.map(({ amount }) => amount),
  )
  const plan = await insertPaymentIntent(ctx, { ...intent, installments, intent_type: "payment-plan" })
  for (const [i, { dueAt, amount }] of schedule.entries()) {
    const fields = { id: installments[i]!, intent_type: "installment" as const, plan_id: plan._id, amount, due_at: dueAt, split: 0 }
    await insertPaymentIntent(ctx, { ...intent, ...fields, items: lines[i]! })
    scheduleReminders(ctx, { id: fields.id, dueAt })
  }
  await mailPaymentRequest(ctx, plan, schedule)
  return plan
}
