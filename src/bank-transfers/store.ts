import type { Context } from "../kit/context.ts"
import { type Query, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import type { BankTransfer } from "./schema.ts"

const references = { paymentIntent: resolvePaymentIntentId }
const source = { from: "bank_transfers", counted: "status", references } as const satisfies Source
const transfers = table(
  "bank_transfers",
  {
    tenant_id: "text",
    id: "text",
    reference: "text",
    amount: "bigint",
    currency: "text",
    gateway: "text",
    status: "text",
    payment_intent_id: "text?",
    transaction_id: "text?",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
export type BankTransferRow = RowOf<typeof transfers>

const transferById = question<{ tenant_id: string; id: string }, BankTransferRow>(`
  select n, b.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from bank_transfers where tenant_id = asked.tenant_id and id = asked.id limit 1) b`)

export async function readTransfer({ tenant }: Context, id: string): Promise<BankTransferRow> {
  return found(isId(id) ? await transferById({ tenant_id: tenant.id, id }) : undefined, id)
}

/** Usually without a lock: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takeTransfer({ tenant, take }: Context, id: string): Promise<BankTransferRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from bank_transfers where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<BankTransferRow>(`bank transfer ${tenant.id} ${id}`, () => transferById({ tenant_id: tenant.id, id }), lock), id)
}

export async function listTransfers(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<BankTransferRow>(ctx, source, query)
  return { data: data.map(shownTransfer), ...rest }
}

/** All of them from one on; for the verification of the books. */
export const transfersAfter = (tenant: string, id: string): Query =>
  sql`select * from bank_transfers where tenant_id = ${tenant} and id > ${id} order by id limit 2000`

type NewRow = Pick<BankTransferRow, "id" | "reference" | "amount" | "currency" | "gateway"> & Partial<Matched>
type Matched = { payment_intent_id: string; transaction_id: string }

export function insertTransfer(ctx: Context, transfer: NewRow): BankTransfer {
  const row: BankTransferRow = {
    payment_intent_id: null,
    transaction_id: null,
    ...transfer,
    tenant_id: ctx.tenant.id,
    status: transfer.transaction_id ? "allocated" : "unallocated",
    metadata: {},
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(transfers.insert(row))
  publish(ctx, "bankTransfers.create", shownTransfer(row))
  return shownTransfer(row)
}

export function saveMatched(ctx: Context, before: BankTransferRow, matched: Matched): BankTransfer {
  const after = { ...before, ...matched, status: "allocated", updated_at: ctx.now, version: before.version + 1 }
  ctx.write(transfers.update(before, after))
  publish(ctx, "bankTransfers.update", shownTransfer(after), shownTransfer(before))
  return shownTransfer(after)
}

function found(row: BankTransferRow | undefined, reference: string): BankTransferRow {
  if (!row) throw new Problem("GEN-1004", { kind: "bank transfer", reference })
  return row
}

export const shownTransfer = (row: BankTransferRow): BankTransfer => ({
  _id: row.id,
  reference: row.reference,
  amount: row.amount,
  currency: row.currency,
  gateway: row.gateway,
  status: row.status as BankTransfer["status"],
  paymentIntent: row.payment_intent_id,
  transaction: row.transaction_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as BankTransfer["metadata"],
})
