/**
 * What each payment intent and each transaction adds to the figures of a day, as SQL. Roll-ups, reports and their verification are all made
 * from these texts, so they can't disagree. In all of them $1 is the tenant and $2 its time zone.
 *
 * A `state` is a row as it is or was, with a sign: 1 adds what it says, -1 takes it away. A change is the state after it less that before.
 */
export type Source = {
  table: string
  /** The columns that row changes have, and their types: see `rolledUp` of the resources. */
  fixed: Record<string, string>
  changing: Record<string, string>
  state(row: string): string
  facts(states: string): string
}

/** A plan owes through its installments, and what was sold is in the lines of the plan: each is counted once. */
export const intentSource: Source = {
  table: "payment_intents",
  fixed: { intent_type: "text", contact_id: "text", currency: "text", amount: "bigint", items: "jsonb", created_at: "timestamptz" },
  changing: {
    status: "text",
    paid: "bigint",
    refunded: "bigint",
    refunded_lines: "jsonb",
    due_at: "timestamptz",
    paid_at: "timestamptz",
    cancel_reason: "text",
  },
  state: row =>
    `${row}.id, ${row}.created_at, ${row}.currency, ${row}.contact_id, ${row}.amount, ${row}.items, ${row}.intent_type, ${row}.paid,
     ${row}.refunded, ${row}.refunded_lines, ${row}.due_at, ${row}.paid_at, ${row}.status = 'canceled' as canceled, ${row}.cancel_reason`,
  facts: states => `
    select f.kind, f.at, s.currency, f.key, f.count, f.amount, f.paid, f.refunded, f.settled
    from (
      select o.currency, o.day, o.due_day, o.owes, o.reason, o.is_open, o.pace, o.service, sum(o.sign)::bigint as count,
        sum(o.sign * o.amount) as amount, sum(o.sign * o.paid) as paid, sum(o.sign * o.refunded) as refunded,
        sum(case when o.paid = o.amount then o.sign else 0 end)::bigint as settled
      from (${owing(states)}) o
      group by o.currency, o.day, o.due_day, o.owes, o.reason, o.is_open, o.pace, o.service
    ) s
    cross join lateral (
      select 'intents', s.day, '', s.count, s.amount, s.paid, s.refunded, s.settled where s.owes and s.reason is null
      union all
      select 'canceled', s.day, s.reason, s.count, s.amount, 0, 0, 0 where s.owes and s.reason is not null
      union all
      select 'open', s.day, s.due_day::text, s.count, s.amount - s.paid, 0, 0, 0 where s.owes and s.is_open
      union all
      select 'due', s.due_day, '', s.count, s.amount, 0, 0, 0 where s.owes and s.reason is null
      union all
      select 'settled', s.day, s.pace, s.count, s.amount, 0, 0, 0 where s.owes and s.pace is not null
      union all
      select 'services', s.day, s.service, s.count, s.amount, s.paid, s.refunded, 0 where s.service is not null
    ) as f(kind, at, key, count, amount, paid, refunded, settled)
    union all
    select 'services', s.day, s.currency, l.key, s.sign, s.sign * l.amount, s.sign * l.paid, s.sign * l.refunded, 0
    from (${owing(states)}) s
    cross join lateral (${lines}) l
    where s.sells and jsonb_array_length(s.items) > 1`,
}

/**
 * What an intent counts as: its days, why it was canceled, how fast it was paid, and its service where it has one line. Many count as the
 * same, so they are added up before each sum makes the facts of its kinds.
 */
const owing = (states: string) => `
    select o.*, case when o.sells and jsonb_array_length(o.items) = 1 then coalesce(o.items -> 0 ->> 'service', '') end as service,
      case when o.is_settled then o.days || case when o.late then ' late' else ' on-time' end end as pace
    from (
      select o.*, (o.created_at at time zone $2)::date as day, (o.due_at at time zone $2)::date as due_day,
        o.intent_type <> 'payment-plan' as owes, o.intent_type <> 'installment' and not o.canceled as sells,
        case when o.canceled then coalesce(o.cancel_reason, 'unspecified') end as reason, not o.canceled and o.paid < o.amount as is_open,
        not o.canceled and o.paid = o.amount and o.paid_at is not null as is_settled, o.paid_at > o.due_at as late,
        greatest(0, floor(extract(epoch from o.paid_at - o.created_at) / 86400))::int as days
      from ${states} o
    ) o`

