import { allTenants, prepare, query, queryWithoutSync, sql } from "../../kit/db/query.ts"
import { intentSource, intentStates, type Source, tailStates, transactionSource, transactionStates } from "./states-store.ts"
import { byCustomer, byCustomerDay, byGrain, customerColumns, sumColumns, summed } from "./totals-store.ts"

/** How many rows one statement builds. */
const batchSize = 5000
/** How many changes one statement folds. A payment makes two: one of the intent and one of the transaction. */
const foldSize = 20_000
/**
 * A larger backlog, after a long time without a worker, is not folded: reports would read all of it, and a rebuild makes them fast sooner.
 */
const maxUnfolded = 500_000

export type RollUpState = { tenant_id: string; timezone: string; current: string | null; ready: boolean }

/** The tenants whose roll-ups do not exist, are being built, or use the days of an earlier time zone. */
export function findUnbuilt(): Promise<RollUpState[]> {
  return query<RollUpState>(
    allTenants,
    sql`
    select t.id as tenant_id, t.timezone, s.timezone as current, coalesce(s.ready, false) as ready
    from tenants t left join analytics_states s on s.tenant_id = t.id
    where s.tenant_id is null or not s.ready or s.timezone <> t.timezone
    order by random()`,
  )
}

export function findUnfolded(): Promise<{ tenant_id: string; timezone: string; areTooMany: boolean }[]> {
  return query(
    allTenants,
    sql`
    select s.tenant_id, s.timezone,
      exists (select 1 from row_changes c where c.tenant_id = s.tenant_id offset ${maxUnfolded}::int) as "areTooMany"
    from analytics_states s
    where s.ready and exists (select 1 from row_changes c where c.tenant_id = s.tenant_id)
    order by random()`,
  )
}

/** Until the roll-ups are ready again, reports are computed from the rows. */
export async function beginBuild(tenant: string) {
  await query(
    [tenant],
    sql`
    insert into analytics_states (tenant_id, timezone, intents_to, transactions_to, ready) values (${tenant}, '', '', '', false)
    on conflict (tenant_id) do update set timezone = '', ready = false`,
  )
}

/** How many changes one statement deletes. */
const maxCleared = 100_000

/**
 * Deletes, in batches, roll-ups that are being cleared and the row changes so far: the rows that the roll-ups are built from include these
 * changes. Returns whether some were left.
 */
export async function clearBatch(tenant: string): Promise<boolean> {
  const [row] = await queryWithoutSync<{ n: number; changes: number }>(
    [tenant],
    lockState(tenant),
    sql`
    with changes as (
      delete from row_changes d using (select ctid from row_changes where tenant_id = ${tenant} limit ${maxCleared}::int) s
      where d.tenant_id = ${tenant} and d.ctid = s.ctid
        and exists (select 1 from analytics_states where tenant_id = ${tenant} and timezone = '')
      returning 1
    ), sums as (
      delete from analytics_sums d using (
        select kind, grain, at, currency, key from analytics_sums where tenant_id = ${tenant} limit ${4 * batchSize}::int
      ) s
      where d.tenant_id = ${tenant} and d.kind = s.kind and d.grain = s.grain and d.at = s.at and d.currency = s.currency and d.key = s.key
        and exists (select 1 from analytics_states where tenant_id = ${tenant} and timezone = '')
      returning 1
    ), days as (
      delete from analytics_customer_days d using (
        select currency, contact_id, day from analytics_customer_days where tenant_id = ${tenant} limit ${4 * batchSize}::int
      ) s
      where d.tenant_id = ${tenant} and d.currency = s.currency and d.contact_id = s.contact_id and d.day = s.day
        and exists (select 1 from analytics_states where tenant_id = ${tenant} and timezone = '')
      returning 1
    ), customers as (
      delete from analytics_customers d using (
        select currency, contact_id from analytics_customers where tenant_id = ${tenant} limit ${4 * batchSize}::int
      ) s
      where d.tenant_id = ${tenant} and d.currency = s.currency and d.contact_id = s.contact_id
        and exists (select 1 from analytics_states where tenant_id = ${tenant} and timezone = '')
      returning 1
    )
    select (select count(*) from sums) + (select count(*) from days) + (select count(*) from customers) as n,
      (select count(*) from changes) as changes`,
  )
  return row!.n > 0 || row!.changes === maxCleared // requests keep adding a few
}

