import { batchedLookupMany } from "../../kit/db/batched-lookup.ts"
import { bigint, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/operation/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { SplitTerms } from "../../parties/partnerships/schema.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { sharePostings } from "../ledger/rules.ts"
import { post } from "../ledger/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { statusOf } from "./rules.ts"
import { type PaymentSplit, splitOrigins, splitStatuses } from "./schema.ts"

const columns = {
  ...identity,
  payment_intent_id: text,
  partnership_id: text,
  origin: oneOf(splitOrigins),
  currency: text,
  amount: bigint,
  accrued: bigint,
  reversed: bigint,
  paid_out: bigint,
  terms: json<SplitTerms>(),
  status: oneOf(splitStatuses),
  payout_id: nullable(text),
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
  read: readPaymentSplit,
  readForUpdate: readPaymentSplitForUpdate,
  list: listPaymentSplits,
  after: paymentSplitsAfter,
  remove: deleteSplit,
} = splits

const splitsByIntent = batchedLookupMany<{ tenant_id: string; intent: string }, PaymentSplitRow>(`
  select n, s.*
  from jsonb_to_recordset($1) as input(n int, tenant_id text, intent text)
  cross join lateral (select * from payment_splits where tenant_id = input.tenant_id and payment_intent_id = input.intent order by id) s`)

/** All splits of an intent. Who changes them changes the intent in the same commit, so its revision guards them all. */
export const findSplits = ({ tenant }: Context, intent: string) => splitsByIntent({ tenant_id: tenant.id, intent })

type NewSplit = Pick<PaymentSplitRow, "payment_intent_id" | "partnership_id" | "origin" | "currency" | "amount" | "terms" | "metadata">

export const insertSplit = (ctx: Context, split: NewSplit): PaymentSplitRow =>
  splits.insert(ctx, { ...split, accrued: 0, reversed: 0, paid_out: 0, status: "pending", payout_id: null }).row

/** Saves what was earned so far, and posts the difference to the ledger in the same commit. */
export function saveAccrued(ctx: Context, before: PaymentSplitRow, accrued: number): PaymentSplitRow {
  const growth = accrued - before.accrued
  if (growth === 0) return before
  const reversed = before.reversed + Math.max(0, -growth)
  const status = before.payout_id ? before.status : statusOf({ accrued, reversed, paid_out: before.paid_out })
  const row = saveSplit(ctx, before, { accrued, reversed, status })
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

export const saveSplit = (ctx: Context, before: PaymentSplitRow, change: Change): PaymentSplitRow => splits.save(ctx, before, change).row

export function renderPaymentSplit(row: PaymentSplitRow): PaymentSplit {
  return {
    _id: row.id,
    paymentIntent: row.payment_intent_id,
    partnership: row.partnership_id,
    origin: row.origin,
    currency: row.currency,
    amount: row.amount,
    accrued: row.accrued,
    reversed: row.reversed,
    paidOut: row.paid_out,
    outstanding: row.accrued - row.paid_out,
    terms: row.terms,
    status: row.status,
    payout: row.payout_id,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
