import { prepare } from "../../kit/db/query.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { fieldThen } from "./facts-store.ts"
import type { Read, Scope } from "./sums-store.ts"

/** What the splits of a partnership, a team and a month add up to, and what the ledger has earned by them. */
export type SplitSum = {
  currency: string
  month: string
  partnership: string
  partnership_name: string
  team: string | null
  team_name: string | null
  count: number
  owed: number
  paid: number
  reversed: number
  ledger: number
}

/**
 * From the splits and their ledger entries, as of a time. What was earned follows from the entries of each split, what was taken back from
 * the audit log, because another amount of a fixed split takes nothing back, and what was paid out from the payouts that were paid and have
 * not come back. $2 time zone, $3 and $4 days, $5 currency, $6 the first id after the time, $7 team, $8 partnership, $9 whether there is
 * such a time.
 */
const splitSums = prepare(`
  with splits as materialized (
    select s.* from payment_splits s
    where s.tenant_id = $1 and s.id < $6 and (s.created_at at time zone $2)::date between $3::date and $4::date
      and ($5::text is null or s.currency = $5) and ($8::text is null or s.partnership_id = $8)
  ), earned as (
    select s.id, coalesce(sum(n.net), 0) as ledger, coalesce(sum(n.net) filter (where n.later), 0) as later
    from splits s
    left join lateral (
      select e.id >= $6 as later, r.credit - r.debit as net
      from ledger_entries e
      cross join lateral jsonb_to_recordset(e.postings) as r(account text, debit bigint, credit bigint)
      where e.tenant_id = $1 and e.source_id = s.id and e.kind in ('split', 'split-reversal') and r.account like 'payable:%'
    ) n on true
    group by s.id
  ), paid_then as (
    select a."paymentSplit" as id, sum(a.amount) as paid
    from payouts p cross join lateral jsonb_to_recordset(p.allocations) as a("paymentSplit" text, amount bigint)
    where $9::boolean and p.tenant_id = $1 and p.id < $6 and p.status in ('paid', 'returned')
      and 1 = (
        select count(*) filter (where e.kind = 'payout') - count(*) filter (where e.kind = 'payout-return')
        from ledger_entries e where e.tenant_id = $1 and e.source_id = p.id and e.id < $6
      )
    group by a."paymentSplit"
  )
  select s.currency, to_char(s.created_at at time zone $2, 'YYYY-MM') as month, s.partnership_id as partnership, p.name as partnership_name,
    i.team_id as team, t.name as team_name, count(*)::bigint as count, sum(s.accrued - e.later) as owed,
    sum(case when $9 then coalesce(d.paid, 0) else s.paid_out end) as paid,
    sum(case when $9 then ${fieldThen("s", "reversed", "$6")}::bigint else s.reversed end) as reversed,
    sum(e.ledger - e.later) as ledger
  from splits s
  join earned e on e.id = s.id
  left join paid_then d on d.id = s.id
  join partnerships p on p.tenant_id = $1 and p.id = s.partnership_id
  left join payment_intents i on i.tenant_id = $1 and i.id = s.payment_intent_id
  left join teams t on t.tenant_id = $1 and t.id = i.team_id
  where $7::text is null or i.team_id = $7
  group by s.currency, to_char(s.created_at at time zone $2, 'YYYY-MM'), s.partnership_id, p.name, i.team_id, t.name`)

export function readSplitSums(read: Read, scope: Scope, partnership: string | null): Promise<SplitSum[]> {
  const { tenant, timezone, from, to, currency, asOf, team, hasAsOf } = scope
  const first = hasAsOf ? firstIdAt(asOf.getTime() + 1) : "g" // after every id
  return read<SplitSum>({ ...splitSums, values: [tenant, timezone, from, to, currency, first, team, partnership, hasAsOf] })
}
