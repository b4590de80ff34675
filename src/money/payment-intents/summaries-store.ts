import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"

/** What a contact owes in a currency, and how much of it is overdue. */
export type Owed = { currency: string; due: bigint; overdue: bigint }

/** By currency, the one with most overdue first. Counts the installments of a plan, not the plan itself. */
export async function findOwed({ tenant, now }: Pick<Context, "tenant" | "now">, contact: string): Promise<Owed[]> {
  const rows = await query<Record<keyof Owed, string>>(
    [tenant.id],
    sql`
    select currency, due::text, overdue::text from (
      select currency, sum(amount - paid) as due, coalesce(sum(amount - paid) filter (where due_at <= ${now}), 0) as overdue
      from payment_intents
      where tenant_id = ${tenant.id} and contact_id = ${contact} and intent_type <> 'payment-plan'
        and status in ('due', 'overdue', 'paid-partial')
      group by currency
    ) sums
    order by sums.overdue desc, sums.due desc, currency`,
  )
  return rows.map(({ currency, due, overdue }) => ({ currency, due: BigInt(due), overdue: BigInt(overdue) }))
}

/** The numbers of payment intents by their ids, for a reader who may see nothing else of them. */
export async function findNumbers({ tenant }: Pick<Context, "tenant">, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; number: string }>(
    [tenant.id],
    sql`select id, number from payment_intents where tenant_id = ${tenant.id} and id = any(${ids})`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
