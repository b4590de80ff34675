import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Context } from "../../kit/operation/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { addToBalance } from "../ledger/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { type Allocation, assertFollows } from "./rules.ts"
import { type Transaction, transactionStatuses, transactionTypes } from "./schema.ts"

const columns = {
  ...identity,
  number: bigint,
  payment_intent_id: text,
  contact_id: text,
  transaction_type: oneOf(transactionTypes),
  method: text,
  gateway: nullable(text),
  gateway_reference: nullable(text),
  charge_key: nullable(text),
  token: nullable(text),
  amount: bigint,
  currency: text,
  status: oneOf(transactionStatuses),
  outcome: nullable(oneOf(["unknown"])),
  failure: json<Transaction["failure"]>(),
  fx: json<Transaction["fx"]>(),
  installments: json<Transaction["installments"]>(),
  allocations: json<Allocation[]>(),
  reference: nullable(text),
  received_at: timestamptz,
  documents: json<Transaction["documents"]>(),
  ...tracked,
}
export type TransactionRow = Row<typeof columns>

const transactions = resource("transactions", columns, {
  noun: "transaction",
  publishes: "transactions",
  counted: "status",
  references: { contact: resolveContact, paymentIntent: resolvePaymentIntentId },
  render: renderTransaction,
})
export const {
  find: findTransaction,
  read: readTransaction,
  readForUpdate: readTransactionForUpdate,
  list: listTransactions,
  after: transactionsAfter,
} = transactions

export function findByPaymentIntent({ tenant }: Context, intent: string): Promise<TransactionRow[]> {
  return query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and payment_intent_id = ${intent} order by id`,
  )
}

/** The charge that an earlier attempt of the request with this key created. */
export async function findByChargeKey({ tenant, now }: Context, key: string): Promise<TransactionRow | undefined> {
  const [row] = await query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and charge_key = ${key} and created_at > ${dayBefore(now)}`,
  )
  return row
}

/** A charge key expires after a day, like the Idempotency-Key it comes from. */
const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 60 * 60 * 1000)
const releaseKey = writeStatement(
  `update transactions t set charge_key = null from jsonb_to_recordset($1) as r(tenant_id text, key text, before timestamptz)
   where t.tenant_id = r.tenant_id and t.charge_key = r.key and t.created_at <= r.before`,
  { first: true },
)

export const releaseExpiredChargeKey = ({ tenant, now, write }: Context, key: string) =>
  write({ statement: releaseKey, row: { tenant_id: tenant.id, key, before: dayBefore(now) } })

/** A gateway charge of one of these payment intents that is still processing. */
export async function findProcessingCharge({ tenant }: Context, intents: string[]): Promise<TransactionRow | undefined> {
  const [row] = await query<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions
    where tenant_id = ${tenant.id} and payment_intent_id = any(${intents}) and status = 'processing' and gateway is not null limit 1`,
  )
  return row
}

type Optional = "gateway" | "gateway_reference" | "charge_key" | "token" | "fx" | "installments" | "reference" | "received_at" | "documents"
type NewTransactionRow = Pick<TransactionRow, "payment_intent_id" | "contact_id" | "method" | "amount" | "currency" | "metadata"> &
  Partial<Pick<TransactionRow, Optional>>

/** Every payment is inserted, and published, as processing; its outcome is a second change, often in the same commit. */
export async function insertTransaction(ctx: Context, fields: NewTransactionRow): Promise<TransactionRow> {
  const { row } = transactions.insert(ctx, {
    gateway: null,
    gateway_reference: null,
    charge_key: null,
    token: null,
    fx: null,
    installments: null,
    reference: null,
    received_at: ctx.now,
    documents: [],
    ...fields,
    number: await nextNumber(ctx.tenant.id, "transaction"),
    transaction_type: "charge",
    status: "processing",
    outcome: null,
    failure: null,
    allocations: [],
  })
  addToBalance(ctx, "in-flight", row.currency, row.amount)
  return row
}

type Changeable =
  | "status"
  | "outcome"
  | "failure"
  | "allocations"
  | "gateway_reference"
  | "charge_key"
  | "reference"
  | "documents"
  | "metadata"
export type TransactionRowChange = Partial<Pick<TransactionRow, Changeable>>

export function saveTransaction(ctx: Context, before: TransactionRow, change: TransactionRowChange): TransactionRow {
  assertFollows(before, change.status ?? before.status)
  const { row } = transactions.save(ctx, before, change)
  if (before.status === "processing" && row.status !== "processing") addToBalance(ctx, "in-flight", row.currency, -row.amount)
  return row
}

export function renderTransaction(row: TransactionRow): Transaction {
  return {
    _id: row.id,
    number: row.number,
    paymentIntent: row.payment_intent_id,
    contact: row.contact_id,
    transactionType: row.transaction_type,
    method: row.method,
    gateway: row.gateway,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    outcome: row.outcome,
    failure: row.failure,
    fx: row.fx,
    installments: row.installments,
    reference: row.reference,
    receivedAt: isoTime(row.received_at),
    documents: row.documents,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
