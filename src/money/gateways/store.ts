import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, int, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { randomText } from "../../kit/service/crypto.ts"

const columns = {
  tenant_id: text,
  key: text,
  reference: text,
  token: text,
  amount: bigint,
  currency: text,
  installments: nullable(int),
  total: nullable(bigint),
  status: oneOf(["succeeded", "processing", "declined"]),
  decline_code: nullable(text),
  created_at: timestamptz,
}
export type SimulatedCharge = Row<typeof columns>

const charges = appendOnly("simulator_charges", columns)

export async function findSimulatedCharge(tenant: string, key: string): Promise<SimulatedCharge | undefined> {
  const [row] = await query<SimulatedCharge>([tenant], sql`select * from simulator_charges where tenant_id = ${tenant} and key = ${key}`)
  return row
}

type NewCharge = Omit<SimulatedCharge, "tenant_id" | "reference" | "created_at">

export function insertSimulatedCharge(ctx: Context, charge: NewCharge): SimulatedCharge {
  const row = { ...charge, tenant_id: ctx.tenant.id, reference: `sim_${randomText(12)}`, created_at: ctx.now }
  ctx.write(charges.insert(row))
  return row
}
