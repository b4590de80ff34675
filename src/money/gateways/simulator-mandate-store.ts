import { appendOnly } from "../../kit/db/append-only.ts"
import { nullable, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { randomText } from "../../kit/service/crypto.ts"

const columns = {
  tenant_id: text,
  key: text,
  reference: text,
  holder: text,
  decides_at: timestamptz,
  revoked_at: nullable(timestamptz),
  created_at: timestamptz,
}
export type SimulatedMandate = Row<typeof columns>

const mandates = appendOnly("simulator_mandates", columns)

export async function findSimulatedMandate(tenant: string, key: string): Promise<SimulatedMandate | undefined> {
  const [row] = await query<SimulatedMandate>([tenant], sql`select * from simulator_mandates where tenant_id = ${tenant} and key = ${key}`)
  return row
}

type NewMandate = Pick<SimulatedMandate, "key" | "holder" | "decides_at">

export function insertSimulatedMandate(ctx: Context, mandate: NewMandate): SimulatedMandate {
  const row = { ...mandate, tenant_id: ctx.tenant.id, reference: `simm_${randomText(12)}`, revoked_at: null, created_at: ctx.now }
  ctx.write(mandates.insert(row))
  return row
}

const ends = writeStatement(
  `update simulator_mandates m set revoked_at = r.revoked_at
   from jsonb_to_recordset($1) as r(tenant_id text, key text, revoked_at timestamptz)
   where m.tenant_id = r.tenant_id and m.key = r.key and m.revoked_at is null`,
)

export const endSimulatedMandate = ({ tenant, now, write }: Context, key: string) =>
  write({ statement: ends, row: { tenant_id: tenant.id, key, revoked_at: now } })
