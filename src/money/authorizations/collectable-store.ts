import { allTenants, query, sql, type TenantScope } from "../../kit/db/query.ts"

export type Bill = { tenant_id: string; payment_intent_id: string; authorization_id: string; ready_at: Date }

/** The bills of all tenants whose debits are to be made now. A move of a sandbox's clock makes its own. */
export const findAllToDebit = (): Promise<Bill[]> => findBills(allTenants, null, null)

/** The bills of one tenant whose debits are to be made by that time, the earliest first. */
export const findToDebit = (tenant: string, by: Date): Promise<Bill[]> => findBills([tenant], tenant, by)

/**
 * The open bills of contacts with a mandate that collects them, and when their debit is to be made: the payer's notice and two days for
 * the bank before they are due. A bill that had a debit before is for a person. Of several mandates the newest collects.
 */
const findBills = (scope: TenantScope, tenant: string | null, by: Date | null): Promise<Bill[]> =>
  query(
    scope,
    sql`
    select p.tenant_id, p.id as payment_intent_id, a.id as authorization_id, r.ready_at
    from authorizations a
    join tenants n on n.id = a.tenant_id
    join payment_intents p on p.tenant_id = a.tenant_id and p.contact_id = a.contact_id and p.currency = a.currency
    cross join lateral (
      select greatest(p.due_at - ((a.terms ->> 'noticeDays')::int + 2) * interval '1 day', p.created_at, a.activated_at) as ready_at limit 1
    ) r
    where a.gateway = 'bank-file' and a.status = 'active' and (a.terms ->> 'collectsDue')::boolean
      and p.status in ('due', 'overdue', 'paid-partial') and p.intent_type <> 'payment-plan' and p.due_at >= a.activated_at
      and (a.max_amount is null or p.amount - p.paid <= a.max_amount)
      and a.tenant_id = coalesce(${tenant}, a.tenant_id)
      and r.ready_at <= coalesce(${by}::timestamptz, now() + n.clock_offset_ms * interval '1 millisecond')
      and (${tenant}::text is not null or n.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null)))
      and ((a.terms ->> 'isOneOff')::boolean is false or not exists (
        select 1 from transactions t where t.tenant_id = a.tenant_id and t.authorization_id = a.id))
      and not exists (
        select 1 from transactions t
        where t.tenant_id = p.tenant_id and t.payment_intent_id = p.id and t.gateway is null and t.authorization_id is not null)
      and not exists (
        select 1 from authorizations b
        where b.tenant_id = a.tenant_id and b.contact_id = a.contact_id and b.currency = a.currency and b.id > a.id
          and b.gateway = 'bank-file' and b.status = 'active' and (b.terms ->> 'collectsDue')::boolean)
    order by r.ready_at, p.id limit 100`,
  )
