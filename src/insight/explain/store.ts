import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"

/** What an object moved for a payment intent: the net of its ledger entries, positive where it paid, gave back or took. */
export type Movement = {
  account: "received" | "refunds" | "disputes"
  source_type: string
  source_id: string
  number: string
  currency: string
  n: number
}

/** The movements for an intent. Those of a plan are the movements for its installments; a charge may pay several of them. */
export async function readMovements({ tenant }: Context, intent: { id: string; plan_id: string | null; installments: readonly string[] }) {
  const own = intent.installments.length > 0 ? [...intent.installments] : [intent.id]
  const rows = await query<Omit<Movement, "n"> & { n: string }>(
    [tenant.id],
    sql`
    with family as (
      select id from payment_intents
      where tenant_id = ${tenant.id}
        and (id = ${intent.plan_id ?? intent.id} or plan_id = ${intent.plan_id ?? intent.id})
    ), sources as (
      select t.id, t.number::text as number from transactions t join family f on f.id = t.payment_intent_id where t.tenant_id = ${tenant.id}
      union all
      select d.id, d.number from disputes d join family f on f.id = d.payment_intent_id where d.tenant_id = ${tenant.id}
    )
    select split_part(p.account, ':', 1) as account, e.source_type, e.source_id, s.number, e.currency,
      sum(case when p.account like 'received:%' then p.credit - p.debit else p.debit - p.credit end)::text as n
    from sources s
    join ledger_entries e on e.tenant_id = ${tenant.id} and e.source_id = s.id
    cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
    where split_part(p.account, ':', 1) in ('received', 'refunds', 'disputes') and split_part(p.account, ':', 2) = any(${own}::text[])
    group by 1, 2, 3, 4, 5
    having sum(p.credit - p.debit) <> 0
    order by 3`,
  )
  return rows.map((row): Movement => ({ ...row, n: Number(row.n) }))
}
