import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { type Query, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Sender } from "../gateways/ports.ts"

const columns = {
  tenant_id: text,
  id: text,
  gateway: text,
  connection_id: nullable(text),
  reference: text,
  currency: text,
  amount: bigint,
  status: oneOf(["paid", "failed"]),
  paid_at: timestamptz,
  failed_at: nullable(timestamptz),
  created_at: timestamptz,
}
export type WithdrawalRow = Row<typeof columns>
const withdrawals = appendOnly("gateway_withdrawals", columns)

export async function findWithdrawal({ tenant }: Context, { gateway, connection_id }: Sender, reference: string) {
  const [row] = await query<WithdrawalRow>(
    [tenant.id],
    sql`
    select * from gateway_withdrawals where tenant_id = ${tenant.id} and gateway = ${gateway} and reference = ${reference}
      and connection_id is not distinct from ${connection_id}`,
  )
  return row
}

/** A concurrent report of the same withdrawal violates the unique index, runs again and finds it. */
export const insertWithdrawal = ({ tenant, now, write }: Context, row: Omit<WithdrawalRow, "tenant_id" | "created_at">) =>
  write(withdrawals.insert({ ...row, tenant_id: tenant.id, created_at: now }))

const failures = writeStatement(
  `update gateway_withdrawals w set status = 'failed', failed_at = r.failed_at
   from jsonb_to_recordset($1) as r(tenant_id text, id text, failed_at timestamptz)
   where w.tenant_id = r.tenant_id and w.id = r.id and w.status = 'paid'
   returning 1`,
  { exact: true },
)
/** Refuses the whole commit where it has failed meanwhile. */
export const saveFailed = ({ tenant, write }: Context, { id }: WithdrawalRow, failed_at: Date) =>
  write({ statement: failures, row: { tenant_id: tenant.id, id, failed_at }, id: `gateway_withdrawals ${tenant.id} ${id}` })

/** In batches, for verification. */
export const withdrawalsAfter = (tenant: string, id: string): Query =>
  sql`select * from gateway_withdrawals where tenant_id = ${tenant} and id > ${id} order by id limit 500`

export async function findKnownWithdrawals({ tenant }: Context, connection: string, references: string[]): Promise<string[]> {
  const rows = await query<{ reference: string }>(
    [tenant.id],
    sql`
    select reference from gateway_withdrawals
    where tenant_id = ${tenant.id} and connection_id = ${connection} and reference = any(${references})`,
  )
  return rows.map(({ reference }) => reference)
}
