import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { randomText } from "../../kit/service/crypto.ts"

const columns = {
  tenant_id: text,
  key: text,
  charge_key: text,
  reference: text,
  amount: bigint,
  currency: text,
  status: oneOf(["succeeded", "declined"]),
  decline_code: nullable(text),
  settles_at: nullable(timestamptz),
  fails_at: nullable(timestamptz),
  created_at: timestamptz,
}
export type SimulatedRefund = Row<typeof columns>

const refunds = appendOnly("simulator_refunds", columns)

export async function findSimulatedRefund(tenant: string, key: string): Promise<SimulatedRefund | undefined> {
  const [row] = await query<SimulatedRefund>([tenant], sql`select * from simulator_refunds where tenant_id = ${tenant} and key = ${key}`)
  return row
}

type NewRefund = Omit<SimulatedRefund, "tenant_id" | "reference" | "created_at">

export function insertSimulatedRefund(ctx: Context, refund: NewRefund): SimulatedRefund {
  const row = { ...refund, tenant_id: ctx.tenant.id, reference: `simr_${randomText(12)}`, created_at: ctx.now }
  ctx.write(refunds.insert(row))
  return row
}
