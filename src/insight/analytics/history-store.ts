import { intentSource, transactionSource } from "./states-store.ts"

/**
 * Objects as they were at an earlier time, as SQL. The audit log has the previous values of every change. So the first change since that
 * time has a field's value at that time. A field that did not change since has the value in the row, and a deleted object has all values in
 * its last entry. In all of these statements $1 is the tenant. A time is given as `from`, the first id after it.
 */
type Since = { from: string; team?: string }

/** The objects of a kind that were changed or deleted since a time, with the earlier values of the fields that changed. */
export const changedSince = (kind: "paymentIntents" | "transactions" | "splitIntents", from: string) => `
      select a.object_id as id, oldest_values(a.before::jsonb order by a.id desc) as was, bool_or(a.action = '${kind}.delete') as deleted
      from audit_entries a
      where a.tenant_id = $1 and a.object_type = '${kind}' and a.before is not null and a.id >= ${from}
      group by a.object_id`

/** A field of an object at that time; it may be null. `was` has the earlier values of the fields that changed since. */
const nullableThen = (was: string, field: string, column: string) =>
  `case when ${was} ? '${field}' then ${was} ->> '${field}' else ${column} end`

/** The value of a required field of a row at that time. */
export const fieldThen = (row: string, field: string, from: string) => `coalesce((
        select a.before::jsonb ->> '${field}' from audit_entries a
        where a.tenant_id = $1 and a.object_id = ${row}.id and a.id >= ${from} and a.before::jsonb ? '${field}'
        order by a.id limit 1), ${row}.${field}::text)`

/** The team of an intent, now or at that time. An installment belongs to the team of its plan. */
const teamNow = (intent: string) => `case when ${intent}.plan_id is null then ${intent}.team_id
      else (select r.team_id from payment_intents r where r.tenant_id = $1 and r.id = ${intent}.plan_id) end`

const teamThen = (was: string, intent: string) => `(
      select case when n.plan_id is null then ${nullableThen(was, "team", `${intent}.team_id`)}
        else (
          select ${nullableThen("coalesce(pc.was, '{}')", "team", "pr.team_id")}
          from (select n.plan_id as id) k
          left join changed_intents pc on pc.id = k.id
          left join payment_intents pr on pr.tenant_id = $1 and pr.id = k.id) end
      from (select ${nullableThen(was, "plan", `${intent}.plan_id`)} as plan_id) n)`

/** Includes the installments of plans that changed teams: their team changed too, but they have no change of their own. */
const changedIntents = (from: string, team?: string) => `
    changed_intents as materialized (${changedSince("paymentIntents", from)}
    ), moved_intents as materialized (
      select id, was from changed_intents
      ${
        team
          ? `union all
      select i.id, '{}'::jsonb from changed_intents c join payment_intents i on i.tenant_id = $1 and i.plan_id = c.id
      where c.was ? 'team' and not exists (select 1 from changed_intents o where o.id = i.id)`
          : ""
      }
    )`

/** Undoes changes after a time: selects the intents created, changed or deleted since, as they are now and as they were then. */
export const intentsUndone = ({ from, team }: Since) => `(
    with ${changedIntents(from, team)}, present as (
      select p.*
      from (select id from moved_intents union select id from payment_intents where tenant_id = $1 and id >= ${from}) a
      join payment_intents p on p.tenant_id = $1 and p.id = a.id
      ${team ? `where ${teamNow("p")} = ${team}` : ""}
    ), past as materialized (
      select c.id, coalesce(p.created_at, (c.was ->> 'createdAt')::timestamptz) as created_at,
        coalesce(p.currency, c.was ->> 'currency') as currency, coalesce(p.contact_id, c.was ->> 'contact') as contact_id,
        coalesce(p.amount, (c.was ->> 'amount')::bigint) as amount, coalesce(p.items, c.was -> 'items') as items,
        coalesce(p.intent_type, c.was ->> 'intentType') as intent_type, coalesce((c.was ->> 'paid')::bigint, p.paid) as paid,
        coalesce((c.was ->> 'refunded')::bigint, p.refunded) as refunded, coalesce((c.was ->> 'dueAt')::timestamptz, p.due_at) as due_at,
        coalesce(c.was ->> 'status', p.status) as status, ${nullableThen("c.was", "cancelReason", "p.cancel_reason")} as cancel_reason,
        ${nullableThen("c.was", "plan", "p.plan_id")} as plan_id, p.paid_at as paid_at_now, c.was ? 'paid' as was_paid_since,
        coalesce(p.refunded_lines, '{}') as lines_now, c.was ? 'refunded' as was_refunded_since
      from moved_intents c left join payment_intents p on p.tenant_id = $1 and p.id = c.id
      where c.id < ${from} ${team ? `and ${teamThen("c.was", "p")} = ${team}` : ""}
    )
    select -1 as sign, ${intentSource.columns} from present
    union all
    select 1, ${intentSource.columns}
    from (
      select p.*, ${paidAtThen(from)} as paid_at, ${refundedLinesThen(from)} as refunded_lines from past p
    ) r)`

