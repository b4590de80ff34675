import { prepare } from "../../kit/db/query.ts"
import { lostAfterDays, noRevenue, type Piece, type RevenueMeasure, type RevenueSum } from "./revenue-rules.ts"
import type { Stored } from "./rules.ts"
import type { Read, Scope } from "./sums-store.ts"

/** Installments belong to the team of their plan. $1 is the tenant. */
const isOfTeam = (intent: string, team: string) => `(${team}::text is null or exists (
      select 1 from payment_intents i left join payment_intents p on p.tenant_id = i.tenant_id and p.id = i.plan_id
      where i.tenant_id = $1 and i.id = ${intent} and coalesce(p.team_id, i.team_id) = ${team}))`

/**
 * What the cycles of subscriptions bill per month, which has 487/16 = 30.4375 days. A cycle begins when it is raised and runs until its
 * time is over: until the next one is raised, if that is at most three days late; without an end for the last one of an active
 * subscription, whose next one is on its way; and never beyond the cancellation. $2 is the time zone, $5 the currency, $6 the team.
 */
const cycles = `
    billed as (
      select i.currency, i.contact_id, i.subscription_id, i.created_at as began, s.status, s.cancel_at,
        round(i.amount * u.times / (u.divisor * c.every)) as monthly,
        ((i.created_at at time zone $2) + c.every * u.length) at time zone $2 as over_at,
        lead(i.created_at) over (partition by i.subscription_id order by i.cycle) as next_began
      from payment_intents i
      join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
      cross join lateral (select (s.cadence ->> 'every')::int as every, s.cadence ->> 'unit' as unit) c
      join (values ('month', 1::numeric, 1, interval '1 month'), ('year', 1, 12, interval '1 year'),
        ('week', 487, 112, interval '7 days'), ('day', 487, 16, interval '1 day')) as u(unit, times, divisor, length) on u.unit = c.unit
      where i.tenant_id = $1 and i.subscription_id is not null and i.status <> 'canceled'
        and ($5::text is null or i.currency = $5) and ($6::text is null or i.team_id = $6)
    ), cycles as (
      select currency, contact_id, subscription_id, began, monthly,
        least(cancel_at, case when next_began <= over_at + interval '3 days' then next_began
          when next_began is null and status = 'active' then 'infinity' else over_at end) as ends
      from billed
    )`

