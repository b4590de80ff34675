import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { PaymentIntentRow } from "./store.ts"

/** Open intents of which exactly this amount is due, the earliest due first. A plan is left out: its installments are paid. */
export async function findOpenByDue({ tenant }: Context, currency: string, due: number): Promise<PaymentIntentRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from payment_intents
    where tenant_id = ${tenant.id} and currency = ${currency} and amount - paid = ${due}
      and status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan'
    order by due_at, id limit 6`,
  )
}