/** For an intent that was fully paid then: when its last payment before that time arrived. */
const paidAtThen = (from: string) => `case
        when not p.was_paid_since then p.paid_at_now
        when p.paid = p.amount then (
          select e.effective_at
          from transactions t
          join ledger_entries e on e.tenant_id = t.tenant_id and e.source_id = t.id and e.kind in ('charge', 'charge-again')
          where t.tenant_id = $1 and t.payment_intent_id in (p.id, p.plan_id) and e.id < ${from}
            and e.postings @> jsonb_build_array(jsonb_build_object('account', 'received:' || p.id))
          order by e.id desc limit 1)
      end`

const refundedLinesThen = (from: string) => `case
        when not p.was_refunded_since or p.lines_now = '{}' then p.lines_now
        else (
          select jsonb_object_agg(l.key, l.value::bigint - (
            select coalesce(sum(i.amount), 0) from refund_intents r
            cross join lateral jsonb_to_recordset(r.items) as i(line int, amount bigint)
            where r.tenant_id = $1 and r.payment_intent_id = p.id and r.refund_transaction_id >= ${from} and i.line::text = l.key))
          from jsonb_each_text(p.lines_now) l)
      end`

/** Undoes changes after a time: selects the transactions created or changed since, as they are now and as they were then. */
export const transactionsUndone = ({ from, team }: Since) => `(
    with ${team ? `${changedIntents(from, team)}, ` : ""}changed as materialized (${changedSince("transactions", from)}
    ), affected as materialized (
      select id, was from changed
      union all
      select t.id, '{}'::jsonb from transactions t
      where t.tenant_id = $1 and t.id >= ${from} and not exists (select 1 from changed o where o.id = t.id)
      ${
        team
          ? `union all
      select t.id, '{}'::jsonb from moved_intents c join transactions t on t.tenant_id = $1 and t.payment_intent_id = c.id
      where t.id < ${from} and not exists (select 1 from changed o where o.id = t.id)`
          : ""
      }
    )
    select -1 as sign, ${transactionSource.columns}
    from (
      select t.* from affected a join transactions t on t.tenant_id = $1 and t.id = a.id
      ${team ? `join payment_intents i on i.tenant_id = $1 and i.id = t.payment_intent_id where ${teamNow("i")} = ${team}` : ""}
    ) t
    union all
    select 1, t.id, t.created_at, t.currency, t.transaction_type, t.method, t.amount, coalesce(a.was ->> 'status', t.status),
      coalesce((a.was ->> 'receivedAt')::timestamptz, t.received_at), t.allocations, t.fx
    from affected a join transactions t on t.tenant_id = $1 and t.id = a.id
    ${team ? ofTeamThen : ""}
    where t.id < ${from} ${team ? `and ${teamThen("coalesce(c.was, '{}')", "i")} = ${team}` : ""})`

const ofTeamThen = `left join changed_intents c on c.id = t.payment_intent_id
    left join payment_intents i on i.tenant_id = $1 and i.id = t.payment_intent_id`

/** The team of the split's intent at that time. A split belongs to a plan or a single intent, never to an installment. */
export const splitTeamThen = (intent: string) => `
      select ${nullableThen("coalesce(c.was, '{}')", "team", "i.team_id")} as team_id
      from (select ${intent} as id) k
      left join changed_intents c on c.id = k.id
      left join payment_intents i on i.tenant_id = $1 and i.id = k.id`
