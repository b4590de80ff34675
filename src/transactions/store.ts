import { resolveContact } from "../contacts/store.ts"
import type { Context } from "../kit/context.ts"
import { ask, type Query, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { nextNumber } from "../kit/number.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { way } from "../kit/writes.ts"
import { keep } from "../ledger/store.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { type Allocation, assertFollows } from "./rules.ts"
import type { Fx, Installments, Transaction, TransactionStatus } from "./schema.ts"

const references = { contact: resolveContact, paymentIntent: resolvePaymentIntentId }
const source = { from: "transactions", counted: "status", references } as const satisfies Source
const transactions = table(
  "transactions",
  {
    tenant_id: "text",
    id: "text",
    number: "bigint",
    payment_intent_id: "text",
    contact_id: "text",
    transaction_type: "text",
    method: "text",
    gateway: "text?",
    gateway_reference: "text?",
    charge_key: "text?",
    token: "text?",
    amount: "bigint",
    currency: "text",
    status: "text",
    outcome: "text?",
    failure: "jsonb",
    fx: "jsonb",
    installments: "jsonb",
    allocations: "jsonb",
    reference: "text?",
    received_at: "timestamptz",
    documents: "jsonb",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
type Kept = RowOf<typeof transactions>
export type TransactionRow = Omit<Kept, "status" | "allocations" | "installments"> & {
  status: TransactionStatus
  allocations: Allocation[]
  installments: Installments | null
}

const transactionById = question<{ tenant_id: string; id: string }, TransactionRow>(`
  select n, t.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from transactions where tenant_id = asked.tenant_id and id = asked.id limit 1) t`)

export async function readTransaction({ tenant }: Context, id: string): Promise<TransactionRow> {
  return found(isId(id) ? await transactionById({ tenant_id: tenant.id, id }) : undefined, id)
}

/** Usually without a lock: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takeTransaction({ tenant, take }: Context, id: string): Promise<TransactionRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from transactions where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<TransactionRow>(`transaction ${tenant.id} ${id}`, () => transactionById({ tenant_id: tenant.id, id }), lock), id)
}

export async function findTransaction({ tenant }: Context, id: string): Promise<TransactionRow | undefined> {
  return isId(id) ? transactionById({ tenant_id: tenant.id, id }) : undefined
}

export function findOfIntent({ tenant }: Context, intent: string): Promise<TransactionRow[]> {
  return ask<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and payment_intent_id = ${intent} order by id`,
  )
}

/** The charge that a request with this key began, if it did. */
export async function findByChargeKey({ tenant, now }: Context, key: string): Promise<TransactionRow | undefined> {
  const [row] = await ask<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions where tenant_id = ${tenant.id} and charge_key = ${key} and created_at > ${dayBefore(now)}`,
  )
  return row
}

/** A key lives for a day. */
const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 60 * 60 * 1000)
const freeing = way(
  `update transactions t set charge_key = null from jsonb_to_recordset($1) as r(tenant_id text, key text, before timestamptz)
   where t.tenant_id = r.tenant_id and t.charge_key = r.key and t.created_at <= r.before`,
  { first: true },
)

export const freeDeadChargeKey = ({ tenant, now, write }: Context, key: string) =>
  write({ way: freeing, row: { tenant_id: tenant.id, key, before: dayBefore(now) } })

/** A charge that is under way on one of these. */
export async function findInFlight({ tenant }: Context, intents: string[]): Promise<TransactionRow | undefined> {
  const [row] = await ask<TransactionRow>(
    [tenant.id],
    sql`
    select * from transactions
    where tenant_id = ${tenant.id} and payment_intent_id = any(${intents}) and status = 'processing' and gateway is not null limit 1`,
  )
  return row
}

/** All of them from one on; for the verification of the books. */
export const transactionsAfter = (tenant: string, id: string): Query =>
  sql`select * from transactions where tenant_id = ${tenant} and id > ${id} order by id limit 2000`

export async function listTransactions(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<TransactionRow>(ctx, source, query)
  return { data: data.map(shownTransaction), ...rest }
}

type NewRow = Pick<TransactionRow, "payment_intent_id" | "contact_id" | "method" | "amount" | "currency" | "metadata"> &
  Partial<Pick<TransactionRow, "gateway" | "gateway_reference" | "charge_key" | "token" | "reference" | "received_at" | "documents">> & {
    fx?: Fx | null
    installments?: Installments | null
  }

/** Every payment begins as processing, and says so: what comes of it is a change of its own, if only an instant later. */
export async function insertTransaction(ctx: Context, transaction: NewRow): Promise<TransactionRow> {
  const row: TransactionRow = {
    gateway: null,
    gateway_reference: null,
    charge_key: null,
    token: null,
    fx: null,
    installments: null,
    reference: null,
    received_at: ctx.now,
    documents: [],
    ...transaction,
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    number: await nextNumber(ctx.tenant.id, "transaction"),
    transaction_type: "charge",
    status: "processing",
    outcome: null,
    failure: null,
    allocations: [],
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(transactions.insert(row))
  keep(ctx, "in-flight", row.currency, row.amount)
  publish(ctx, "transactions.create", shownTransaction(row))
  return row
}

export function saveTransaction(ctx: Context, before: TransactionRow, change: Partial<TransactionRow>): TransactionRow {
  const after = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  assertFollows(before, after.status)
  ctx.write(transactions.update(before, after))
  if (before.status === "processing" && after.status !== "processing") keep(ctx, "in-flight", after.currency, -after.amount)
  publish(ctx, "transactions.update", shownTransaction(after), shownTransaction(before))
  return after
}

function found(row: TransactionRow | undefined, reference: string): TransactionRow {
  if (!row) throw new Problem("GEN-1004", { kind: "transaction", reference })
  return row
}

export const shownTransaction = (row: TransactionRow): Transaction => ({
  _id: row.id,
  number: row.number,
  paymentIntent: row.payment_intent_id,
  contact: row.contact_id,
  transactionType: row.transaction_type as Transaction["transactionType"],
  method: row.method,
  gateway: row.gateway,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  outcome: row.outcome as Transaction["outcome"],
  failure: row.failure as Transaction["failure"],
  fx: row.fx as Transaction["fx"],
  installments: row.installments,
  reference: row.reference,
  receivedAt: iso(row.received_at),
  documents: row.documents as Transaction["documents"],
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Transaction["metadata"],
})
