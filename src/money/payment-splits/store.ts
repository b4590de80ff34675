import type { Approval } from "../../control/approvals/schema.ts"
import { batchedLookupMany } from "../../kit/db/batched-lookup.ts"
import { bigint, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { SplitTerms } from "../../parties/partnerships/schema.ts"
import { type PartnershipRow, resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { sharePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { type PaymentIntentRow, readPaymentIntentForUpdate, resolvePaymentIntentId } from "../payment-intents/store.ts"
import { assertCanFollow, statusOf } from "./rules.ts"
import type { PaymentSplit } from "./schema.ts"
import { splitOrigins, splitStatuses } from "./values.ts"

const columns = {
  ...identity,
  payment_intent_id: text,
  partnership_id: text,
  origin: oneOf(splitOrigins),
  currency: text,
  amount: bigint,
  earned: bigint,
  accrued: bigint,
  reversed: bigint,
  paid_out: bigint,
  terms: json<SplitTerms>(),
  status: oneOf(splitStatuses),
  payout_id: nullable(text),
  approval: json<Approval>(),
  ...tracked,
}
export type PaymentSplitRow = Row<typeof columns>

const splits = resource("payment_splits", columns, {
  noun: "payment split",
  publishes: "splitIntents",
  counted: "status",
  references: { partnership: resolvePartnershipId, paymentIntent: resolvePaymentIntentId },
  render: renderPaymentSplit,
})
export const {
  find: findSplit,
  read: readPaymentSplit,
  /** For a split that changes without its intent, such as one that is paid out. */
  readForUpdate: readPaymentSplitForUpdate,
  list: listPaymentSplits,
  after: paymentSplitsAfter,
  remove: deleteSplit,
} = splits

/**
 * A split and its intent, both to be saved. A payment locks its intent before it writes the splits: in the other order the two would wait
 * for each other.
 */
export async function readWithIntentForUpdate(ctx: Context, reference: string) {
  const { id, payment_intent_id } = await readPaymentSplit(ctx, reference)
  const intent = await readPaymentIntentForUpdate(ctx, payment_intent_id)
  return { intent, split: await readPaymentSplitForUpdate(ctx, id) }
}

const splitsByIntent = batchedLookupMany<{ tenant_id: string; intent: string }, PaymentSplitRow>(`
  select n, s.*
  from jsonb_to_recordset($1) as input(n int, tenant_id text, intent text)
  cross join lateral (select * from payment_splits where tenant_id = input.tenant_id and payment_intent_id = input.intent order by id) s`)

/** All splits of an intent. Every change of them also changes the intent in the same commit, so the intent's revision guards them all. */
export const findSplits = ({ tenant }: Context, intent: string) => splitsByIntent({ tenant_id: tenant.id, intent })

type SharedIntent = Pick<PaymentIntentRow, "id" | "items"> & { splits: Pick<PaymentSplitRow, "partnership_id" | "status">[] }

/** The lines and splits of these intents. For an installment, those of its plan. */
export function findShared({ tenant }: Context, intents: readonly string[]): Promise<SharedIntent[]> {
  return query(
    [tenant.id],
    sql`
    select i.id, r.items, s.splits from payment_intents i
    cross join lateral (select id, items from payment_intents where tenant_id = i.tenant_id and id = coalesce(i.plan_id, i.id) limit 1) r
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('partnership_id', partnership_id, 'status', status)), '[]') as splits
      from payment_splits where tenant_id = i.tenant_id and payment_intent_id = r.id
    ) s
    where i.tenant_id = ${tenant.id} and i.id = any(${intents})`,
  )
}

/** What is due to a partner in a currency, the oldest first. */
export function findDueSplits({ tenant }: Context, partnership: string, currency: string, limit: number): Promise<PaymentSplitRow[]> {
  return query<PaymentSplitRow>(
    [tenant.id],
    sql`
    select * from payment_splits
    where tenant_id = ${tenant.id} and partnership_id = ${partnership} and currency = ${currency} and status = 'due'
    order by id limit ${limit}::int`,
  )
}

/** Splits that were paid out more than they earn now, and that no payout nets yet, the oldest first. */
export function findDebts({ tenant }: Context, partnership: string, currency: string, limit: number): Promise<PaymentSplitRow[]> {
  return query<PaymentSplitRow>(
    [tenant.id],
    sql`
    select * from payment_splits
    where tenant_id = ${tenant.id} and partnership_id = ${partnership} and currency = ${currency}
      and paid_out > accrued and status <> 'scheduled'
    order by id limit ${limit}::int`,
  )
}

type RecentSplit = PaymentSplitRow & { intent_team: string | null; kind: PartnershipRow["kind"]; partner_team: string | null }

/** Splits created since then, the newest first, with the other fields that a policy matches on. */
export function findRecentSplits({ tenant }: Context, since: Date, limit: number): Promise<RecentSplit[]> {
  return query(
    [tenant.id],
    sql`
    select s.*, i.team_id as intent_team, p.kind, p.team_id as partner_team from payment_splits s
    cross join lateral (select team_id from payment_intents where tenant_id = s.tenant_id and id = s.payment_intent_id limit 1) i
    cross join lateral (select kind, team_id from partnerships where tenant_id = s.tenant_id and id = s.partnership_id limit 1) p
    where s.tenant_id = ${tenant.id} and s.id >= ${firstIdAt(since.getTime())}
    order by s.id desc limit ${limit}::int`,
  )
}

type NewSplit = Pick<
  PaymentSplitRow,
  "id" | "approval" | "payment_intent_id" | "partnership_id" | "origin" | "currency" | "amount" | "terms" | "metadata"
>

export const insertSplit = (ctx: Context, split: NewSplit): PaymentSplitRow =>
  splits.insert(ctx, {
    ...split,
    earned: 0,
    accrued: 0,
    reversed: 0,
    paid_out: 0,
    status: split.approval.status === "pending" ? "pending-approval" : "pending",
    payout_id: null,
  }).row

type Earnings = Pick<PaymentSplitRow, "earned" | "accrued">

/** Saves what was earned so far. Less of it is left when money went back to the payer, even before the split was created or released. */
export function saveAccrued(ctx: Context, before: PaymentSplitRow, { earned, accrued }: Earnings): PaymentSplitRow {
  const gained = Math.max(0, earned - before.earned)
  return saveEarnings(ctx, before, { earned, accrued, reversed: before.reversed + Math.max(0, before.accrued + gained - accrued) })
}

/** Saves another amount of a fixed split, and what is earned of it so far. No payment was reversed, so nothing counts as reversed. */
export function saveFixedAmount(ctx: Context, before: PaymentSplitRow, fixed: Earnings & Pick<PaymentSplitRow, "amount" | "metadata">) {
  const terms: SplitTerms = { type: "fixed", amount: fixed.amount, currency: before.currency }
  return saveEarnings(ctx, before, { ...fixed, terms, reversed: before.reversed })
}

/** Posts the change of what was earned to the ledger, in the same commit. */
function saveEarnings(ctx: Context, before: PaymentSplitRow, change: Change & { accrued: number; reversed: number }): PaymentSplitRow {
  const growth = change.accrued - before.accrued
  const status = before.status === "scheduled" ? before.status : statusOf({ ...change, paid_out: before.paid_out })
  const row = saveSplit(ctx, before, { ...change, status })
  if (growth === 0) return row
  post(ctx, {
    kind: growth > 0 ? "split" : "split-reversal",
    source: { type: "paymentSplit", id: row.id },
    currency: row.currency,
    effectiveAt: ctx.now,
    postings: sharePostings(row.payment_intent_id, row.partnership_id, growth),
  })
  return row
}

type Change = Parameters<typeof splits.save>[2]

export function saveSplit(ctx: Context, before: PaymentSplitRow, change: Change): PaymentSplitRow {
  assertCanFollow(before.status, change.status ?? before.status)
  return splits.save(ctx, before, change).row
}

export function renderPaymentSplit(row: PaymentSplitRow): PaymentSplit {
  return {
    _id: row.id,
    paymentIntent: row.payment_intent_id,
    partnership: row.partnership_id,
    origin: row.origin,
    currency: row.currency,
    amount: row.amount,
    accrued: row.earned,
    reversed: row.reversed,
    paidOut: row.paid_out,
    outstanding: row.accrued - row.paid_out,
    terms: row.terms,
    status: row.status,
    payout: row.payout_id,
    approval: row.approval,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
