import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, int, json, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Instructions } from "./simulator-instructions.ts"

const columns = {
  tenant_id: text,
  key: text,
  reference: text,
  token: text,
  amount: bigint,
  currency: text,
  installments: nullable(int),
  total: nullable(bigint),
  status: oneOf(["succeeded", "processing", "declined", "action", "expired", "canceled"]),
  decline_code: nullable(text),
  action: json<Instructions | null>(),
  expires_at: nullable(timestamptz),
  return_url: nullable(text),
  created_at: timestamptz,
}
export type SimulatedCharge = Row<typeof columns>

const charges = appendOnly("simulator_charges", columns)

export async function findSimulatedCharge(tenant: string, key: string): Promise<SimulatedCharge | undefined> {
  const [row] = await query<SimulatedCharge>([tenant], sql`select * from simulator_charges where tenant_id = ${tenant} and key = ${key}`)
  return row
}

/** A charge that waits for its payer, or did. */
export async function findByReference(tenant: string, reference: string): Promise<SimulatedCharge | undefined> {
  const [row] = await query<SimulatedCharge>(
    [tenant],
    sql`
    select * from simulator_charges where tenant_id = ${tenant} and reference = ${reference} and action is not null`,
  )
  return row
}

type NewCharge = Omit<SimulatedCharge, "tenant_id" | "created_at">

export function insertSimulatedCharge(ctx: Context, charge: NewCharge): SimulatedCharge {
  const row = { ...charge, tenant_id: ctx.tenant.id, created_at: ctx.now }
  ctx.write(charges.insert(row))
  return row
}

/** A payer who pays and a call that cancels may meet. The second to commit finds no row, runs again and sees what the first did. */
const ends = writeStatement(
  `update simulator_charges c set status = r.status, decline_code = r.decline_code
   from jsonb_to_recordset($1) as r(tenant_id text, key text, status text, decline_code text)
   where c.tenant_id = r.tenant_id and c.key = r.key and c.status = 'action' returning 1`,
  { exact: true },
)

type End = Pick<SimulatedCharge, "status" | "decline_code">

/** Ends a charge that waits for its payer. */
export function endSimulatedCharge(ctx: Context, charge: SimulatedCharge, end: End): SimulatedCharge {
  const { tenant_id, key } = charge
  ctx.write({ statement: ends, row: { tenant_id, key, ...end }, id: `simulator charge ${key}` })
  return { ...charge, ...end }
}
