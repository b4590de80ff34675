import { intentFacts, transactionFacts } from "./facts-store.ts"

/**
 * Rows as states, as SQL: a row as it is or was, with a sign. 1 adds what it says to the figures, -1 takes it away. A change is the state
 * after it less that before. In all of them $1 is the tenant.
 */
export type Source = {
  table: string
  /** The columns of a state. */
  columns: string
  /** The states of the rows that changed, from a table of row changes. */
  changed(changes: string): string
  /** What states add to the figures of a day. */
  facts(states: string): string
}

export const intentSource: Source = {
  table: "payment_intents",
  columns: `id, created_at, currency, contact_id, amount, items, intent_type, paid, refunded, refunded_lines, due_at, paid_at,
     status = 'canceled' as canceled, cancel_reason`,
  changed: changedIntents,
  facts: intentFacts,
}

export const transactionSource: Source = {
  table: "transactions",
  columns: "id, created_at, currency, transaction_type, method, amount, status, received_at, allocations, fx",
  changed: changedTransactions,
  facts: transactionFacts,
}

/**
 * The objects of the row changes, each once: what they were before the first of their changes. `existed` is false of one that was created
 * by them. `before` has the columns that changed; of a deleted object the last change has all of them.
 */
const beforeChanges = (table: string, changes: string) => `
      select object_id, bool_and(before is not null) as existed, oldest_values(before order by revision desc) as before
      from ${changes} where kind = '${table}' group by object_id`

/** The columns are the `rolledUp` ones of payment intents. A row is looked up by its key, whatever the planner knows of the table. */
function changedIntents(changes: string): string {
  return `
    with changed as (${beforeChanges("payment_intents", changes)}
    ), states as (
      select s.sign, c.object_id as id,
        -- What never changes is in the row, or in the last change of a deleted one.
        coalesce(p.created_at, (c.before ->> 'created_at')::timestamptz) as created_at,
        coalesce(p.intent_type, c.before ->> 'intent_type') as intent_type,
        coalesce(p.contact_id, c.before ->> 'contact_id') as contact_id,
        coalesce(p.currency, c.before ->> 'currency') as currency,
        coalesce(p.amount, (c.before ->> 'amount')::bigint) as amount,
        coalesce(p.items, c.before -> 'items') as items,
        -- What changes was as the first change says, or is as it was.
        case when s.was and c.before ? 'status' then c.before ->> 'status' else p.status end as status,
        case when s.was and c.before ? 'paid' then (c.before ->> 'paid')::bigint else p.paid end as paid,
        case when s.was and c.before ? 'refunded' then (c.before ->> 'refunded')::bigint else p.refunded end as refunded,
        case when s.was and c.before ? 'refunded_lines' then c.before -> 'refunded_lines' else p.refunded_lines end as refunded_lines,
        case when s.was and c.before ? 'due_at' then (c.before ->> 'due_at')::timestamptz else p.due_at end as due_at,
        case when s.was and c.before ? 'paid_at' then (c.before ->> 'paid_at')::timestamptz else p.paid_at end as paid_at,
        case when s.was and c.before ? 'cancel_reason' then c.before ->> 'cancel_reason' else p.cancel_reason end as cancel_reason
      from changed c
      left join lateral (select * from payment_intents where tenant_id = $1 and id = c.object_id limit 1) p on true
      cross join lateral (select -1 as sign, true as was where c.existed union all select 1, false where p.id is not null) s
    )
    select sign, ${intentSource.columns} from states`
}

/** The same of transactions. */
function changedTransactions(changes: string): string {
  return `
    with changed as (${beforeChanges("transactions", changes)}
    ), states as (
      select s.sign, c.object_id as id,
        coalesce(t.created_at, (c.before ->> 'created_at')::timestamptz) as created_at,
        coalesce(t.transaction_type, c.before ->> 'transaction_type') as transaction_type,
        coalesce(t.method, c.before ->> 'method') as method,
        coalesce(t.currency, c.before ->> 'currency') as currency,
        coalesce(t.amount, (c.before ->> 'amount')::bigint) as amount,
        coalesce(t.fx, c.before -> 'fx') as fx,
        case when s.was and c.before ? 'status' then c.before ->> 'status' else t.status end as status,
        case when s.was and c.before ? 'received_at' then (c.before ->> 'received_at')::timestamptz else t.received_at end as received_at,
        case when s.was and c.before ? 'allocations' then c.before -> 'allocations' else t.allocations end as allocations
      from changed c
      left join lateral (select * from transactions where tenant_id = $1 and id = c.object_id limit 1) t on true
      cross join lateral (select -1 as sign, true as was where c.existed union all select 1, false where t.id is not null) s
    )
    select sign, ${transactionSource.columns} from states`
}

/** The changes that are not folded into the roll-ups yet. */
export const tailStates = ({ changed }: Source) => `(${changed("(select * from row_changes where tenant_id = $1) t")})`

/** All intents, or those of a team, whose figures are not rolled up. */
export function intentStates(team?: string, where = "true"): string {
  const intents = team ? intentsOfTeam(team) : "payment_intents"
  return `(
    select 1 as sign, ${intentSource.columns} from ${intents} p where p.tenant_id = $1 and ${where})`
}

/** All transactions, or those of a team. */
export function transactionStates(team?: string): string {
  const transactions = team ? transactionsOfTeam(team) : "transactions"
  return `(
    select 1 as sign, ${transactionSource.columns} from ${transactions} t where t.tenant_id = $1)`
}

/** An installment belongs to the team of its plan. */
const intentsOfTeam = (team: string) => `(
      select p.* from payment_intents p where p.tenant_id = $1 and p.team_id = ${team} and p.plan_id is null
      union all
      select i.* from payment_intents p join payment_intents i on i.tenant_id = p.tenant_id and i.plan_id = p.id
      where p.tenant_id = $1 and p.team_id = ${team} and p.plan_id is null)`

const transactionsOfTeam = (team: string) => `(
      select t.* from ${intentsOfTeam(team)} p join transactions t on t.tenant_id = p.tenant_id and t.payment_intent_id = p.id)`
