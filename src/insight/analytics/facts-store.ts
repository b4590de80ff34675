/**
 * What each payment intent and each transaction adds to the figures of a day, as SQL. Roll-ups, reports and their verification all use
 * these texts, so they can't disagree. In all of them $1 is the tenant and $2 its time zone. `states` is a table of states, see
 * states-store.ts: current or earlier rows, each with a sign. 1 adds its figures, -1 subtracts them.
 */

/**
 * The intents of `states` as the table `counted`, with their days and kinds. Installments carry what a plan's payer owes, and the plan's
 * lines say what was sold: each is counted once.
 */
const countedIntents = (states: string) => `
    dated as not materialized (
      select i.*, (i.created_at at time zone $2)::date as day, (i.due_at at time zone $2)::date as due_day,
        i.intent_type <> 'payment-plan' as owes, i.intent_type <> 'installment' as sells,
        case when i.canceled then coalesce(i.cancel_reason, 'unspecified') end as reason,
        not i.canceled and i.paid < i.amount as is_open,
        not i.canceled and i.paid = i.amount and i.paid_at is not null as is_settled, i.paid_at > i.due_at as late,
        greatest(0, floor(extract(epoch from i.paid_at - i.created_at) / 86400))::int as days
      from ${states} i
    ), counted as not materialized (
      -- how fast it was paid, and its service where it has one line
      select d.*, case when d.is_settled then d.days || case when d.late then ' late' else ' on-time' end end as pace,
        case when d.sells and jsonb_array_length(d.items) = 1 then coalesce(d.items -> 0 ->> 'service', '') end as service
      from dated d
    )`

/** A canceled intent counts only with its refunds: a refund may have been in flight when the payment was reversed. */
export const intentFacts = (states: string) => `
    with ${countedIntents(states)}, grouped as (
      -- Many intents have the same dimensions, so they are added up before each sum is turned into facts.
      select currency, day, due_day, owes, reason, is_open, pace, service, sum(sign)::bigint as count,
        sum(sign * amount) as amount, sum(sign * paid) as paid, sum(sign * refunded) as refunded,
        sum(case when paid = amount then sign else 0 end)::bigint as settled
      from counted
      group by currency, day, due_day, owes, reason, is_open, pace, service
    ), taxed as not materialized (
      select *, case when canceled then 0 else sign end as billing
      from counted
      where sells and items @> '[{"tax": {}}]' and (not canceled or refunded <> 0)
    ), sold as not materialized (
      -- Intents of several lines. One line needs no shares, so it is a service of the groups above: that saves most of what a fold costs.
      select *, case when canceled then 0 else sign end as billing
      from counted
      where sells and jsonb_array_length(items) > 1 and (not canceled or refunded <> 0)
    )
    select f.kind, f.at, g.currency, f.key, f.count, f.amount, f.paid, f.refunded, f.settled
    from grouped g
    cross join lateral (
      select 'intents', g.day, '', g.count, g.amount, g.paid, g.refunded, g.settled where g.owes and g.reason is null
      union all
      select 'canceled', g.day, g.reason, g.count, g.amount, 0, g.refunded, 0 where g.owes and g.reason is not null
      union all
      select 'open', g.day, g.due_day::text, g.count, g.amount - g.paid, 0, 0, 0 where g.owes and g.is_open
      union all
      select 'due', g.due_day, '', g.count, g.amount, 0, 0, 0 where g.owes and g.reason is null
      union all
      select 'settled', g.day, g.pace, g.count, g.amount, 0, 0, 0 where g.owes and g.pace is not null
      union all
      select 'services', g.day, g.service, g.count, g.amount, g.paid, g.refunded, 0 where g.service is not null and g.reason is null
      union all
      select 'services', g.day, g.service, 0, 0, 0, g.refunded, 0 where g.service is not null and g.reason is not null and g.refunded <> 0
    ) as f(kind, at, key, count, amount, paid, refunded, settled)
    union all
    select 'services', s.day, s.currency, l.key, s.billing, s.billing * l.amount, s.billing * l.paid, s.sign * l.refunded, 0
    from sold s cross join lateral (${sharesOfLines}) l
    union all
    -- by rate and code: the gross amount, its tax, what was refunded of it, and the tax in that
    select 'taxes', s.day, s.currency, concat(l.tax ->> 'rate', ' ', l.tax ->> 'code'), s.billing, s.billing * l.amount,
      s.billing * (l.tax ->> 'amount')::bigint, s.sign * l.refunded, s.sign * ${taxIn("l.refunded", "l.tax ->> 'rate'")}
    from taxed s cross join lateral (${sharesOfLines}) l
    where l.tax is not null`

