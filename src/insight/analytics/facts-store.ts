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

/**
 * A plan owes through its installments, and what was sold is in the lines of the plan: each is counted once. Of a canceled intent only
 * what was refunded counts, where a refund was under way when its payment was reversed.
 */
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
      select 'canceled', s.day, s.reason, s.count, s.amount, 0, s.refunded, 0 where s.owes and s.reason is not null
      union all
      select 'open', s.day, s.due_day::text, s.count, s.amount - s.paid, 0, 0, 0 where s.owes and s.is_open
      union all
      select 'due', s.due_day, '', s.count, s.amount, 0, 0, 0 where s.owes and s.reason is null
      union all
      select 'settled', s.day, s.pace, s.count, s.amount, 0, 0, 0 where s.owes and s.pace is not null
      union all
      select 'services', s.day, s.service, s.count, s.amount, s.paid, s.refunded, 0 where s.service is not null and s.reason is null
      union all
      select 'services', s.day, s.service, 0, 0, 0, s.refunded, 0 where s.service is not null and s.reason is not null and s.refunded <> 0
    ) as f(kind, at, key, count, amount, paid, refunded, settled)
    union all
    select 'services', s.day, s.currency, l.key, s.billing, s.billing * l.amount, s.billing * l.paid, s.sign * l.refunded, 0
    from (select s.*, case when s.canceled then 0 else s.sign end as billing from (${owing(states)}) s) s
    cross join lateral (${lines}) l
    where s.sells and jsonb_array_length(s.items) > 1 and (not s.canceled or s.refunded <> 0)`,
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
        o.intent_type <> 'payment-plan' as owes, o.intent_type <> 'installment' as sells,
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
