import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { PaymentIntentRow } from "./store.ts"

/**
 * Open intents of which this amount is due, or up to `tolerance` more or less: the nearest first, and of equally near ones the earliest
 * due. A plan is left out: its installments are paid.
 */
export async function findOpenByDue({ tenant }: Context, currency: string, due: number, tolerance: number): Promise<PaymentIntentRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from payment_intents
    where tenant_id = ${tenant.id} and currency = ${currency}
      and amount - paid between ${Math.max(1, due - tolerance)} and ${due + tolerance}
      and status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan'
    order by abs(amount - paid - ${due}::bigint), due_at, id limit 6`,
  )
}