/** $3 are the days at whose beginning the state is compared with that of the one before, $4 is the present. */
const movements = prepare(`
  with points as (
    select p.n, least(p.day::timestamp at time zone $2, $4::timestamptz) as at from unnest($3::date[]) with ordinality as p(day, n)
  ), ${cycles}, recurring as (
    select p.n, c.currency, c.contact_id, sum(c.monthly) as mrr
    from points p
    cross join lateral (
      select distinct on (c.subscription_id) c.currency, c.contact_id, c.monthly
      from cycles c where c.began < p.at and c.ends >= p.at
      order by c.subscription_id, c.began desc
    ) c
    group by p.n, c.currency, c.contact_id
  ), paid as materialized (
    select t.currency, t.contact_id, t.received_at as at
    from transactions t
    where t.tenant_id = $1 and t.transaction_type = 'charge' and t.status = 'succeeded'
      and ($5::text is null or t.currency = $5) and ${isOfTeam("t.payment_intent_id", "$6")}
  ), firsts as (
    select currency, contact_id, min(at) as first from paid group by currency, contact_id
  ), paying as (
    select p.n, a.currency, a.contact_id
    from points p join paid a on a.at < p.at and a.at >= p.at - interval '${lostAfterDays} days'
    union
    select r.n, r.currency, r.contact_id
    from recurring r join points p on p.n = r.n join firsts f on f.currency = r.currency and f.contact_id = r.contact_id and f.first < p.at
  ), states as (
    select n, currency, contact_id, coalesce(r.mrr, 0) as mrr, p.n is not null as pays
    from recurring r full join paying p using (n, currency, contact_id)
  ), changes as (
    select coalesce(s.n, b.n + 1) as n, coalesce(s.currency, b.currency) as currency, coalesce(s.contact_id, b.contact_id) as contact_id,
      coalesce(b.mrr, 0) as mrr_before, coalesce(s.mrr, 0) as mrr, coalesce(b.pays, false) as paid_before, coalesce(s.pays, false) as pays
    from states s full join states b on b.n + 1 = s.n and b.currency = s.currency and b.contact_id = s.contact_id
  )
  select (c.n - 1)::int as n, c.currency,
    coalesce(sum(mrr_before), 0)::text as "mrrBefore", coalesce(sum(mrr), 0)::text as mrr,
    coalesce(sum(mrr) filter (where mrr_before = 0), 0)::text as "newMrr",
    coalesce(sum(mrr - mrr_before) filter (where mrr_before > 0 and mrr > mrr_before), 0)::text as expansion,
    coalesce(sum(mrr_before - mrr) filter (where mrr > 0 and mrr < mrr_before), 0)::text as contraction,
    coalesce(sum(mrr_before) filter (where mrr = 0), 0)::text as churned,
    count(*) filter (where mrr > 0)::text as subscribers,
    count(*) filter (where mrr > 0 and mrr_before = 0)::text as "newSubscribers",
    count(*) filter (where mrr = 0 and mrr_before > 0)::text as "lostSubscribers",
    '0' as received, '0' as refunded,
    count(*) filter (where paid_before)::text as "payersBefore", count(*) filter (where pays)::text as payers,
    count(*) filter (where pays and not paid_before and f.first >= b.at)::text as "newPayers",
    count(*) filter (where pays and not paid_before and f.first < b.at)::text as "returnedPayers",
    count(*) filter (where paid_before and not pays)::text as "lostPayers"
  from changes c
  join points b on b.n = c.n - 1
  join points e on e.n = c.n
  left join firsts f on f.currency = c.currency and f.contact_id = c.contact_id
  group by c.n, c.currency`)

/** $3 and $4 are the first days of the pieces and the days after them, $5 is the currency, $6 the team. */
const money = prepare(`
  select p.n::int as n, t.currency,
    coalesce(sum(t.amount) filter (where t.transaction_type = 'charge'), 0)::text as received,
    coalesce(sum(t.amount) filter (where t.transaction_type = 'refund'), 0)::text as refunded
  from unnest($3::date[], $4::date[]) with ordinality as p(first, after, n)
  join transactions t on t.tenant_id = $1 and t.status = 'succeeded' and t.method <> 'contact-credit'
    and t.received_at >= p.first::timestamp at time zone $2 and t.received_at < p.after::timestamp at time zone $2
    and ($5::text is null or t.currency = $5) and ${isOfTeam("t.payment_intent_id", "$6")}
  group by p.n, t.currency`)

type MoneyRow = { n: number; currency: string; received: string; refunded: string }

/** The figures of the pieces by currency, each in up to two rows; a piece in which nothing happened and nothing runs has none. */
export async function readRevenueSums(read: Read, scope: Scope, pieces: readonly Piece[]): Promise<RevenueSum[]> {
  const { tenant, timezone, currency: only, team, asOf } = scope
  const [firsts, ends] = [pieces.map(({ first }) => first), pieces.map(({ end }) => end)]
  const points = [...firsts.slice(0, 1), ...ends]
  const present = new Date(asOf.getTime() + 1) // so that what was just committed counts
  const [moved, arrived] = await Promise.all([
    read<Stored<RevenueSum>>({ ...movements, values: [tenant, timezone, points, present, only, team] }),
    read<MoneyRow>({ ...money, values: [tenant, timezone, firsts, ends, only, team] }),
  ])
  return [
    ...moved.map(({ n, currency, ...rest }) => ({ n, currency, ...bigints(rest) })),
    ...arrived.map(row => ({ ...row, ...noRevenue, received: BigInt(row.received), refunded: BigInt(row.refunded) })),
  ]
}

const bigints = (texts: Record<RevenueMeasure, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, BigInt(text)])) as Record<RevenueMeasure, bigint>
