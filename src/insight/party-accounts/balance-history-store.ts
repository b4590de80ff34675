import { prepare } from "../../kit/db/query.ts"
import type { BalanceHistory } from "../../money/ledger/ports.ts"
import { changedSince } from "../analytics/history-store.ts"

/** What payers owe of an intent, as `amountOwed` has it; a plan is owed by its installments. */
const owed = (status: string, type: string, amount: string, paid: string) =>
  `case when ${status} = 'canceled' or ${type} = 'payment-plan' then 0 else ${amount} - ${paid} end`

const owedNow = owed("p.status", "p.intent_type", "p.amount", "p.paid")
const owedThen = owed(
  "coalesce(c.was ->> 'status', p.status)",
  "coalesce(p.intent_type, c.was ->> 'intentType')",
  "coalesce(p.amount, (c.was ->> 'amount')::bigint)",
  "coalesce((c.was ->> 'paid')::bigint, p.paid)",
)

/** $1 is the tenant, $2 the first id after the time. Objects that changed since count as they are, less what they were. */
const sumsSince = prepare(`
  with changed_intents as materialized (${changedSince("paymentIntents", "$2")}
  ), changed_transactions as materialized (${changedSince("transactions", "$2")}
  ), parts as (
    select 'ledger' as kind, e.currency || ' ' || split_part(p.account, ':', 1) as value, p.credit - p.debit as n
    from ledger_entries e cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
    where e.tenant_id = $1 and e.id >= $2
    union all
    select 'receivable', p.currency, ${owedNow} from payment_intents p where p.tenant_id = $1 and p.id >= $2
    union all
    select 'receivable', p.currency, ${owedNow}
    from changed_intents c join payment_intents p on p.tenant_id = $1 and p.id = c.id where c.id < $2
    union all
    select 'receivable', coalesce(p.currency, c.was ->> 'currency'), -(${owedThen})
    from changed_intents c left join payment_intents p on p.tenant_id = $1 and p.id = c.id where c.id < $2
    union all
    select 'in-flight', t.currency, t.amount from transactions t
    where t.tenant_id = $1 and t.id >= $2 and t.status = 'processing'
    union all
    select 'in-flight', t.currency,
      t.amount * ((t.status = 'processing')::int - (coalesce(c.was ->> 'status', t.status) = 'processing')::int)
    from changed_transactions c join transactions t on t.tenant_id = $1 and t.id = c.id where c.id < $2
  )
  select kind, value, sum(n)::text as n from parts group by kind, value`)

/** $3 are the currencies. The log has what was deleted. */
const currenciesBefore = prepare(`
  select w.currency from unnest($3::text[]) as w(currency)
  where exists (select 1 from ledger_entries e where e.tenant_id = $1 and e.id < $2 and e.currency = w.currency)
    or exists (select 1 from payment_intents p where p.tenant_id = $1 and p.id < $2 and p.currency = w.currency)
    or exists (
      select 1 from audit_entries a
      where a.tenant_id = $1 and a.object_type = 'paymentIntents' and a.after is null and a.before is not null and a.object_id < $2
        and a.before::jsonb ->> 'currency' = w.currency)`)

export const balanceHistory: BalanceHistory = {
  sumsSince: (tenant, from) => ({ ...sumsSince, values: [tenant, from] }),
  currenciesBefore: (tenant, from, currencies) => ({ ...currenciesBefore, values: [tenant, from, currencies] }),
}
