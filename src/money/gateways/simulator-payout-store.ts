import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, nullable, oneOf, recordset, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { randomText } from "../../kit/service/crypto.ts"

const columns = {
  tenant_id: text,
  key: text,
  reference: text,
  amount: bigint,
  currency: text,
  charged: nullable(bigint),
  outcome: oneOf(["paid", "failed", "returned"]),
  reason: nullable(text),
  settles_at: timestamptz,
  created_at: timestamptz,
}
export type SimulatedPayout = Row<typeof columns>
type NewPayout = Omit<SimulatedPayout, "tenant_id" | "reference" | "created_at">

const payouts = appendOnly("simulator_payouts", columns)

export async function findSimulatedPayout(tenant: string, key: string): Promise<SimulatedPayout | undefined> {
  const [row] = await query<SimulatedPayout>([tenant], sql`select * from simulator_payouts where tenant_id = ${tenant} and key = ${key}`)
  return row
}

export function insertSimulatedPayout(ctx: Context, payout: NewPayout): SimulatedPayout {
  const row = rowOf(ctx, payout)
  ctx.write(payouts.insert(row))
  return row
}

const names = Object.keys(columns).join(", ")
const upsert = writeStatement(
  `insert into simulator_payouts (${names}) select ${names} from ${recordset(columns)}
   on conflict (tenant_id, key) do update
   set charged = excluded.charged, outcome = excluded.outcome, reason = excluded.reason, settles_at = excluded.settles_at`,
)

/** Gives a payout another outcome, before or after the simulator received it. */
export const saveSimulatedPayout = (ctx: Context, payout: NewPayout) => ctx.write({ statement: upsert, row: rowOf(ctx, payout) })

const rowOf = (ctx: Context, payout: NewPayout): SimulatedPayout => ({
  ...payout,
  tenant_id: ctx.tenant.id,
  reference: `sim_${randomText(12)}`,
  created_at: ctx.now,
})
