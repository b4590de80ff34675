import { resolveContact } from "../contacts/store.ts"
import { keep } from "../ledger/store.ts"
import type { Context, Tenant } from "../kit/context.ts"
import { ask, everyone, type Query, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso, isoOrNull } from "../kit/iso.ts"
import { nextNumber } from "../kit/number.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import type { Line } from "./lines.ts"
import { linksOf, numberOf } from "./links.ts"
import { assertFollows, isOverdue, owedOn, statusOf } from "./rules.ts"
import type { Item, PaymentIntent, Status } from "./schema.ts"

const source = { from: "payment_intents", counted: "status", references: { contact: resolveContact } } as const satisfies Source
const intents = table(
  "payment_intents",
  {
    tenant_id: "text",
    id: "text",
    number: "text",
    intent_type: "text",
    contact_id: "text",
    currency: "text",
    status: "text",
    amount: "bigint",
    paid: "bigint",
    refunded: "bigint",
    items: "jsonb",
    due_at: "timestamptz",
    reference: "text?",
    description: "text?",
    team_id: "text?",
    plan_id: "text?",
    order_id: "text?",
    split: "bigint",
    splits_made: "boolean",
    installments: "jsonb",
    reminded_at: "timestamptz?",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
type Kept = RowOf<typeof intents>
export type PaymentIntentRow = Omit<Kept, "status" | "items"> & { status: Status; items: Line[] }

/** What the maker decides; the store adds who, when, the number and the status. */
export type NewRow = Pick<PaymentIntentRow, "contact_id" | "currency" | "amount" | "items" | "due_at" | "metadata" | "split"> &
  Partial<Pick<Kept, "id" | "reference" | "description" | "team_id" | "plan_id" | "order_id" | "installments">> & {
    intent_type: PaymentIntent["intentType"]
  }

const intentById = question<{ tenant_id: string; id: string }, PaymentIntentRow>(`
  select n, p.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from payment_intents where tenant_id = asked.tenant_id and id = asked.id limit 1) p`)

export async function readPaymentIntent({ tenant }: Context, id: string): Promise<PaymentIntentRow> {
  return found(isId(id) ? await intentById({ tenant_id: tenant.id, id }) : undefined, id)
}

/** A payment intent that another object names. */
export async function resolvePaymentIntent({ tenant }: Context, reference: string): Promise<PaymentIntentRow> {
  const row = isId(reference) ? await intentById({ tenant_id: tenant.id, id: reference }) : undefined
  if (!row) throw new Problem("SMR-1001", { kind: "payment intent", reference })
  return row
}

/** A payment intent that a filter names, by its id or its number. */
export async function resolvePaymentIntentId(ctx: Context, reference: string): Promise<string> {
  const row = /^PI-\d+$/i.test(reference) ? await findByNumber(ctx, reference.toUpperCase()) : undefined
  return row?.id ?? (await resolvePaymentIntent(ctx, reference)).id
}

/**
 * Usually without a lock: saving it is refused if it has moved on meanwhile, and the request runs again. So a row that this request
 * has `read` already need not be read twice.
 */
export async function takePaymentIntent({ tenant, take }: Context, id: string, read?: PaymentIntentRow): Promise<PaymentIntentRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from payment_intents where tenant_id = ${tenant.id} and id = ${id} for update`
  const look = async () => read ?? intentById({ tenant_id: tenant.id, id })
  return found(await take<PaymentIntentRow>(`payment intent ${tenant.id} ${id}`, look, lock), id)
}

export async function takeInstallments(ctx: Context, plan: PaymentIntentRow): Promise<PaymentIntentRow[]> {
  return Promise.all((plan.installments as string[]).map(id => takePaymentIntent(ctx, id)))
}

export async function findByNumber({ tenant }: Context, number: string): Promise<PaymentIntentRow | undefined> {
  return findByLink(tenant.id, { number })
}

/** All of them from one on; for the verification of the books. */
export const paymentIntentsAfter = (tenant: string, id: string): Query =>
  sql`select * from payment_intents where tenant_id = ${tenant} and id > ${id} order by id limit 2000`

export async function listPaymentIntents(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<PaymentIntentRow>(ctx, source, query)
  return { data: data.map(row => shownPaymentIntent(ctx, row)), ...rest }
}

/** For the payment page, which is told only what its link names. */
export async function findByLink(tenant: string, by: { id: string } | { number: string }): Promise<PaymentIntentRow | undefined> {
  if ("id" in by) return intentById({ tenant_id: tenant, id: by.id })
  const rows = await ask<PaymentIntentRow>(
    [tenant],
    sql`select * from payment_intents where tenant_id = ${tenant} and number = ${by.number}`,
  )
  return rows[0]
}

/**
 * Unpaid ones whose time has come, by their tenants' clocks; a few of each tenant, so that none waits for another. What was to happen
 * before, such as a payment that is confirmed, comes first.
 */
export async function findFallenDue(): Promise<{ tenant_id: string; id: string }[]> {
  return ask(
    everyone,
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

export async function insertPaymentIntent(ctx: Context, intent: NewRow): Promise<PaymentIntent> {
  const number = numberOf(await nextNumber(ctx.tenant.id, "payment-intent"))
  const money = { amount: intent.amount, paid: 0, dueAt: intent.due_at, canceled: false }
  const row: PaymentIntentRow = {
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
    version: 1,
    id: newId(ctx.now),
    ...intent,
    tenant_id: ctx.tenant.id,
    number,
    status: statusOf(money, ctx.now),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  ctx.write(intents.insert(row))
  keep(ctx, "receivable", row.currency, owedOn(row))
  const shown = shownPaymentIntent(ctx, row)
  publish(ctx, "paymentIntents.create", shown)
  return shown
}

/** The status follows from the money and the clock, whatever was changed. */
export function savePaymentIntent(ctx: Context, before: PaymentIntentRow, change: Partial<PaymentIntentRow>): PaymentIntent {
  const next = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  const after = { ...next, status: statusOf(moneyOf(next), ctx.now) }
  assertFollows(before.status, after.status)
  ctx.write(intents.update(before, after))
  keep(ctx, "receivable", after.currency, owedOn(after) - owedOn(before))
  const shown = shownPaymentIntent(ctx, after)
  publish(ctx, "paymentIntents.update", shown, shownPaymentIntent(ctx, before))
  return shown
}

/** Nothing of it changes, but whoever decided on it as it was, such as a cancellation at the same instant, must look again. */
export function touchPaymentIntent(ctx: Context, row: PaymentIntentRow) {
  ctx.write(intents.update(row, { ...row, version: row.version + 1 }))
}

export function deletePaymentIntent(ctx: Context, row: PaymentIntentRow) {
  ctx.write(intents.remove(row))
  keep(ctx, "receivable", row.currency, -owedOn(row))
  publish(ctx, "paymentIntents.delete", shownPaymentIntent(ctx, row))
}

function found(row: PaymentIntentRow | undefined, reference: string): PaymentIntentRow {
  if (!row) throw new Problem("GEN-1004", { kind: "payment intent", reference })
  return row
}

const moneyOf = (row: PaymentIntentRow) => ({ amount: row.amount, paid: row.paid, dueAt: row.due_at, canceled: row.status === "canceled" })

export function shownPaymentIntent({ tenant, now }: { tenant: Tenant; now: Date }, row: PaymentIntentRow): PaymentIntent {
  return {
    _id: row.id,
    number: row.number,
    intentType: row.intent_type as PaymentIntent["intentType"],
    contact: row.contact_id,
    currency: row.currency,
    status: row.status,
    amount: row.amount,
    paid: row.paid,
    due: row.amount - row.paid,
    refunded: row.refunded,
    refundStatus: row.refunded === 0 ? "none" : row.refunded < row.paid ? "partial" : "full",
    isOverdue: isOverdue(row, now),
    dueAt: iso(row.due_at),
    items: row.items.map(shownItem),
    reference: row.reference,
    description: row.description,
    team: row.team_id,
    order: row.order_id,
    plan: row.plan_id,
    installments: row.installments as string[],
    remindedAt: isoOrNull(row.reminded_at),
    links: linksOf(tenant, row),
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    metadata: row.metadata as PaymentIntent["metadata"],
  }
}

/** The terms of a supplier are between the two of them. */
function shownItem(line: Line): Item {
  if (line.terms === undefined) return line
  const { terms: _, ...item } = line
  return item
}
