import { prepare, type Query, sql } from "../../kit/db/query.ts"

/**
 * Before a table that grew is analyzed, PostgreSQL expects few rows. It might read a whole table for each row of another one instead of
 * hashing it, or sort the rest of a table for each batch instead of following its index.
 */
export const planForManyRows = sql`
  select set_config('enable_nestloop', 'off', true), set_config('enable_bitmapscan', 'off', true)`

/**
 * The ledger entries of a batch of objects, sorted by source so that PostgreSQL uses the index on sources: sorted by id, it might read the
 * index of all entries.
 */
export const entriesOf = (tenant: string, sources: readonly string[]): Query =>
  sql`select * from ledger_entries where tenant_id = ${tenant} and source_id = any(${sources}) order by source_id, id`

export const transactionsOf = (tenant: string, ids: readonly string[]): Query =>
  sql`select * from transactions where tenant_id = ${tenant} and id = any(${ids})`

/** What a batch needs to know about the payment intents that it names. */
export const intentsOf = (tenant: string, ids: readonly string[]): Query => sql`
  select id, intent_type, contact_id, currency, plan_id, amount, paid, refunded, disputed
  from payment_intents where tenant_id = ${tenant} and id = any(${ids})`

/** The cycles that payment intents were raised for, by subscription. */
export const cyclesOf = (tenant: string, subscriptions: readonly string[]): Query => sql`
  select subscription_id as id, array_agg(distinct cycle::float8) as cycles from payment_intents
  where tenant_id = ${tenant} and subscription_id = any(${subscriptions}) and cycle is not null group by subscription_id`

/** The entries of deleted splits after an id, in batches: no split leads to them. */
export const entriesOfDeletedSplits = (tenant: string, id: string): Query => sql`
  select e.* from ledger_entries e
  where e.tenant_id = ${tenant} and e.source_type = 'paymentSplit' and e.id > ${id}
    and not exists (select 1 from payment_splits s where s.tenant_id = e.tenant_id and s.id = e.source_id)
  order by e.id limit 500`

/** Statements that each list what lacks its counterpart, as rows of `object`, `what`, `expected` and `found`. */
const sources: [type: string, table: string][] = [
  ["transaction", "transactions"],
  ["bankTransfer", "bank_transfers"],
  ["payout", "payouts"],
  ["dispute", "disputes"],
  ["gatewayWithdrawal", "gateway_withdrawals"],
]

const withoutSource = ([type, table]: (typeof sources)[number]) =>
  prepare(`
  select distinct e.source_id as object, 'source of ledger entries' as what, '${type}' as expected, 'deleted' as found
  from ledger_entries e
  where e.tenant_id = $1 and e.source_type = '${type}'
    and not exists (select 1 from ${table} s where s.tenant_id = $1 and s.id = e.source_id)
  order by 1 limit 100`)

/** A split may be deleted; the audit log then says so. */
const splitsWithoutSource = prepare(`
  select distinct e.source_id as object, 'source of ledger entries' as what, 'paymentSplit' as expected, 'deleted' as found
  from ledger_entries e
  where e.tenant_id = $1 and e.source_type = 'paymentSplit'
    and not exists (select 1 from payment_splits s where s.tenant_id = $1 and s.id = e.source_id)
    and not exists (
      select 1 from audit_entries a where a.tenant_id = $1 and a.object_id = e.source_id and a.action = 'splitIntents.delete'
    )
  order by 1 limit 100`)

const unknownTypes = prepare(`
  select e.id as object, 'source' as what, 'a known type' as expected, e.source_type as found
  from ledger_entries e
  where e.tenant_id = $1 and e.source_type not in (${sources.map(([type]) => `'${type}'`).join(", ")}, 'paymentSplit')
  order by 1 limit 100`)

const refundsWithoutIntent = prepare(`
  select t.id as object, 'settled refund intents' as what, '1' as expected, count(r.id)::text as found
  from transactions t left join refund_intents r on r.tenant_id = $1 and r.refund_transaction_id = t.id
    and r.status = case t.status when 'succeeded' then 'settled' else 'failed' end
  where t.tenant_id = $1 and t.refund_of is not null
  group by t.id having count(r.id) <> 1
  order by 1 limit 100`)

/** A bank's payment has a gateway but is not a charge of it. */
const paymentsWithoutTransfer = prepare(`
  select t.id as object, 'bank transfers' as what, '1' as expected, count(b.id)::text as found
  from transactions t left join bank_transfers b on b.tenant_id = $1 and b.transaction_id = t.id
  where t.tenant_id = $1 and t.method = 'bank-transfer' and t.gateway is not null and t.gateway_reference ~ '^[0-9a-f]{24}$'
  group by t.id having count(b.id) <> 1
  order by 1 limit 100`)

