import { identity, int, json, nullable, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { table } from "../../kit/db/table.ts"
import type { Failure } from "./schema.ts"

const columns = {
  ...identity,
  subscription_id: text,
  attempts: int,
  first_attempt_at: nullable(timestamptz),
  transaction_id: nullable(text),
  failure: json<Failure | null>(),
  ...tracked,
}
/** The automatic charge of one cycle; its id is that of the cycle's payment intent. */
export type CycleChargeRow = Row<typeof columns>

/** Not a `resource`, because transactions show its attempts and the subscription shows its failures. */
const charges = table("subscription_charges", columns)
export const findCycleCharge = charges.findBy("id")

export async function readCycleChargeForUpdate(ctx: Context, id: string): Promise<CycleChargeRow> {
  const { tenant } = ctx
  const name = `subscription_charges ${tenant.id} ${id}`
  const row = await ctx.readForUpdate<CycleChargeRow>(name, () => findCycleCharge(ctx, id), charges.forUpdate(tenant.id, id))
  if (!row) throw new Error(`There is no automatic charge of payment intent ${id}`)
  return row
}

export function insertCycleCharge(
  { tenant, now, write }: Context,
  { id, subscription_id }: Pick<CycleChargeRow, "id" | "subscription_id">,
) {
  const none = { attempts: 0, first_attempt_at: null, transaction_id: null, failure: null }
  const managed = { metadata: {}, created_at: now, updated_at: now, version: 1, revision: 1 }
  write(charges.insert({ tenant_id: tenant.id, id, subscription_id, ...none, ...managed }))
}

type Change = Partial<Pick<CycleChargeRow, "attempts" | "first_attempt_at" | "transaction_id" | "failure">>

export function saveCycleCharge(ctx: Context, before: CycleChargeRow, change: Change): CycleChargeRow {
  const { version, revision } = before
  const row = { ...before, ...change, updated_at: ctx.now, version: version + 1, revision: revision + 1 }
  ctx.write(charges.update(before, row))
  return row
}
