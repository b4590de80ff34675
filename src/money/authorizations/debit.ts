import type { Context } from "../../kit/db/context.ts"
import { assertChargeable, type Debit } from "./rules.ts"
import { readAuthorizationForUpdate, resolveAuthorization, touchAuthorization } from "./store.ts"

/** The id of the mandate that a charge debits by. The charge commits only while the mandate is active. */
export async function resolveChargeableAuthorization(ctx: Context, reference: string, debit: Debit): Promise<string> {
  const row = await readAuthorizationForUpdate(ctx, (await resolveAuthorization(ctx, reference)).id)
  assertChargeable(row, debit)
  touchAuthorization(ctx, row)
  return row.id
}
