import { prepare } from "../../kit/db/query.ts"
import { changedSince, fieldThen, splitTeamThen } from "./history-store.ts"
import type { Stored } from "./rules.ts"
import { firstAfter, type Read, type Scope } from "./sums-store.ts"

/** What the splits of a partnership, a team and a month add up to, and what the ledger says they earned. */
export type SplitSum = {
  currency: string
  month: string
  partnership: string
  partnership_name: string
  team: string | null
  team_name: string | null
  count: bigint
  owed: bigint
  paid: bigint
  reversed: bigint
  ledger: bigint
}

/**
 * Computed from the splits and their ledger entries as of a time. Earnings come from the entries of each split. Reversed and paid amounts,
 * teams and names come from the audit log. A deleted split has no earnings left. $2 time zone, $3 and $4 days, $5 currency, $6 the first id
 * after the time, $7 team, $8 partnership.
 */
const splitSums = prepare(`
  with changed_splits as materialized (${changedSince("splitIntents", "$6")}
  ), changed_intents as materialized (${changedSince("paymentIntents", "$6")}
  ), all_splits as (
    select s.id, s.created_at, s.currency, s.partnership_id, s.payment_intent_id, s.accrued,
      coalesce((c.was ->> 'paidOut')::bigint, s.paid_out) as paid_out, coalesce((c.was ->> 'reversed')::bigint, s.reversed) as reversed
    from payment_splits s left join changed_splits c on c.id = s.id
    where s.tenant_id = $1
    union all
    select c.id, (c.was ->> 'createdAt')::timestamptz, c.was ->> 'currency', c.was ->> 'partnership', c.was ->> 'paymentIntent', 0,
      (c.was ->> 'paidOut')::bigint, (c.was ->> 'reversed')::bigint
    from changed_splits c where c.deleted
  ), splits as materialized (
    select s.* from all_splits s
    where s.id < $6 and (s.created_at at time zone $2)::date between $3::date and $4::date
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
  ), named as (
    select s.*, e.ledger - e.later as earned_then, s.accrued - e.later as owed, i.team_id
    from splits s
    join earned e on e.id = s.id
    cross join lateral (${splitTeamThen("s.payment_intent_id")}) i
  ), summed as (
    select currency, to_char(created_at at time zone $2, 'YYYY-MM') as month, partnership_id, team_id, count(*)::bigint as count,
      sum(owed) as owed, sum(paid_out) as paid, sum(reversed) as reversed, sum(earned_then) as ledger
    from named
    where $7::text is null or team_id = $7
    group by 1, 2, 3, 4
  )
  select s.currency, s.month, s.partnership_id as partnership, ${fieldThen("p", "name", "$6")} as partnership_name, s.team_id as team,
    case when t.id is not null then ${fieldThen("t", "name", "$6")} end as team_name, s.count::text, s.owed::text, s.paid::text,
    s.reversed::text, s.ledger::text
  from summed s
  join partnerships p on p.tenant_id = $1 and p.id = s.partnership_id
  left join teams t on t.tenant_id = $1 and t.id = s.team_id`)

export async function readSplitSums(read: Read, scope: Scope, partnership: string | null): Promise<SplitSum[]> {
  const { tenant, timezone, from, to, currency, team, hasAsOf } = scope
  const first = hasAsOf ? firstAfter(scope) : "g" // after every id
  const rows = await read<Stored<SplitSum>>({
    ...splitSums,
    values: [tenant, timezone, from, to, currency, first, team, partnership],
  })
  return rows.map(({ count, owed, paid, reversed, ledger, ...rest }) => ({
    ...rest,
    count: BigInt(count),
    owed: BigInt(owed),
    paid: BigInt(paid),
    reversed: BigInt(reversed),
    ledger: BigInt(ledger),
  }))
}