/**
 * Splits what was paid over the lines of the intent `s`, in proportion to their amounts. A refund by line counts for its line; other
 * refunds are split in proportion. Shares are differences of running totals, so they add up to the whole.
 */
const sharesOfLines = `
      select case when n.line < 0 then 'discount' else coalesce(n.service, '') end as key, n.tax, n.line as amount,
        case when s.paid = 0 then 0
          else (div(s.paid * n.total, s.amount) - div(s.paid * (n.total - n.line), s.amount))::bigint end as paid,
        case when s.refunded = 0 then 0
          else (coalesce((s.refunded_lines ->> n.line_index)::bigint, 0)
            + div(o.refunded * n.total, s.amount) - div(o.refunded * (n.total - n.line), s.amount))::bigint end as refunded
      from (
        select (i.n - 1)::text as line_index, i.item ->> 'service' as service, i.item -> 'tax' as tax,
          (i.item ->> 'amount')::bigint as line,
          sum((i.item ->> 'amount')::bigint) over (order by i.n) as total
        from jsonb_array_elements(s.items) with ordinality as i(item, n)
      ) n
      cross join (
        -- what was refunded by amount and not by line
        select case when s.refunded_lines = '{}' then s.refunded
          else (select s.refunded - coalesce(sum(value::bigint), 0) from jsonb_each_text(s.refunded_lines)) end as refunded
      ) o`

/** As `taxIn` of kit/pure/tax.ts: rounded half up, and mirrored for negative amounts. It divides whole numbers, so it is exact. */
function taxIn(amount: string, rate: string): string {
  const [part, whole] = [`((${rate})::numeric * 10000)`, `(1000000 + (${rate})::numeric * 10000)`]
  return `(sign(${amount}) * div(2 * abs(${amount}) * ${part} + ${whole}, 2 * ${whole}))::bigint`
}

export const transactionFacts = (states: string) => `
    with arriving as (
      select t.*, t.transaction_type = 'charge' and t.status = 'succeeded' as arrived from ${states} t
    ), counted as (
      -- its days, and what arrived by it; what it paid off needs no sum where that is one intent, as mostly
      select a.*, (a.created_at at time zone $2)::date as day, a.transaction_type || ' ' || a.status as type,
        case when a.arrived then (a.received_at at time zone $2)::date end as received_day,
        case when a.arrived then a.fx ->> 'sourceCurrency' end as source, (a.fx ->> 'sourceAmount')::bigint as source_amount,
        case when a.method = 'contact-credit' then 0 else a.amount end as money,
        case jsonb_array_length(a.allocations) when 1 then (a.allocations -> 0 ->> 'amount')::bigint
          else (select coalesce(sum(p.amount), 0)::bigint from jsonb_to_recordset(a.allocations) as p(amount bigint)) end as allocated
      from arriving a
    ), grouped as (
      select currency, day, type, received_day, source, sum(sign)::bigint as count, sum(sign * amount) as amount,
        sum(sign * money) as money, sum(sign * allocated) as allocated, sum(sign * source_amount) as source_amount
      from counted
      group by currency, day, type, received_day, source
    )
    select f.kind, f.at, g.currency, f.key, f.count, f.amount, f.paid, 0 as refunded, 0 as settled
    from grouped g
    cross join lateral (
      select 'transactions', g.day, g.type, g.count, g.amount, 0
      union all
      select 'received', g.received_day, '', g.count, g.money, g.allocated where g.received_day is not null
      union all
      select 'fx', g.received_day, g.source, g.count, g.amount, g.source_amount where g.source is not null
    ) as f(kind, at, key, count, amount, paid)`

/** What contacts paid for intents created on a day, and how much of it they paid late. */
export const customerFacts = (states: string) => `
    with ${countedIntents(states)}
    select currency, contact_id, day, sign * paid as paid, sign * (is_settled and late)::int as late_count,
      case when is_settled and late then sign * amount else 0 end as late_amount
    from counted
    where owes and not canceled and paid > 0`
