import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, boolean, int, json, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
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
  saves_method: boolean,
  method_removed_at: nullable(timestamptz),
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

/** The charge that a card was saved with. */
export async function findSavedCharge(tenant: string, reference: string): Promise<SimulatedCharge | undefined> {
  const [row] = await query<SimulatedCharge>(
    [tenant],
    sql`
    select * from simulator_charges where tenant_id = ${tenant} and reference = ${reference} and saves_method`,
  )
  return row
}

const removals = writeStatement(
  `update simulator_charges c set method_removed_at = r.removed_at
   from jsonb_to_recordset($1) as r(tenant_id text, reference text, removed_at timestamptz)
   where c.tenant_id = r.tenant_id and c.reference = r.reference and c.saves_method and c.method_removed_at is null`,
)

export const removeSavedMethod = ({ tenant, now, write }: Context, reference: string) =>
  write({ statement: removals, row: { tenant_id: tenant.id, reference, removed_at: now } })

type NewCharge = Omit<SimulatedCharge, "tenant_id" | "created_at">

export function insertSimulatedCharge(ctx: Context, charge: NewCharge): SimulatedCharge {
  const row = { ...charge, tenant_id: ctx.tenant.id, created_at: ctx.now }
  ctx.write(charges.insert(row))
  return row
}

/** A payer who pays and a call that cancels may meet. The second to commit finds no row, runs again and sees what the first did. */
const ends = writeStatement(
  `update simulator_charges c set status = r.status, decline_code = r.decline_code, token = r.token
   from jsonb_to_recordset($1) as r(tenant_id text, key text, status text, decline_code text, token text)
   where c.tenant_id = r.tenant_id and c.key = r.key and c.status = 'action' returning 1`,
  { exact: true },
)

type End = Pick<SimulatedCharge, "status" | "decline_code" | "token">

/** Ends a charge that waits for its payer. The token says how the payer's card behaves later, if it is saved. */
export function endSimulatedCharge(ctx: Context, charge: SimulatedCharge, end: End): SimulatedCharge {
  const { tenant_id, key } = charge
  ctx.write({ statement: ends, row: { tenant_id, key, ...end }, id: `simulator charge ${key}` })
  return { ...charge, ...end }
}
