import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { isSameJson } from "../../kit/pure/same-json.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import type { Sender } from "../gateways/ports.ts"
import type { Allocation } from "../transactions/rules.ts"
import { resolveTransactionId } from "../transactions/store.ts"
import { assertCanFollow, isOpen, statusOf, unanswered } from "./rules.ts"
import { type Dispute, type Evidence, outcomes } from "./schema.ts"
import type { StoredSettlement } from "./settlement-rules.ts"
import { disputeStages, disputeStatuses } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  transaction_id: text,
  payment_intent_id: text,
  contact_id: text,
  gateway: text,
  connection_id: nullable(text),
  reference: text,
  currency: text,
  amount: bigint,
  reason: text,
  status: oneOf(disputeStatuses),
  stage: oneOf(disputeStages),
  stage_at: nullable(timestamptz),
  evidence: nullable(json<Evidence>()),
  evidence_due_at: timestamptz,
  decision: nullable(oneOf(outcomes)),
  decided_at: nullable(timestamptz),
  accepted_at: nullable(timestamptz),
  expired_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  fees: bigint,
  settlement: nullable(json<StoredSettlement>()),
  fees_at: nullable(timestamptz),
  allocations: json<Allocation[]>(),
  credit_taken: bigint,
  ...tracked,
}
export type DisputeRow = Row<typeof columns>

const disputes = resource("disputes", columns, {
  noun: "dispute",
  publishes: "disputes",
  counted: "status",
  number: "number",
  references: { contact: resolveContact, paymentIntent: resolvePaymentIntentId, transaction: resolveTransactionId },
  render: renderDispute,
})
export const { read: readDispute, readForUpdate: readDisputeForUpdate, list: listDisputes, after: disputesAfter } = disputes

/** Finds a dispute by its reference at the gateway. */
export async function findByReference(
  { tenant }: Context,
  { gateway, connection_id }: Sender,
  reference: string,
): Promise<DisputeRow | undefined> {
  const [row] = await query<DisputeRow>(
    [tenant.id],
    sql`
    select * from disputes where tenant_id = ${tenant.id} and gateway = ${gateway} and reference = ${reference}
      and connection_id is not distinct from ${connection_id}`,
  )
  return row
}

export async function hasOpenAt({ tenant }: Context, connection: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from disputes where tenant_id = ${tenant.id} and connection_id = ${connection} and closed_at is null limit 1`,
  )
  return rows.length > 0
}

/** Which of a provider's ids are those of disputes that it reported through this connection. */
export async function findKnownReferences({ tenant }: Context, connection: string, references: string[]): Promise<string[]> {
  const rows = await query<{ reference: string }>(
    [tenant.id],
    sql`
    select reference from disputes where tenant_id = ${tenant.id} and connection_id = ${connection} and reference = any(${references})`,
  )
  return rows.map(({ reference }) => reference)
}

type Lost = { intents: Map<string, number>; credit: number }

/** What lost disputes of a charge took of each intent and of its credit. Each dispute saves the charge, whose revision guards the sums. */
export async function findLost({ tenant }: Context, transaction: string): Promise<Lost> {
  const rows = await query<Pick<DisputeRow, "allocations" | "credit_taken">>(
    [tenant.id],
    sql`
    select allocations, credit_taken from disputes
    where tenant_id = ${tenant.id} and transaction_id = ${transaction} and (status in ('lost', 'accepted') or stage = 'appeal')`,
  )
  const intents = new Map<string, number>()
  for (const { paymentIntent, amount } of rows.flatMap(({ allocations }) => allocations))
    intents.set(paymentIntent, (intents.get(paymentIntent) ?? 0) + amount)
  return { intents, credit: rows.reduce((sum, { credit_taken }) => sum + credit_taken, 0) }
}

type Content =
  | "transaction_id"
  | "payment_intent_id"
  | "contact_id"
  | "gateway"
  | "connection_id"
  | "reference"
  | "currency"
  | "amount"
  | "reason"
  | "evidence_due_at"
  | "stage"

const noFacts = { ...unanswered, stage_at: null, closed_at: null, fees_at: null }

export async function insertDispute(ctx: Context, content: Pick<DisputeRow, Content>): Promise<DisputeRow> {
  const number = formatNumber("DP", await nextNumber(ctx.tenant.id, "dispute"))
  const money = { fees: 0, settlement: null, allocations: [], credit_taken: 0 }
  return disputes.insert(ctx, { ...content, ...noFacts, ...money, number, status: statusOf(noFacts), metadata: {} }).row
}

type Changeable =
  | "stage"
  | "stage_at"
  | "evidence_due_at"
  | "evidence"
  | "decision"
  | "decided_at"
  | "accepted_at"
  | "expired_at"
  | "fees"
  | "settlement"
  | "fees_at"
  | "allocations"
  | "credit_taken"
  | "metadata"
export type DisputeRowChange = Partial<Pick<DisputeRow, Changeable>>

/** Computes the status from all that is known, whichever fields change. */
export function saveDispute(ctx: Context, before: DisputeRow, change: DisputeRowChange): DisputeRow {
  const status = statusOf({ ...before, ...change })
  assertCanFollow(before.status, status)
  const closed_at = isOpen(status) ? null : status === before.status ? before.closed_at : ctx.now
  const changes = { ...change, status, closed_at }
  const after = { ...before, ...changes }
  if (!isSameJson(renderDispute(before), renderDispute(after))) return disputes.save(ctx, before, changes).row
  disputes.touch(ctx, before, changes) // for example when the bank decides against an accepted dispute: users see no change
  return after
}

export function renderDispute(row: DisputeRow): Dispute {
  return {
    _id: row.id,
    number: row.number,
    transaction: row.transaction_id,
    paymentIntent: row.payment_intent_id,
    contact: row.contact_id,
    gateway: row.gateway,
    connection: row.connection_id,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    status: row.status,
    stage: row.stage,
    evidence: row.evidence,
    evidenceDueAt: isoTime(row.evidence_due_at),
    fees: row.fees,
    settlement: row.settlement && { net: row.settlement.net, fee: row.settlement.fee, currency: row.settlement.currency },
    closedAt: isoTimeOrNull(row.closed_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
