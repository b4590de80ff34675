import { resolveOrderId } from "../../catalogue/orders/store.ts"
import { bigint, boolean, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { allTenants, type Query, query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { taxSums } from "../../kit/pure/tax.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { addToBalance } from "../ledger/store.ts"
import { creditorReferenceOf, numberOfReference } from "./creditor-reference.ts"
import type { Line } from "./lines.ts"
import { linksOf } from "./links.ts"
import { amountOwed, assertCanFollow, isOverdue, statusOf } from "./rules.ts"
import type { Item, PaymentIntent } from "./schema.ts"
import { cancelReasons, intentTypes, statuses } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  intent_type: oneOf(intentTypes),
  contact_id: text,
  currency: text,
  status: oneOf(statuses),
  amount: bigint,
  paid: bigint,
  refunded: bigint,
  disputed: bigint,
  items: json<Line[]>(),
  due_at: timestamptz,
  reference: nullable(text),
  description: nullable(text),
  team_id: nullable(text),
  plan_id: nullable(text),
  order_id: nullable(text),
  subscription_id: nullable(text),
  cycle: nullable(bigint),
  split: bigint,
  splits_made: boolean,
  installments: json<string[]>(),
  reminded_at: nullable(timestamptz),
  paid_at: nullable(timestamptz),
  cancel_reason: nullable(oneOf(cancelReasons)),
  refunded_lines: json<RefundedLines>(),
  ...tracked,
}
export type PaymentIntentRow = Row<typeof columns>
/** What refunds by line gave back, by the index of the line. */
type RefundedLines = Record<string, number>

/** The columns that a caller sets when it creates an intent; the store adds the number and the status. */
export type NewIntent = Pick<
  PaymentIntentRow,
  "intent_type" | "contact_id" | "currency" | "amount" | "items" | "due_at" | "metadata" | "split"
> &
  Partial<
    Pick<
      PaymentIntentRow,
      "id" | "reference" | "description" | "team_id" | "plan_id" | "order_id" | "installments" | "subscription_id" | "cycle"
    >
  >

const intents = resource("payment_intents", columns, {
  noun: "payment intent",
  publishes: "paymentIntents",
  counted: "status",
  rolledUp: {
    changing: ["status", "paid", "refunded", "refunded_lines", "due_at", "paid_at", "cancel_reason"],
    fixed: ["intent_type", "contact_id", "currency", "amount", "items", "created_at"],
  },
  number: "number",
  references: {
    contact: resolveContact,
    creditorReference: async ({ tenant }, reference) => numberOfReference(tenant.id, reference) ?? "none",
    order: resolveOrderId,
    plan: (ctx, reference) => resolvePaymentIntentId(ctx, reference),
    subscription: resolveSubscriptionId,
  },
  conditions: {
    isOverdue: (values, now) =>
      `(status = 'overdue' or (status = 'paid-partial' and due_at <= ${now()}::timestamptz)) = any(${values}::boolean[])`,
  },
  render: renderPaymentIntent,
})
export const {
  find: findPaymentIntent,
  read: readPaymentIntent,
  resolve: resolvePaymentIntent,
  readForUpdate: readPaymentIntentForUpdate,
  list: listPaymentIntents,
  /** Makes concurrent units of work that have read the intent, such as a cancellation, run again. */
  touch: touchPaymentIntent,
} = intents

/** What verification compares. Reading all columns would take half as long again. */
export type VerifiedIntent = Pick<
  PaymentIntentRow,
  "id" | "intent_type" | "contact_id" | "currency" | "status" | "amount" | "paid" | "items" | "due_at" | "plan_id" | "cancel_reason"
>

/** The intents after an id, in batches. */
export const paymentIntentsAfter = (tenant: string, id: string): Query => sql`
  select id, intent_type, contact_id, currency, status, amount, paid, items, due_at, plan_id, cancel_reason
  from payment_intents where tenant_id = ${tenant} and id > ${id} order by id limit 500`

export const resolvePaymentIntentId = async (ctx: Context, reference: string): Promise<string> =>
  (await resolvePaymentIntent(ctx, reference)).id

/** Reads the table directly, because the slice of subscriptions comes after this one. */
async function resolveSubscriptionId({ tenant }: Context, reference: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    [tenant.id],
    sql`
    select id from subscriptions where tenant_id = ${tenant.id} and (id = ${reference} or number = ${reference.toUpperCase()})`,
  )
  if (!row) throw generalProblem("SMR-1001", { kind: "subscription", reference })
  return row.id
}

export function readInstallmentsForUpdate(ctx: Context, plan: PaymentIntentRow): Promise<PaymentIntentRow[]> {
  return Promise.all(plan.installments.map(id => readPaymentIntentForUpdate(ctx, id)))
}

/** The number of an intent for this order that is not canceled. */
export async function findBill({ tenant }: Context, order: string): Promise<string | undefined> {
  const [row] = await query<{ number: string }>(
    [tenant.id],
    sql`
    select number from payment_intents where tenant_id = ${tenant.id} and order_id = ${order} and status <> 'canceled' limit 1`,
  )
  return row?.number
}

