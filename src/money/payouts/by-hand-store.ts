import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { PayoutRow } from "./store.ts"

/** Payouts without a gateway that wait for their confirmation, of exactly this amount. */
export async function findAwaitingByHand({ tenant }: Context, currency: string, amount: number): Promise<PayoutRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from payouts
    where tenant_id = ${tenant.id} and status = 'processing' and gateway is null and currency = ${currency} and amount = ${amount}
    order by id limit 6`,
  )
}
