import type { Context } from "../kit/context.ts"
import { type Query, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question, questionOfMany } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { sharePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import type { SplitTerms } from "../partnerships/schema.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { statusOf } from "./rules.ts"
import type { PaymentSplit, SplitStatus } from "./schema.ts"

const references = { partnership: resolvePartnershipId, paymentIntent: resolvePaymentIntentId }
const source = { from: "payment_splits", counted: "status", references } as const satisfies Source
const splits = table(
  "payment_splits",
  {
    tenant_id: "text",
    id: "text",
    payment_intent_id: "text",
    partnership_id: "text",
    origin: "text",
    currency: "text",
    amount: "bigint",
    accrued: "bigint",
    reversed: "bigint",
    paid_out: "bigint",
    terms: "jsonb",
    status: "text",
    payout_id: "text?",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
export type PaymentSplitRow = Omit<RowOf<typeof splits>, "status"> & { status: SplitStatus }

const splitById = question<{ tenant_id: string; id: string }, PaymentSplitRow>(`
  select n, s.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from payment_splits where tenant_id = asked.tenant_id and id = asked.id limit 1) s`)

export async function readPaymentSplit({ tenant }: Context, id: string): Promise<PaymentSplitRow> {
  return found(isId(id) ? await splitById({ tenant_id: tenant.id, id }) : undefined, id)
}

export async function takePaymentSplit({ tenant, take }: Context, id: string): Promise<PaymentSplitRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from payment_splits where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<PaymentSplitRow>(`payment split ${tenant.id} ${id}`, () => splitById({ tenant_id: tenant.id, id }), lock), id)
}

const splitsByIntent = questionOfMany<{ tenant_id: string; intent: string }, PaymentSplitRow>(`
  select n, s.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, intent text)
  cross join lateral (select * from payment_splits where tenant_id = asked.tenant_id and payment_intent_id = asked.intent order by id) s`)

/** All splits of an intent. Whoever changes them changes the intent in the same commit, so its version guards them all. */
export const findSplits = ({ tenant }: Context, intent: string) => splitsByIntent({ tenant_id: tenant.id, intent })

/** All of them from one on; for the verification of the books. */
export const paymentSplitsAfter = (tenant: string, id: string): Query =>
  sql`select * from payment_splits where tenant_id = ${tenant} and id > ${id} order by id limit 2000`

export async function listPaymentSplits(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<PaymentSplitRow>(ctx, source, query)
  return { data: data.map(shownPaymentSplit), ...rest }
}

type NewSplit = Pick<PaymentSplitRow, "payment_intent_id" | "partnership_id" | "currency" | "amount" | "metadata"> & {
  origin: PaymentSplit["origin"]
  terms: SplitTerms
}

export function insertSplit(ctx: Context, split: NewSplit): PaymentSplitRow {
  const row: PaymentSplitRow = {
    ...split,
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    accrued: 0,
    reversed: 0,
    paid_out: 0,
    status: "pending",
    payout_id: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(splits.insert(row))
  publish(ctx, "splitIntents.create", shownPaymentSplit(row))
  return row
}

/** The share that was earned so far: what it grew or shrank by is in the books in the same commit. */
export function saveAccrued(ctx: Context, before: PaymentSplitRow, accrued: number): PaymentSplitRow {
  const growth = accrued - before.accrued
  if (growth === 0) return before
  const money = { ...before, accrued, reversed: before.reversed + Math.max(0, -growth) }
  const row = saveSplit(ctx, before, { ...money, status: before.payout_id ? before.status : statusOf(money) })
  post(ctx, {
    kind: growth > 0 ? "split" : "split-reversal",
    source: { type: "paymentSplit", id: row.id },
    currency: row.currency,
    effectiveAt: ctx.now,
    postings: sharePostings(row.payment_intent_id, row.partnership_id, growth),
  })
  return row
}

export function saveSplit(ctx: Context, before: PaymentSplitRow, change: Partial<PaymentSplitRow>): PaymentSplitRow {
  const after = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  ctx.write(splits.update(before, after))
  publish(ctx, "splitIntents.update", shownPaymentSplit(after), shownPaymentSplit(before))
  return after
}

export function deleteSplit(ctx: Context, row: PaymentSplitRow) {
  ctx.write(splits.remove(row))
  publish(ctx, "splitIntents.delete", shownPaymentSplit(row))
}

function found(row: PaymentSplitRow | undefined, reference: string): PaymentSplitRow {
  if (!row) throw new Problem("GEN-1004", { kind: "payment split", reference })
  return row
}

export const shownPaymentSplit = (row: PaymentSplitRow): PaymentSplit => ({
  _id: row.id,
  paymentIntent: row.payment_intent_id,
  partnership: row.partnership_id,
  origin: row.origin as PaymentSplit["origin"],
  currency: row.currency,
  amount: row.amount,
  accrued: row.accrued,
  reversed: row.reversed,
  paidOut: row.paid_out,
  outstanding: row.accrued - row.paid_out,
  terms: row.terms as SplitTerms,
  status: row.status,
  payout: row.payout_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as PaymentSplit["metadata"],
})