/**
 * Unpaid intents whose due date has passed by the clock of their tenant; at most 100 of each tenant, so that no tenant waits for another.
 * Leaves out intents due after the tenant's next pending job: a payment that the job confirms must come first.
 */
export async function findNewlyOverdue(): Promise<{ tenant_id: string; id: string }[]> {
  return query(
    allTenants,
    sql`
    select p.tenant_id, p.id
    from tenants t
    cross join lateral (
      select tenant_id, id from payment_intents
      where tenant_id = t.id and status = 'due' and due_at <= least(
        now() + t.clock_offset_ms * interval '1 millisecond',
        (select min(next_at) from jobs where tenant_id = t.id and failed_at is null)
      )
      order by due_at limit 100
    ) p
    where t.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null))`,
  )
}

/** When the next intent of the tenant becomes overdue, if that is not after `until`. */
export async function findNextDueTime(tenant: string, until: Date): Promise<Date | undefined> {
  const [row] = await query<{ at: Date | null }>(
    [tenant],
    sql`select min(due_at) as at from payment_intents where tenant_id = ${tenant} and status = 'due' and due_at <= ${until}`,
  )
  return row?.at ?? undefined
}

/** The intents that are overdue by that time, in the order of their due dates. */
export async function findOverdue(tenant: string, by: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    [tenant],
    sql`
    select id from payment_intents where tenant_id = ${tenant} and status = 'due' and due_at <= ${by} order by due_at, id limit 100`,
  )
  return rows.map(({ id }) => id)
}

export async function insertPaymentIntent(ctx: Context, intent: NewIntent): Promise<PaymentIntent> {
  const number = formatNumber("PI", await nextNumber(ctx.tenant.id, "payment-intent"))
  const status = statusOf({ amount: intent.amount, paid: 0, dueAt: intent.due_at, canceled: false }, ctx.now)
  const { row, object } = intents.insert(ctx, {
    reference: null,
    description: null,
    team_id: null,
    plan_id: null,
    order_id: null,
    subscription_id: null,
    cycle: null,
    splits_made: false,
    installments: [],
    reminded_at: null,
    paid_at: null,
    cancel_reason: null,
    refunded_lines: {},
    paid: 0,
    refunded: 0,
    disputed: 0,
    ...intent,
    number,
    status,
  })
  addToBalance(ctx, "receivable", row.currency, amountOwed(row))
  return object
}

type Change = Parameters<typeof intents.save>[2]

/** Computes the status from the amounts and the time, whichever fields change. */
export function savePaymentIntent(ctx: Context, before: PaymentIntentRow, change: Change): PaymentIntent {
  const { amount, paid, due_at, status: requested } = { ...before, ...change }
  const status = statusOf({ amount, paid, dueAt: due_at, canceled: requested === "canceled" }, ctx.now)
  assertCanFollow(before.status, status)
  const { row, object } = intents.save(ctx, before, { ...change, status })
  addToBalance(ctx, "receivable", row.currency, amountOwed(row) - amountOwed(before))
  return object
}

/** The intent does not show what partners are promised, so nothing is published. */
export const saveSplitTotal = (ctx: Context, before: PaymentIntentRow, split: number) => intents.touch(ctx, before, { split })

export function deletePaymentIntent(ctx: Context, row: PaymentIntentRow) {
  intents.remove(ctx, row)
  addToBalance(ctx, "receivable", row.currency, -amountOwed(row))
}

export function renderPaymentIntent(row: PaymentIntentRow, { tenant, now }: Pick<Context, "tenant" | "now">): PaymentIntent {
  const taxes = taxSums(row.items)
  return {
    _id: row.id,
    number: row.number,
    creditorReference: creditorReferenceOf(tenant.id, row.number),
    intentType: row.intent_type,
    contact: row.contact_id,
    currency: row.currency,
    status: row.status,
    amount: row.amount,
    paid: row.paid,
    due: row.amount - row.paid,
    refunded: row.refunded,
    refundStatus: row.refunded === 0 ? "none" : row.refunded < row.paid ? "partial" : "full",
    disputed: row.disputed,
    isOverdue: isOverdue(row, now),
    dueAt: isoTime(row.due_at),
    items: row.items.map(renderItem),
    ...(taxes && { taxes }),
    reference: row.reference,
    description: row.description,
    team: row.team_id,
    order: row.order_id,
    plan: row.plan_id,
    installments: row.installments,
    subscription: row.subscription_id,
    cycle: row.cycle,
    remindedAt: isoTimeOrNull(row.reminded_at),
    cancelReason: row.cancel_reason,
    links: linksOf(tenant, row),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

/** The split terms of a supplier are not shown with the intent. */
function renderItem(line: Line): Item {
  if (line.terms === undefined) return line
  const { terms: _, ...item } = line
  return item
}