const withoutOwner = (table: string, column: string, owners: string) =>
  prepare(`
  select s.id as object, '${column}' as what, s.${column} as expected, 'deleted' as found
  from ${table} s
  where s.tenant_id = $1 and s.${column} is not null
    and not exists (select 1 from ${owners} o where o.tenant_id = $1 and o.id = s.${column})
  order by 1 limit 100`)

/**
 * A payment of an installment looks like a payment of its plan that paid only this installment. Only the audit log says which one was paid.
 */
const movedToInstallment = prepare(`
  select t.id as object, 'payment intent' as what, a.after::jsonb ->> 'paymentIntent' as expected, t.payment_intent_id as found
  from payment_intents i
  join transactions t on t.tenant_id = $1 and t.payment_intent_id = i.id
  join audit_entries a on a.tenant_id = $1 and a.object_id = t.id and a.action = 'transactions.create'
  where i.tenant_id = $1 and i.plan_id is not null and a.after::jsonb ->> 'paymentIntent' <> t.payment_intent_id
  order by 1 limit 100`)

/** A transfer that arrived without a payment intent has an entry of its arrival and one of its allocation, which cancel each other out. */
const allocatedWithoutEntries = prepare(`
  select b.id as object, 'ledger entries' as what, 'allocation, transfer' as expected, 'none' as found
  from bank_transfers b
  join audit_entries a on a.tenant_id = $1 and a.object_id = b.id and a.action = 'bankTransfers.create'
  where b.tenant_id = $1 and b.status = 'allocated' and a.after::jsonb ->> 'status' = 'unallocated'
    and not exists (select 1 from ledger_entries e where e.tenant_id = $1 and e.source_id = b.id)
  order by 1 limit 100`)

/**
 * The reversed amount of a split, according to its last change. One migration corrected splits and raised their versions without an audit
 * entry, so a version may be one higher than in the audit log, but only for tenants that existed before it.
 */
const takenBack = prepare(`
  select l.id as object, d.what, case d.what when 'version' then l.logged_version::text else l.logged end as expected,
    case d.what when 'version' then l.version::text else l.reversed::text end as found
  from (
    select s.id, s.version, s.reversed, max(c.version) as logged_version,
      (array_agg(c.reversed order by a.id desc) filter (where c.reversed is not null))[1] as logged
    from payment_splits s
    join audit_entries a on a.tenant_id = $1 and a.object_id = s.id and a.object_type = 'splitIntents' and a.after is not null
    cross join lateral jsonb_to_record(a.after::jsonb) as c(version int, reversed text)
    where s.tenant_id = $1
    group by s.id, s.version, s.reversed
  ) l
  cross join lateral (select case when l.version = l.logged_version then 'reversed' else 'version' end as what) d
  where case d.what
    when 'reversed' then l.reversed::text <> l.logged
    else l.version <> l.logged_version + 1 or not exists (
      select 1 from tenants t join migrations m on m.name = '0084_splits_taken_back.sql' and m.at >= t.created_at where t.id = $1
    ) end
  order by 1 limit 100`)

/** The tables whose rows lists count by status. */
const counted = ["payment_intents", "transactions", "refund_intents", "disputes", "bank_transfers", "payouts", "payment_splits"]
const countOf = (table: string) => `select '${table}' as kind, status, count(*) as n from ${table} where tenant_id = $1 group by status`
const counts = prepare(`
  select coalesce(r.kind, t.kind) as object, 'count of ' || coalesce(r.status, t.value) as what, coalesce(r.n, 0)::text as expected,
    coalesce(t.n, 0)::text as found
  from (
    ${counted.map(countOf).join(" union all ")}
  ) r
  full join (
    select kind, value, sum(n) as n from tallies
    where tenant_id = $1 and kind in (${counted.map(table => `'${table}'`).join(", ")}) group by kind, value
  ) t on t.kind = r.kind and t.value = r.status
  where coalesce(r.n, 0) <> coalesce(t.n, 0)
  order by 1, 2 limit 100`)

const statements = [
  ...sources.map(withoutSource),
  splitsWithoutSource,
  unknownTypes,
  refundsWithoutIntent,
  paymentsWithoutTransfer,
  withoutOwner("payment_intents", "contact_id", "contacts"),
  withoutOwner("payment_splits", "partnership_id", "partnerships"),
  withoutOwner("payouts", "partnership_id", "partnerships"),
  withoutOwner("transactions", "refund_of", "transactions"),
  movedToInstallment,
  allocatedWithoutEntries,
  takenBack,
]

/** Rows without a source, a counterpart or an owner. */
export const missingCounterparts = (tenant: string): Query[] => statements.map(statement => ({ ...statement, values: [tenant] }))

export const countDifferences = (tenant: string): Query => ({ ...counts, values: [tenant] })