/** Once all roll-ups are deleted, they start again with the days of this time zone. */
export async function beginZone(tenant: string, timezone: string) {
  await query(
    [tenant],
    sql`
    update analytics_states set timezone = ${timezone}, intents_to = '', transactions_to = ''
    where tenant_id = ${tenant} and timezone = ''`,
  )
}

/** Only one worker at a time changes the roll-ups of a tenant. The next statement sees what the previous worker committed. */
const lockState = (tenant: string) => sql`select 1 from analytics_states where tenant_id = ${tenant} for update`

const added = (columns: string) =>
  columns
    .split(", ")
    .map(column => `${column} = s.${column} + excluded.${column}`)
    .join(", ")

const addSums = (facts: string) => `
    insert into analytics_sums as s (tenant_id, kind, grain, at, currency, key, ${sumColumns})
    select $1, n.* from (${byGrain(facts)}) n
    on conflict (tenant_id, kind, grain, at, currency, key) do update set ${added(sumColumns)}`

const addCustomers = (states: string) => `
  customer_days as materialized (
    ${byCustomerDay(states)}
  ), days as (
    insert into analytics_customer_days as s (tenant_id, currency, contact_id, day, ${customerColumns})
    select $1, n.* from customer_days n
    on conflict (tenant_id, currency, contact_id, day) do update set ${added(customerColumns)}
  ), customers as (
    insert into analytics_customers as s (tenant_id, currency, contact_id, ${customerColumns})
    select $1, n.* from (${byCustomer("customer_days")}) n
    on conflict (tenant_id, currency, contact_id) do update set ${added(customerColumns)}
  )`

const customersOf = (source: Source) => (source === intentSource ? `, ${addCustomers("states")}` : "")

const foldedFacts = `(${intentSource.facts("intent_states")}) union all (${transactionSource.facts("transaction_states")})`

/**
 * Takes row changes, either all changes of an object or none, and adds their effect. Changes and rows come from one snapshot, so no change
 * is lost or counted twice.
 */
const foldStatement = prepare(`
  with reached as materialized (
    select count(*)::int as n, max(object_id) as id from (
      select object_id from row_changes
      where tenant_id = $1 and exists (select 1 from analytics_states where tenant_id = $1 and ready and timezone = $2)
      order by object_id limit ${foldSize}
    ) first
  ), taken as materialized (
    delete from row_changes c where c.tenant_id = $1 and c.object_id <= (select id from reached)
    returning c.kind, c.object_id, c.revision, c.before
  ), intent_states as materialized (
    ${intentSource.changed("taken")}
  ), transaction_states as materialized (
    ${transactionSource.changed("taken")}
  ), sums as (
    ${addSums(foldedFacts)}
  ), ${addCustomers("intent_states")}
  select n from reached`)

/**
 * Adds the next rows to roll-ups that are being built, and deletes their row changes, because the rows include them. Changes of rows that
 * are not visible yet are not visible either. They are folded later.
 */
const buildStatement = (source: Source, column: string) =>
  prepare(`
  with position as (
    select ${column} as id from analytics_states where tenant_id = $1 and timezone = $2 and not ready
  ), batch as materialized (
    select p.* from ${source.table} p, position where p.tenant_id = $1 and p.id > position.id order by p.id limit ${batchSize}
  ), reached as materialized (
    select count(*)::int as n, coalesce(max(id), (select id from position)) as id from batch
  ), dropped as (
    delete from row_changes c using position, reached
    where c.tenant_id = $1 and c.kind = '${source.table}' and c.object_id > position.id
      and (reached.n < ${batchSize} or c.object_id <= reached.id)
  ), states as materialized (
    select 1 as sign, ${source.columns} from batch
  ), sums as (
    ${addSums(source.facts("states"))}
  )${customersOf(source)}, progress as (
    update analytics_states s set ${column} = reached.id from reached where s.tenant_id = $1 and s.timezone = $2 and not s.ready
  )
  select n, id from reached`)

const buildIntents = buildStatement(intentSource, "intents_to")
const buildTransactions = buildStatement(transactionSource, "transactions_to")