/**
 * Of several lines each is paid in proportion. It is refunded what refunds by line gave back of it, and of all others in proportion. Shares
 * are differences of running totals, so they sum to the whole. A single line needs no shares, and nothing paid or refunded has none: that
 * is most of what a fold would cost.
 */
const lines = `
        select case when n.line < 0 then 'discount' else coalesce(n.service, '') end as key, n.line as amount,
          case when s.paid = 0 then 0
            else (div(s.paid * n.total, s.amount) - div(s.paid * (n.total - n.line), s.amount))::bigint end as paid,
          case when s.refunded = 0 then 0
            else (coalesce((s.refunded_lines ->> n.line_index)::bigint, 0)
              + div(o.refunded * n.total, s.amount) - div(o.refunded * (n.total - n.line), s.amount))::bigint end as refunded
        from (
          select (i.n - 1)::text as line_index, i.item ->> 'service' as service, (i.item ->> 'amount')::bigint as line,
            sum((i.item ->> 'amount')::bigint) over (order by i.n) as total
          from jsonb_array_elements(s.items) with ordinality as i(item, n)
        ) n
        cross join (
          select case when s.refunded_lines = '{}' then s.refunded
            else (select s.refunded - coalesce(sum(value::bigint), 0) from jsonb_each_text(s.refunded_lines)) end as refunded
        ) o`

export const transactionSource: Source = {
  table: "transactions",
  fixed: { transaction_type: "text", method: "text", amount: "bigint", currency: "text", fx: "jsonb", created_at: "timestamptz" },
  changing: { status: "text", received_at: "timestamptz", allocations: "jsonb" },
  state: row =>
    `${row}.id, ${row}.created_at, ${row}.currency, ${row}.transaction_type, ${row}.method, ${row}.amount, ${row}.status,
     ${row}.received_at, ${row}.allocations, ${row}.fx`,
  facts: states => `
    select f.kind, f.at, s.currency, f.key, f.count, f.amount, f.paid, 0 as refunded, 0 as settled
    from (
      select o.currency, o.day, o.type, o.received_day, o.source, sum(o.sign)::bigint as count, sum(o.sign * o.amount) as amount,
        sum(o.sign * o.money) as money, sum(o.sign * o.allocated) as allocated,
        sum(o.sign * o.source_amount) as source_amount
      from (${arriving(states)}) o
      group by o.currency, o.day, o.type, o.received_day, o.source
    ) s
    cross join lateral (
      select 'transactions', s.day, s.type, s.count, s.amount, 0
      union all
      select 'received', s.received_day, '', s.count, s.money, s.allocated where s.received_day is not null
      union all
      select 'fx', s.received_day, s.source, s.count, s.amount, s.source_amount where s.source is not null
    ) as f(kind, at, key, count, amount, paid)`,
}

/** What a transaction counts as: its days, and what arrived by it. What it paid off needs no sum where that is one intent, as mostly. */
const arriving = (states: string) => `
    select o.*, (o.created_at at time zone $2)::date as day, o.transaction_type || ' ' || o.status as type,
      case when o.arrived then (o.received_at at time zone $2)::date end as received_day,
      case when o.arrived then o.fx ->> 'sourceCurrency' end as source, (o.fx ->> 'sourceAmount')::bigint as source_amount,
      case when o.method = 'contact-credit' then 0 else o.amount end as money,
      case jsonb_array_length(o.allocations) when 1 then (o.allocations -> 0 ->> 'amount')::bigint
        else (select coalesce(sum(a.amount), 0)::bigint from jsonb_to_recordset(o.allocations) as a(amount bigint)) end as allocated
    from (select o.*, o.transaction_type = 'charge' and o.status = 'succeeded' as arrived from ${states} o) o`

