import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { publish } from "../kit/publish.ts"
import { appendOnly, type RowOf, table } from "../kit/table.ts"
import type { BankTransfer } from "./schema.ts"

const events = appendOnly("gateway_events", {
  tenant_id: "text",
  gateway: "text",
  event_id: "text",
  type: "text",
  effect: "text",
  received_at: "timestamptz",
})

export async function isKnownEvent({ tenant }: Context, gateway: string, event: string): Promise<boolean> {
  const rows = await ask(
    [tenant.id],
    sql`
    select 1 from gateway_events where tenant_id = ${tenant.id} and gateway = ${gateway} and event_id = ${event}`,
  )
  return rows.length > 0
}

/** In the commit of its effect: the same event at the same instant loses by the primary key, looks again and finds it known. */
export function rememberEvent(
  { tenant, now, write }: Context,
  gateway: string,
  { id, type }: { id: string; type: string },
  effect: string,
) {
  write(events.insert({ tenant_id: tenant.id, gateway, event_id: id, type, effect, received_at: now }))
}

const source = { from: "bank_transfers", counted: "status" } as const satisfies Source
const transfers = table(
  "bank_transfers",
  {
    tenant_id: "text",
    id: "text",
    reference: "text",
    amount: "bigint",
    currency: "text",
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

export function insertTransfer(
  ctx: Context,
  transfer: Pick<BankTransferRow, "id" | "reference" | "amount" | "currency" | "payment_intent_id" | "transaction_id">,
): BankTransfer {
  const row: BankTransferRow = {
    ...transfer,
    tenant_id: ctx.tenant.id,
    status: transfer.transaction_id ? "allocated" : "unallocated",
    metadata: {},
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(transfers.insert(row))
  publish(ctx, "bankTransfers.create", shown(row))
  return shown(row)
}

export async function listTransfers(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<BankTransferRow>(ctx, source, query)
  return { data: data.map(shown), ...rest }
}

const shown = (row: BankTransferRow): BankTransfer => ({
  _id: row.id,
  reference: row.reference,
  amount: row.amount,
  currency: row.currency,
  status: row.status as BankTransfer["status"],
  paymentIntent: row.payment_intent_id,
  transaction: row.transaction_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as BankTransfer["metadata"],
})
