import { appendOnly } from "../../kit/db/append-only.ts"
import { identity, json, nullable, oneOf, recordset, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { type Query, query, queryBoth, sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { tally } from "../../kit/db/tallies.ts"
import { dayOf } from "../../kit/pure/calendar.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { firstIdAt, newId } from "../../kit/pure/id.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { BalanceHistory, PartnerDebts, PartnerDebtsOf } from "./ports.ts"
import { accountClass, balancesOf, cashAccount, type BalanceSum, currencyOf, net, partnershipIn, withoutLater } from "./rules.ts"
import { type Balance, type EntryKind, entryKinds, type LedgerEntry, type Posting } from "./schema.ts"

const columns = {
  ...identity,
  kind: oneOf(entryKinds),
  source_type: text,
  source_id: text,
  currency: text,
  effective_at: timestamptz,
  postings: json<Posting[]>(),
  partnership_id: nullable(text),
  created_at: timestamptz,
}
const days = { booked_on: text, fact_on: nullable(text) }
export type EntryRow = Row<typeof columns & typeof days>

/**
 * The database decides the day on which an entry is booked, because a month may be closed until the commit: the day of the fact, or, where
 * its month is closed, the day on which it became known. It asks once for all entries of a tenant and a day.
 */
const known = { known_on: text, fact_day: text }
const names = Object.keys(columns)
const inserts = writeStatement(`
  with days as materialized (
    select d.*, booking_day(d.tenant_id, d.fact_day, d.known_on) as booked_on
    from (select distinct tenant_id, fact_day, known_on from ${recordset({ tenant_id: text, ...known })}) d
  )
  insert into ledger_entries (${names.join(", ")}, booked_on, fact_on)
  select ${names.map(name => `r.${name}`).join(", ")}, days.booked_on, nullif(r.fact_day, days.booked_on)
  from ${recordset({ ...columns, ...known })} join days using (tenant_id, fact_day, known_on)`)

/** Entries that wait for their place in the chain, without a digest: it covers the day of the entry, which the database decides. */
const waiting = appendOnly("ledger_unsealed", identity)

type NewEntry = { kind: EntryKind; source: { type: string; id: string }; currency: string; effectiveAt: Date; postings: Posting[] }

/** Records a movement of money. The entry and the balances are written in the commit of the change that moved it. */
export function post(ctx: Context, { kind, source, currency, effectiveAt, postings }: NewEntry) {
  const { tenant, now, write } = ctx
  const row: Row<typeof columns> = {
    tenant_id: tenant.id,
    id: newId(now),
    kind,
    source_type: source.type,
    source_id: source.id,
    currency,
    effective_at: effectiveAt,
    postings,
    partnership_id: partnershipIn(postings),
    created_at: now,
  }
  write({ statement: inserts, row: { ...row, fact_day: dayOf(effectiveAt, tenant.timezone), known_on: dayOf(now, tenant.timezone) } })
  write(waiting.insert({ tenant_id: tenant.id, id: row.id }))
  for (const posting of postings) write(tally(tenant.id, "ledger", `${currency} ${accountClass(posting.account)}`, net(posting)))
}

/** Adds to a sum that is computed from objects, not from ledger entries, such as what payers owe. */
export function addToBalance(ctx: Context, kind: "receivable" | "in-flight", currency: string, amount: number) {
  if (amount !== 0) ctx.write(tally(ctx.tenant.id, kind, currency, amount))
}

/** The stored sums: ledger balances by currency and account class, what payers owe, and payments in flight. */
export const balanceSums = (tenant: string): Query => sql`
  select kind, value, sum(n)::text as n from tallies
  where tenant_id = ${tenant} and kind in ('ledger', 'receivable', 'in-flight')
  group by kind, value order by kind, value`

/** Reads both in one snapshot: a debt that is netted between two reads would count as available money. */
export async function readBalanceSums({ tenant: { id } }: Context, partnerDebts: PartnerDebtsOf) {
  const [sums, debts] = await queryBoth<BalanceSum, PartnerDebts>([id], balanceSums(id), partnerDebts(id))
  return { sums, debts }
}

export async function readBalances(ctx: Context, partnerDebts: PartnerDebtsOf): Promise<Balance[]> {
  const { sums, debts } = await readBalanceSums(ctx, partnerDebts)
  return balancesOf(sums, debts)
}

/** By how much what partners are owed has changed from an id on, as SQL. $1 is the tenant. */
export const payableSince = (from: string) => `
        select e.partnership_id, e.currency, p.credit - p.debit as n from ledger_entries e
        cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
        where e.tenant_id = $1 and e.id >= ${from} and e.partnership_id is not null and p.account like 'payable:%'`

/** As they were known at an earlier time. A currency whose sums were all zero is there if it had anything by then. */
export function readBalancesThen(ctx: Context, partnerDebts: PartnerDebtsOf, history: BalanceHistory, asOf: Date): Promise<Balance[]> {
  const { id } = ctx.tenant
  const from = firstIdAt(asOf.getTime() + 1)
  return readReport([id], async read => {
    const sums = withoutLater(await read<BalanceSum>(balanceSums(id)), await read<BalanceSum>(history.sumsSince(id, from)))
    const used = new Set(sums.filter(({ n }) => n !== "0").map(currencyOf))
    const unused = [...new Set(sums.map(currencyOf))].filter(currency => !used.has(currency))
    const had = unused.length === 0 ? [] : await read<{ currency: string }>(history.currenciesBefore(id, from, unused))
    for (const { currency } of had) used.add(currency)
    const debts = await read<PartnerDebts>(partnerDebts(id, from))
    return balancesOf(
      sums.filter(sum => used.has(currencyOf(sum))),
      debts,
    )
  })
}

export async function listEntries(ctx: Context, list: ListQuery): Promise<Page<LedgerEntry>> {
  const { data, ...rest } = await queryPage<EntryRow>(ctx, { from: "ledger_entries" }, list)
  return { data: data.map(renderEntry), ...rest }
}

/** What a gateway holds, by currency, as the ledger says: debits less credits of its cash account. */
export async function findCash({ tenant }: Context, holder: string): Promise<{ currency: string; n: bigint }[]> {
  const account = cashAccount(holder)
  const rows = await query<{ currency: string; n: string }>(
    [tenant.id],
    sql`
    select e.currency, sum((p ->> 'debit')::bigint - (p ->> 'credit')::bigint)::text as n
    from ledger_entries e cross join lateral jsonb_array_elements(e.postings) as p
    where e.tenant_id = ${tenant.id} and p ->> 'account' = ${account}
    group by e.currency`,
  )
  return rows.map(({ currency, n }) => ({ currency, n: BigInt(n) }))
}

const renderEntry = (row: EntryRow): LedgerEntry => ({
  _id: row.id,
  kind: row.kind,
  source: { type: row.source_type, id: row.source_id },
  currency: row.currency,
  effectiveAt: isoTime(row.effective_at),
  date: row.booked_on,
  factDate: row.fact_on,
  postings: row.postings,
  createdAt: isoTime(row.created_at),
})