/** What contacts paid of intents that were created on a day, and which of them they paid late. */
export const customerFacts = (states: string) => `
    select s.currency, s.contact_id, s.day, s.sign * s.paid as paid, s.sign * (s.is_settled and s.late)::int as late_count,
      case when s.is_settled and s.late then s.sign * s.amount else 0 end as late_amount
    from (${owing(states)}) s
    where s.owes and not s.canceled and s.paid > 0`

/**
 * The rows of `row_changes` as states: what each object was before the first of its changes, and what it is now. Each is looked up by its
 * key, whatever the planner knows of the tables. Of a deleted object the last change has all columns.
 */
export const changedStates = ({ table, state, fixed, changing }: Source, changes: string) => `
    select s.sign, ${state("r")}
    from (
      select object_id, bool_and(before is not null) as existed, oldest_values(before order by revision desc) as before
      from ${changes} where kind = '${table}' group by object_id
    ) c
    left join lateral (select * from ${table} where tenant_id = $1 and id = c.object_id limit 1) p on true
    cross join lateral (select -1 as sign where c.existed union all select 1 where p.id is not null) s
    cross join lateral (
      select c.object_id as id, ${columnsOf(fixed, (column, before) => `coalesce(p.${column}, ${before})`)},
        ${columnsOf(changing, (column, before) => `case when s.sign = -1 and c.before ? '${column}' then ${before} else p.${column} end`)}
    ) r`

const columnsOf = (columns: Record<string, string>, value: (column: string, before: string) => string) =>
  Object.entries(columns)
    .map(([column, type]) => {
      const before = type === "jsonb" ? `c.before -> '${column}'` : `(c.before ->> '${column}')::${type}`
      return `${value(column, before)} as ${column}`
    })
    .join(", ")

/** The changes that are not folded into the roll-ups yet. */
export const tailStates = (source: Source) => `(${changedStates(source, "(select * from row_changes where tenant_id = $1) t")})`

/** An installment belongs to the team of its plan. */
const teamOf = (intent: string) => `case when ${intent}.plan_id is null then ${intent}.team_id
      else (select r.team_id from payment_intents r where r.tenant_id = $1 and r.id = ${intent}.plan_id) end`

const teamIntents = (team: string) => `
      select p.* from payment_intents p where p.tenant_id = $1 and p.team_id = ${team} and p.plan_id is null
      union all
      select i.* from payment_intents p join payment_intents i on i.tenant_id = p.tenant_id and i.plan_id = p.id
      where p.tenant_id = $1 and p.team_id = ${team} and p.plan_id is null`

/** All rows, or those of a team, whose figures are not rolled up. */
export const intentStates = (team?: string, where = "true") => `(
    select 1 as sign, ${intentSource.state("p")}
    from ${team ? `(${teamIntents(team)})` : "payment_intents"} p where p.tenant_id = $1 and ${where})`

export const transactionStates = (team?: string) => `(
    select 1 as sign, ${transactionSource.state("t")}
    from ${team ? transactionsOf(teamIntents(team)) : "transactions t"} where t.tenant_id = $1)`

const transactionsOf = (intents: string) => `(${intents}) p join transactions t on t.tenant_id = p.tenant_id and t.payment_intent_id = p.id`

/** Where a time is given by its first id, `from` is the first one after it. */
type Since = { from: string; at: string; team?: string }

/**
 * Undoes what came after a time: the intents that were created, paid, reversed, refunded or canceled since, as they are now and as they
 * were then. The ledger's entries say what moved since; due dates and lines are those of now.
 */
