import { type Approval, noApproval } from "../../control/approvals/schema.ts"
import { bigint, boolean, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { addToBalance } from "../ledger/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { type Allocation, assertCanFollow, creditedOf, disputedExcessOf } from "./rules.ts"
import type { Transaction } from "./schema.ts"
import { transactionStatuses, transactionTypes } from "./values.ts"

/** What a held payment becomes once it is approved. */
const releaseTargets = ["processing", "succeeded", "charge"] as const

const columns = {
  ...identity,
  number: bigint,
  payment_intent_id: text,
  contact_id: text,
  transaction_type: oneOf(transactionTypes),
  method: text,
  gateway: nullable(text),
  connection_id: nullable(text),
  gateway_reference: nullable(text),
  charge_key: nullable(text),
  token: nullable(text),
  authorization_id: nullable(text),
  file_id: nullable(text),
  saved_method_id: nullable(text),
  amount: bigint,
  fee: bigint,
  currency: text,
  status: oneOf(transactionStatuses),
  outcome: nullable(oneOf(["unknown"])),
  action: json<Transaction["action"]>(),
  settlement: json<Transaction["settlement"]>(),
  settlement_differs: boolean,
  failure: json<Transaction["failure"]>(),
  fx: json<Transaction["fx"]>(),
  installments: json<Transaction["installments"]>(),
  allocations: json<Allocation[]>(),
  approval: json<Approval>(),
  release_to: nullable(oneOf(releaseTargets)),
  refunded: bigint,
  refunding: bigint,
  disputed: bigint,
  disputed_excess: bigint,
  refund_of: nullable(text),
  reference: nullable(text),
  received_at: timestamptz,
  left_at: nullable(timestamptz),
  undone_at: nullable(timestamptz),
  documents: json<Transaction["documents"]>(),
  ...tracked,
}
export type TransactionRow = Row<typeof columns>

const transactions = resource("transactions", columns, {
  noun: "transaction",
  publishes: "transactions",
  counted: "status",
  rolledUp: {
    changing: ["status", "received_at", "allocations"],
    fixed: ["transaction_type", "method", "amount", "currency", "fx", "created_at"],
  },
  references: { contact: resolveContact, paymentIntent: resolvePaymentIntentId },
  render: renderTransaction,
})
export const {
  find: findTransaction,
  read: readTransaction,
  resolve: resolveTransaction,
  readForUpdate: readTransactionForUpdate,
  list: listTransactions,
  after: transactionsAfter,
} = transactions

/** For lists that are filtered by a transaction. */
export const resolveTransactionId = async (ctx: Context, reference: string): Promise<string> =>
  (await resolveTransaction(ctx, reference)).id

export function findByPaymentIntent({ tenant }: Pick<Context, "tenant">, intent: string): Promise<TransactionRow[]> {
  return query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and payment_intent_id = ${intent} order by id`,
  )
}

/** Charges created since then, the newest first, with the team of their intent. */
export function findRecentTransactions(
  { tenant }: Context,
  since: Date,
  limit: number,
): Promise<(TransactionRow & { team_id: string | null })[]> {
  return query(
    [tenant.id],
    sql`
    select t.*, p.team_id from transactions t
    cross join lateral (
      select team_id from payment_intents where tenant_id = t.tenant_id and id = t.payment_intent_id limit 1
    ) p
    where t.tenant_id = ${tenant.id} and t.id >= ${firstIdAt(since.getTime())} and t.transaction_type = 'charge'
    order by t.id desc limit ${limit}::int`,
  )
}

type Optional =
  | "id"
  | "approval"
  | "release_to"
  | "gateway"
  | "connection_id"
  | "gateway_reference"
  | "charge_key"
  | "token"
  | "authorization_id"
  | "saved_method_id"
  | "fx"
  | "installments"
  | "reference"
  | "received_at"
  | "left_at"
  | "documents"
type NewTransactionRow = Pick<TransactionRow, "payment_intent_id" | "contact_id" | "method" | "amount" | "currency" | "metadata"> &
  Partial<Pick<TransactionRow, Optional>>

/**
 * Inserted and published as processing, or as pending-approval while it is held. Its outcome is a second change, often in the same
 * commit.
 */
export async function insertTransaction(ctx: Context, fields: NewTransactionRow): Promise<TransactionRow> {
  const { row } = transactions.insert(ctx, {
    gateway: null,
    connection_id: null,
    gateway_reference: null,
    ...noSource,
    fx: null,
    installments: null,
    reference: null,
    received_at: ctx.now,
    left_at: null,
    undone_at: null,
    documents: [],
    approval: noApproval,
    release_to: null,
    ...neverRefunded,
    ...fields,
    number: await nextNumber(ctx.tenant.id, "transaction"),
    transaction_type: "charge",
    status: fields.approval?.status === "pending" ? "pending-approval" : "processing",
    ...noOutcome,
    fee: 0,
    allocations: [],
  })
  addToBalance(ctx, "in-flight", row.currency, inFlight(row))
  return row
}

const noOutcome = { outcome: null, action: null, settlement: null, settlement_differs: false, failure: null }
/** No gateway was asked to take the money from anywhere. */
const noSource = { charge_key: null, token: null, authorization_id: null, saved_method_id: null, file_id: null }
const neverRefunded = { refunded: 0, refunding: 0, disputed: 0, disputed_excess: 0, refund_of: null }

type Refund = Pick<TransactionRow, "amount" | "fee" | "allocations" | "reference" | "gateway_reference">

/** Inserts and publishes a refund after money of the charge went back. `allocations` are the intents that gave it back. */
export async function insertRefund(ctx: Context, charge: TransactionRow, refund: Refund): Promise<TransactionRow> {
  const { row } = transactions.insert(ctx, {
    payment_intent_id: charge.payment_intent_id,
    contact_id: charge.contact_id,
    method: charge.method,
    gateway: charge.gateway,
    connection_id: charge.connection_id,
    currency: charge.currency,
    ...neverRefunded,
    ...refund,
    refund_of: charge.id,
    number: await nextNumber(ctx.tenant.id, "transaction"),
    transaction_type: "refund",
    status: "succeeded",
    ...noOutcome,
    ...noSource,
    fx: null,
    installments: null,
    received_at: ctx.now,
    left_at: null,
    undone_at: null,
    documents: [],
    approval: noApproval,
    release_to: null,
    metadata: {},
  })
  return row
}

/** What refunds of a charge took of each intent. Each refund that moves money saves the charge, whose revision guards the sums. */
export async function findTakenBack({ tenant }: Context, { id }: Pick<TransactionRow, "id">): Promise<Map<string, number>> {
  const rows = await query<Pick<TransactionRow, "allocations">>(
    [tenant.id],
    sql`
    select allocations from transactions where tenant_id = ${tenant.id} and refund_of = ${id} and status = 'succeeded'`,
  )
  const taken = new Map<string, number>()
  for (const { paymentIntent, amount } of rows.flatMap(({ allocations }) => allocations))
    taken.set(paymentIntent, (taken.get(paymentIntent) ?? 0) + amount)
  return taken
}

/** Nothing is published, because the reference is not shown. It is committed before money moves, so that the charge can be looked up. */
export const noteReference = (ctx: Context, before: TransactionRow, gateway_reference: string) =>
  transactions.touch(ctx, before, { gateway_reference })

type RefundCounters = Partial<Pick<TransactionRow, "refunded" | "refunding" | "disputed">>

/** A charge does not show these counters, so nothing is published. Concurrent units of work that have read the charge run again. */
export function saveRefundCounters(ctx: Context, before: TransactionRow, counters: RefundCounters): TransactionRow {
  const charge = { ...before, ...counters }
  const disputed_excess = disputedExcessOf(before, charge)
  transactions.touch(ctx, before, { ...counters, disputed_excess })
  return { ...charge, disputed_excess }
}

type Changeable =
  | "status"
  | "outcome"
  | "action"
  | "settlement"
  | "settlement_differs"
  | "failure"
  | "fee"
  | "allocations"
  | "approval"
  | "received_at"
  | "left_at"
  | "undone_at"
  | "gateway_reference"
  | "charge_key"
  | "file_id"
  | "reference"
  | "documents"
  | "metadata"
export type TransactionRowChange = Partial<Pick<TransactionRow, Changeable>>

export function saveTransaction(ctx: Context, before: TransactionRow, change: TransactionRowChange): TransactionRow {
  assertCanFollow(before, change.status ?? before.status)
  const { row } = transactions.save(ctx, before, change)
  addToBalance(ctx, "in-flight", row.currency, inFlight(row) - inFlight(before))
  return row
}

const inFlight = ({ status, amount }: TransactionRow) => (status === "processing" ? amount : 0)

export function renderTransaction(row: TransactionRow): Transaction {
  return {
    _id: row.id,
    number: row.number,
    paymentIntent: row.payment_intent_id,
    contact: row.contact_id,
    transactionType: row.transaction_type,
    method: row.method,
    gateway: row.gateway,
    connection: row.connection_id,
    authorization: row.authorization_id,
    file: row.file_id,
    savedMethod: row.saved_method_id,
    amount: row.amount,
    credited: creditedOf(row),
    fee: row.fee,
    currency: row.currency,
    status: row.status,
    outcome: row.outcome,
    action: row.action,
    settlement: row.settlement,
    settlementDiffers: row.settlement_differs,
    failure: row.failure,
    fx: row.fx,
    installments: row.installments,
    approval: row.approval,
    refundOf: row.refund_of,
    reference: row.reference,
    receivedAt: isoTime(row.received_at),
    documents: row.documents,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
