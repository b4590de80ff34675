import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { TransactionRow } from "./store.ts"

/** Payments of an intent that a person has recorded, of exactly this amount. */
export async function findRecorded({ tenant }: Context, intent: string, amount: number): Promise<TransactionRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from transactions
    where tenant_id = ${tenant.id} and payment_intent_id = ${intent} and amount = ${amount} and gateway is null
      and gateway_reference is null
      and authorization_id is null and method <> 'contact-credit' and refund_of is null and status in ('processing', 'succeeded')
    order by id limit 5`,
  )
}
