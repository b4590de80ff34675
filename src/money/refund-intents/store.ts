import type { Approval } from "../../control/approvals/schema.ts"
import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { sum } from "../../kit/pure/money.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { resolveTransactionId, type TransactionRow } from "../transactions/store.ts"
import { assertCanFollow } from "./rules.ts"
import type { DraftedBy, RefundIntent, RefundItem } from "./schema.ts"
import { refundStatuses } from "./values.ts"

const columns = {
  ...identity,
  transaction_id: text,
  payment_intent_id: text,
  contact_id: text,
  currency: text,
  amount: bigint,
  /** What it gives back of each line. Empty in old rows that named no lines; they count on each line in proportion. */
  items: json<RefundItem[]>(),
  /** The same for a refund that named no lines: its amount, divided in proportion. */
  shares: json<RefundItem[]>(),
  fees: bigint,
  reason: nullable(text),
  status: oneOf(refundStatuses),
  approval: json<Approval>(),
  gateway: nullable(text),
  connection_id: nullable(text),
  refund_transaction_id: nullable(text),
  failure: json<RefundIntent["failure"]>(),
  drafted_by: json<DraftedBy>(),
  started_at: nullable(timestamptz),
  left_at: nullable(timestamptz),
  ...tracked,
}
export type RefundIntentRow = Row<typeof columns>

const refunds = resource("refund_intents", columns, {
  noun: "refund intent",
  publishes: "refundIntents",
  counted: "status",
  references: {
    contact: resolveContact,
    paymentIntent: resolvePaymentIntentId,
    transaction: resolveTransactionId,
    refundTransaction: resolveTransactionId,
  },
  render: renderRefundIntent,
})
export const {
  find: findRefundIntent,
  read: readRefundIntent,
  readForUpdate: readRefundIntentForUpdate,
  list: listRefundIntents,
  after: refundIntentsAfter,
} = refunds

/** By the index of the line: how much of its amount went back, and how much tax was in that. */
type Refunded = Record<"amounts" | "taxes", Map<number, number>>

/** What open and settled refunds took of each line of an intent. Each such refund touches the intent, whose revision guards the sums. */
export async function findRefundedLines({ tenant }: Context, intent: string): Promise<Refunded> {
  const rows = await query<{ line: number; n: string; tax: string }>(
    [tenant.id],
    sql`
    select (item ->> 'line')::int as line, sum((item ->> 'amount')::bigint)::text as n,
      coalesce(sum((item ->> 'tax')::bigint), 0)::text as tax
    from refund_intents r
    cross join lateral jsonb_array_elements(r.items) as item
    where r.tenant_id = ${tenant.id} and r.payment_intent_id = ${intent} and r.status in ('draft', 'approved', 'processing', 'settled')
    group by 1`,
  )
  return {
    amounts: new Map(rows.map(({ line, n }) => [line, Number(n)])),
    taxes: new Map(rows.map(({ line, tax }) => [line, Number(tax)])),
  }
}

/**
 * The drafts of a charge, the newest first. Each change that adds or ends a draft saves the charge, so the charge's revision guards them.
 */
export async function readDraftsForUpdate(ctx: Context, { id }: Pick<TransactionRow, "id">): Promise<RefundIntentRow[]> {
  const { tenant } = ctx
  const found = await query<RefundIntentRow>(
    [tenant.id],
    sql`
    select * from refund_intents where tenant_id = ${tenant.id} and transaction_id = ${id} and status = 'draft' order by id desc`,
  )
  const rows = await Promise.all(found.map(row => readRefundIntentForUpdate(ctx, row.id, row)))
  return rows.filter(({ status }) => status === "draft") // one may have been released before it was locked
}

export async function hasOpenAt({ tenant }: Context, connection: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from refund_intents
    where tenant_id = ${tenant.id} and connection_id = ${connection} and status in ('draft', 'approved', 'processing') limit 1`,
  )
  return rows.length > 0
}

type RecentRefund = RefundIntentRow & Pick<TransactionRow, "method" | "fx"> & { team_id: string | null }

/** Refunds created since then, the newest first, with the fields of their charge and intent that a policy matches on. */
export function findRecentRefunds({ tenant }: Context, since: Date, limit: number): Promise<RecentRefund[]> {
  return query(
    [tenant.id],
    sql`
    select r.*, t.method, t.fx, p.team_id from refund_intents r
    cross join lateral (select method, fx from transactions where tenant_id = r.tenant_id and id = r.transaction_id limit 1) t
    cross join lateral (select team_id from payment_intents where tenant_id = r.tenant_id and id = r.payment_intent_id limit 1) p
    where r.tenant_id = ${tenant.id} and r.id >= ${firstIdAt(since.getTime())}
    order by r.id desc limit ${limit}::int`,
  )
}

/** Drafts of an agent's client that wait for a person. */
export async function countRefundDrafts({ tenant }: Context, { user, client }: { user: string; client: string }): Promise<number> {
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*)::int as n from refund_intents
    where tenant_id = ${tenant.id} and status = 'draft' and drafted_by ->> 'channel' = 'agent'
      and drafted_by ->> 'user' = ${user} and drafted_by ->> 'client' = ${client}`,
  )
  return row!.n
}

type NewRefund = Omit<
  RefundIntentRow,
  | "tenant_id"
  | "status"
  | "fees"
  | "refund_transaction_id"
  | "failure"
  | "started_at"
  | "left_at"
  | "created_at"
  | "updated_at"
  | "version"
  | "revision"
>

export const insertRefundIntent = (ctx: Context, refund: NewRefund): RefundIntentRow =>
  refunds.insert(ctx, { ...refund, status: "draft", fees: 0, refund_transaction_id: null, failure: null, started_at: null, left_at: null })
    .row

type Change = Partial<
  Pick<RefundIntentRow, "status" | "approval" | "fees" | "refund_transaction_id" | "failure" | "started_at" | "left_at" | "metadata">
>

export function saveRefundIntent(ctx: Context, before: RefundIntentRow, change: Change): RefundIntentRow {
  assertCanFollow(before.status, change.status ?? before.status)
  return refunds.save(ctx, before, change).row
}

/** Old rows that named no lines carry no taxes. */
const taxesOf = ({ items }: Pick<RefundIntentRow, "items">) => sum(items.map(({ tax = 0 }) => tax))

export function renderRefundIntent(row: RefundIntentRow): RefundIntent {
  return {
    _id: row.id,
    transaction: row.transaction_id,
    paymentIntent: row.payment_intent_id,
    contact: row.contact_id,
    currency: row.currency,
    amount: row.amount,
    items: row.items.length > 0 ? row.items : row.shares,
    fees: row.fees,
    taxes: taxesOf(row),
    reason: row.reason,
    status: row.status,
    approval: row.approval,
    gateway: row.gateway,
    refundTransaction: row.refund_transaction_id,
    failure: row.failure,
    draftedBy: row.drafted_by,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