/** Folds a batch of row changes. Returns whether more may be left. A crash undoes the whole batch. */
export async function foldBatch(tenant: string, timezone: string): Promise<boolean> {
  const keepInMemory = sql`set local work_mem = '32MB'`
  const fold = { ...foldStatement, values: [tenant, timezone] }
  const [row] = await queryWithoutSync<{ n: number }>([tenant], keepInMemory, lockState(tenant), fold)
  return row!.n === foldSize
}

/**
 * Builds some batches. They may be stopped and continued anywhere; the roll-ups are ready once a run has reached the end of both tables,
 * and nobody has begun to clear them meanwhile.
 */
export async function buildBatches(tenant: string, timezone: string) {
  let left = maxBuildBatches
  const ends: string[] = []
  for (const statement of [buildIntents, buildTransactions]) {
    let n = batchSize
    while (n === batchSize) {
      if (left-- === 0) return
      const values = [tenant, timezone]
      const [row] = await queryWithoutSync<{ n: number; id: string | null }>([tenant], lockState(tenant), { ...statement, values })
      if (row!.id === null) return
      n = row!.n
      if (n < batchSize) ends.push(row!.id)
    }
  }
  const [intents, transactions] = ends
  await query(
    [tenant],
    sql`
    update analytics_states set ready = true
    where tenant_id = ${tenant} and timezone = ${timezone} and intents_to = ${intents} and transactions_to = ${transactions}`,
  )
}
/** A few seconds' work, because the service waits for it when it stops. */
const maxBuildBatches = 10

/** Where the roll-ups, with the changes that are not folded yet, differ from the rows. Nothing while they are being built. */
const differing = (expected: string, found: string, names: string, columns: string, isReady: string) => {
  const keys = names.split(", ")
  const compared = columns.split(", ")
  return prepare(`
  select concat_ws(' ', ${keys.map(key => `coalesce(e.${key}, f.${key})::text`).join(", ")}) as what,
    concat_ws(' ', ${compared.map(column => `coalesce(e.${column}, 0)`).join(", ")}) as expected,
    concat_ws(' ', ${compared.map(column => `coalesce(f.${column}, 0)`).join(", ")}) as found
  from (${expected}) e
  full join (select ${names}, ${summed(columns, "n")} from (${found}) n group by ${names}) f using (${names})
  where ${isReady} and (${compared.map(column => `coalesce(e.${column}, 0) <> coalesce(f.${column}, 0)`).join(" or ")})
  order by 1 limit 100`)
}
const isReady = "exists (select 1 from analytics_states where tenant_id = $1 and ready and timezone = $2)"

const stored = (table: string, names: string, columns: string, where = "true") =>
  `select ${names}, ${columns} from ${table} where tenant_id = $1 and ${where}`
const sumNames = "kind, grain, at, currency, key"
const sumsDiffer = (source: Source, states: string, kinds: string) =>
  differing(
    byGrain(source.facts(states)),
    `${stored("analytics_sums", sumNames, sumColumns, `kind in (${kinds})`)} union all ${byGrain(source.facts(tailStates(source)))}`,
    sumNames,
    sumColumns,
    isReady,
  )

const dayNames = "currency, contact_id, day"
const totalNames = "currency, contact_id"
const comparisons = [
  sumsDiffer(intentSource, intentStates(), "'intents', 'canceled', 'open', 'due', 'settled', 'services', 'taxes'"),
  sumsDiffer(transactionSource, transactionStates(), "'transactions', 'received', 'fx'"),
  differing(
    byCustomerDay(intentStates()),
    `${stored("analytics_customer_days", dayNames, customerColumns)} union all ${byCustomerDay(tailStates(intentSource))}`,
    dayNames,
    customerColumns,
    isReady,
  ),
  differing(
    byCustomer(`(${byCustomerDay(intentStates())})`),
    `${stored("analytics_customers", totalNames, customerColumns)} union all ${byCustomer(`(${byCustomerDay(tailStates(intentSource))})`)}`,
    totalNames,
    customerColumns,
    isReady,
  ),
]

/** For the verification of the ledger: statements that each find differences between the rows and the roll-ups. */
export const rollUpDifferences = (tenant: string, timezone: string) =>
  comparisons.map(statement => ({ ...statement, values: [tenant, timezone] }))
