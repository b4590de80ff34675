import { bigint, boolean, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import type { Context } from "../../kit/operation/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { addToBalance } from "../ledger/store.ts"
import type { Line } from "./lines.ts"
import { formatNumber, linksOf } from "./links.ts"
import { amountOwed, assertCanFollow, isOverdue, statusOf } from "./rules.ts"
import { intentTypes, type Item, type PaymentIntent, statuses } from "./schema.ts"

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
  items: json<Line[]>(),
  due_at: timestamptz,
  reference: nullable(text),
  description: nullable(text),
  team_id: nullable(text),
  plan_id: nullable(text),
  order_id: nullable(text),
  split: bigint,
  splits_made: boolean,
  installments: json<string[]>(),
  reminded_at: nullable(timestamptz),
  ...tracked,
}
export type PaymentIntentRow = Row<typeof columns>

/** The columns that creating an intent decides; the store adds the number and the status. */
export type NewIntent = Pick<
  PaymentIntentRow,
  "intent_type" | "contact_id" | "currency" | "amount" | "items" | "due_at" | "metadata" | "split"
> &
  Partial<Pick<PaymentIntentRow, "id" | "reference" | "description" | "team_id" | "plan_id" | "order_id" | "installments">>

const intents = resource("payment_intents", columns, {
  noun: "payment intent",
  publishes: "paymentIntents",
  counted: "status",
  references: { contact: resolveContact },
  render: renderPaymentIntent,
})
export const {
  read: readPaymentIntent,
  resolve: resolvePaymentIntent,
  readForUpdate: readPaymentIntentForUpdate,
  list: listPaymentIntents,
  after: paymentIntentsAfter,
  /** Makes concurrent units of work that decided on the intent as it was, such as a cancellation, run again. */
  touch: touchPaymentIntent,
} = intents
export const findByNumber = intents.findBy("number")

/** The id of a payment intent that a filter refers to by its id or its number. */
export async function resolvePaymentIntentId(ctx: Context, reference: string): Promise<string> {
  const row = /^PI-\d+$/i.test(reference) ? await findByNumber(ctx, reference.toUpperCase()) : undefined
  return row?.id ?? (await resolvePaymentIntent(ctx, reference)).id
}

export function readInstallmentsForUpdate(ctx: Context, plan: PaymentIntentRow): Promise<PaymentIntentRow[]> {
  return Promise.all(plan.installments.map(id => readPaymentIntentForUpdate(ctx, id)))
}

/** For the payment page: the intent that a link names. */
export function findByLink(ctx: Pick<Context, "tenant">, key: { id: string } | { number: string }): Promise<PaymentIntentRow | undefined> {
  return "id" in key ? intents.find(ctx, key.id) : findByNumber(ctx, key.number)
}

/**
 * Unpaid intents whose due date has passed by the clock of their tenant; at most 100 of each tenant, so that none waits for another.
 * Those due after the tenant's next pending job are left out: a payment that the job confirms must come first.
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
    ) p`,
  )
}

export async function insertPaymentIntent(ctx: Context, intent: NewIntent): Promise<PaymentIntent> {
  const number = formatNumber(await nextNumber(ctx.tenant.id, "payment-intent"))
  const status = statusOf({ amount: intent.amount, paid: 0, dueAt: intent.due_at, canceled: false }, ctx.now)
  const { row, object } = intents.insert(ctx, {
    reference: null,
    description: null,
    team_id: null,
    plan_id: null,
    order_id: null,
    splits_made: false,
    installments: [],
    reminded_at: null,
    paid: 0,
    refunded: 0,
    ...intent,
    number,
    status,
  })
  addToBalance(ctx, "receivable", row.currency, amountOwed(row))
  return object
}

type Change = Parameters<typeof intents.save>[2]

/** The status follows from the amounts and the time, whatever was changed. */
export function savePaymentIntent(ctx: Context, before: PaymentIntentRow, change: Change): PaymentIntent {
  const { amount, paid, due_at, status: requested } = { ...before, ...change }
  const status = statusOf({ amount, paid, dueAt: due_at, canceled: requested === "canceled" }, ctx.now)
  assertCanFollow(before.status, status)
  const { row, object } = intents.save(ctx, before, { ...change, status })
  addToBalance(ctx, "receivable", row.currency, amountOwed(row) - amountOwed(before))
  return object
}

export function deletePaymentIntent(ctx: Context, row: PaymentIntentRow) {
  intents.remove(ctx, row)
  addToBalance(ctx, "receivable", row.currency, -amountOwed(row))
}

export function renderPaymentIntent(row: PaymentIntentRow, { tenant, now }: Pick<Context, "tenant" | "now">): PaymentIntent {
  return {
    _id: row.id,
    number: row.number,
    intentType: row.intent_type,
    contact: row.contact_id,
    currency: row.currency,
    status: row.status,
    amount: row.amount,
    paid: row.paid,
    due: row.amount - row.paid,
    refunded: row.refunded,
    refundStatus: row.refunded === 0 ? "none" : row.refunded < row.paid ? "partial" : "full",
    isOverdue: isOverdue(row, now),
    dueAt: isoTime(row.due_at),
    items: row.items.map(renderItem),
    reference: row.reference,
    description: row.description,
    team: row.team_id,
    order: row.order_id,
    plan: row.plan_id,
    installments: row.installments,
    remindedAt: isoTimeOrNull(row.reminded_at),
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