export const intentsUndone = ({ from, at, team }: Since) => `(
    with posted as materialized (
      select p.owner as id, coalesce(sum(p.net) filter (where p.class = 'received'), 0) as paid,
        coalesce(-sum(p.net) filter (where p.class = 'refunds'), 0) as refunded, bool_or(p.class = 'received') as paying
      from ledger_entries e
      cross join lateral (
        select split_part(r.account, ':', 1) as class, split_part(r.account, ':', 2) as owner, r.credit - r.debit as net
        from jsonb_to_recordset(e.postings) as r(account text, debit bigint, credit bigint)
      ) p
      where e.tenant_id = $1 and e.id >= ${from} and e.kind in ('charge', 'reversal', 'refund') and p.class in ('received', 'refunds')
      group by p.owner
    ), later as materialized (
      select id, paid, refunded, paying from posted
      union all
      select i.plan_id, sum(l.paid), sum(l.refunded), bool_or(l.paying)
      from posted l join payment_intents i on i.tenant_id = $1 and i.id = l.id where i.plan_id is not null group by i.plan_id
    ), affected as (
      select id from later
      union select id from payment_intents where tenant_id = $1 and id >= ${from}
      union select id from payment_intents where tenant_id = $1 and status = 'canceled' and updated_at > ${at}
    ), present as materialized (
      select p.*, coalesce(l.paid, 0) as later_paid, coalesce(l.refunded, 0) as later_refunded, coalesce(l.paying, false) as paying
      from affected a join payment_intents p on p.tenant_id = $1 and p.id = a.id left join later l on l.id = p.id
      ${team ? `where ${teamOf("p")} = ${team}` : ""}
    )
    select -1 as sign, ${intentSource.state("p")} from present p
    union all
    select 1, p.id, p.created_at, p.currency, p.contact_id, p.amount, p.items, p.intent_type, (p.paid - p.later_paid)::bigint,
      (p.refunded - p.later_refunded)::bigint, ${refundedLinesThen(from)}, p.due_at, ${paidAtThen(from)},
      p.status = 'canceled' and p.updated_at <= ${at}, p.cancel_reason
    from present p where p.id < ${from})`

/** Of an intent that was complete: when the last payment before that time arrived. */
const paidAtThen = (from: string) => `case
        when not p.paying then p.paid_at
        when p.paid - p.later_paid = p.amount then (
          select e.effective_at
          from transactions t join ledger_entries e on e.tenant_id = t.tenant_id and e.source_id = t.id and e.kind = 'charge'
          where t.tenant_id = $1 and t.payment_intent_id in (p.id, p.plan_id) and e.id < ${from}
            and e.postings @> jsonb_build_array(jsonb_build_object('account', 'received:' || p.id))
          order by e.id desc limit 1)
      end`

const refundedLinesThen = (from: string) => `case
        when p.later_refunded = 0 or p.refunded_lines = '{}' then p.refunded_lines
        else (
          select jsonb_object_agg(l.key, l.value::bigint - (
            select coalesce(sum(i.amount), 0) from refund_intents r
            cross join lateral jsonb_to_recordset(r.items) as i(line int, amount bigint)
            where r.tenant_id = $1 and r.payment_intent_id = p.id and r.refund_transaction_id >= ${from} and i.line::text = l.key))
          from jsonb_each_text(p.refunded_lines) l)
      end`

/** What a field of a row was at that time: what the first change since then says it was, in the audit log, or what it is. */
export const fieldThen = (row: string, field: string, from: string) => `coalesce((
        select a.before::jsonb ->> '${field}' from audit_entries a
        where a.tenant_id = $1 and a.object_id = ${row}.id and a.id >= ${from} and a.before::jsonb ? '${field}'
        order by a.id limit 1), ${row}.${field}::text)`

/** Undoes what came after a time: the transactions that were created or got another status since, as they are now and as they were then. */
export const transactionsUndone = ({ from, at, team }: Since) => `(
    with affected as (
      select source_id as id from ledger_entries where tenant_id = $1 and id >= ${from} and kind in ('charge', 'reversal')
      union select id from transactions where tenant_id = $1 and id >= ${from}
      union select id from transactions where tenant_id = $1 and status in ('processing', 'failed', 'canceled') and updated_at > ${at}
    ), present as materialized (
      select t.* from affected a join transactions t on t.tenant_id = $1 and t.id = a.id
      ${team ? `join payment_intents i on i.tenant_id = $1 and i.id = t.payment_intent_id where ${teamOf("i")} = ${team}` : ""}
    )
    select -1 as sign, ${transactionSource.state("t")} from present t
    union all
    select 1, t.id, t.created_at, t.currency, t.transaction_type, t.method, t.amount, ${fieldThen("t", "status", from)},
      t.received_at, t.allocations, t.fx
    from present t where t.id < ${from})`
