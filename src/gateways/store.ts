import { randomText } from "../kit/crypto.ts"
import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"
import { appendOnly, type RowOf } from "../kit/table.ts"

const charges = appendOnly("simulator_charges", {
  tenant_id: "text",
  key: "text",
  reference: "text",
  token: "text",
  amount: "bigint",
  currency: "text",
  installments: "int?",
  total: "bigint?",
  status: "text",
  decline_code: "text?",
  created_at: "timestamptz",
})
export type SimulatedCharge = Omit<RowOf<typeof charges>, "status"> & { status: "succeeded" | "processing" | "declined" }

export async function readSimulated(tenant: string, key: string): Promise<SimulatedCharge | undefined> {
  const [row] = await ask<SimulatedCharge>([tenant], sql`select * from simulator_charges where tenant_id = ${tenant} and key = ${key}`)
  return row
}

export function rememberSimulated(ctx: Context, charge: Omit<SimulatedCharge, "tenant_id" | "reference" | "created_at">): SimulatedCharge {
  const row = { ...charge, tenant_id: ctx.tenant.id, reference: `sim_${randomText(12)}`, created_at: ctx.now }
  ctx.write(charges.insert(row))
  return row
}
