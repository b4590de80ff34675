import type { Context } from "../../kit/db/context.ts"
import { query, readSnapshot, sql } from "../../kit/db/query.ts"
import type { EntryKind, Posting } from "../../money/ledger/schema.ts"
import type { Numbers, Period } from "./rules.ts"

/** A ledger entry as the journal shows it. */
export type JournalEntry = Numbers & {
  id: string
  kind: EntryKind
  source_type: string
  source_id: string
  currency: string
  postings: Posting[]
  booked_on: string
  fact_on: string | null
}

type Place = { day: string; id: string }
export const beginning: Place = { day: "", id: "" }

/** The entries of a period in the order of the journal: by day, and within a day as they were written. */
export function readEntries({ tenant }: Pick<Context, "tenant">, { from, to, currency }: Period, after: Place, limit: number) {
  return query<JournalEntry>(
    [tenant.id],
    sql`
    select e.id, e.kind, e.source_type, e.source_id, e.currency, e.postings, e.booked_on, e.fact_on,
      coalesce(o.number, d.number, t.number::text) as number, i.number as intent_number
    from (
      select * from ledger_entries
      where tenant_id = ${tenant.id} and booked_on >= ${from} and booked_on <= ${to} and (booked_on, id) > (${after.day}, ${after.id})
        and (${currency ?? null}::text is null or currency = ${currency ?? null})
      order by booked_on, id limit ${limit}::int
    ) e
    left join payouts o on e.source_type = 'payout' and o.tenant_id = e.tenant_id and o.id = e.source_id
    left join disputes d on e.source_type = 'dispute' and d.tenant_id = e.tenant_id and d.id = e.source_id
    left join transactions t on e.source_type = 'transaction' and t.tenant_id = e.tenant_id and t.id = e.source_id
    left join lateral (
      select split_part(p.account, ':', 2) as intent from jsonb_to_recordset(e.postings) as p(account text)
      where e.source_type = 'paymentSplit' and p.account like 'shares:%'
    ) s on true
    left join payment_intents i on i.tenant_id = e.tenant_id and i.id = coalesce(d.payment_intent_id, t.payment_intent_id, s.intent)
    order by e.booked_on, e.id`,
  )
}

const batchSize = 500

/** All entries of a period in batches, so that a year of a large tenant is never held in memory. */
export async function* entriesOf(ctx: Pick<Context, "tenant">, period: Period): AsyncGenerator<JournalEntry[]> {
  for (let after = beginning, batch: JournalEntry[]; ; after = { day: batch.at(-1)!.booked_on, id: batch.at(-1)!.id }) {
    batch = await readEntries(ctx, period, after, batchSize)
    if (batch.length > 0) yield batch
    if (batch.length < batchSize) return
  }
}

/** Where an entry stands in the journal, by its id. */
export async function findPlace({ tenant }: Context, id: string): Promise<Place | undefined> {
  const [row] = await query<Place>(
    [tenant.id],
    sql`select booked_on as day, id from ledger_entries where tenant_id = ${tenant.id} and id = ${id}`,
  )
  return row
}

/** Sums are text because they may exceed JavaScript's safe integers. */
type TotalRow = { month: string; account: string; currency: string; debit: string; credit: string }

/** By month, because a closed month has accounts of its own. Accounts are summed by class, except those with a mapping of their own. */
export function readTotals({ tenant }: Pick<Context, "tenant">, { from, to, currency }: Period, single: readonly string[]) {
  return readSnapshot([tenant.id], read =>
    read<TotalRow>(sql`
      select left(e.booked_on, 7) as month, e.currency, g.account, sum(p.debit)::text as debit, sum(p.credit)::text as credit
      from ledger_entries e
      cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
      cross join lateral (
        select case when p.account = any(${single}::text[]) then p.account else split_part(p.account, ':', 1) || ':*' end as account
      ) g
      where e.tenant_id = ${tenant.id} and e.booked_on >= ${from} and e.booked_on <= ${to}
        and (${currency ?? null}::text is null or e.currency = ${currency ?? null})
      group by 1, 2, 3
      order by 1, 2, 3`),
  )
}

export async function findCurrencies({ tenant }: Context, { from, to }: Period): Promise<string[]> {
  const rows = await query<{ currency: string }>(
    [tenant.id],
    sql`
    select distinct currency from ledger_entries
    where tenant_id = ${tenant.id} and booked_on >= ${from} and booked_on <= ${to} order by currency`,
  )
  return rows.map(({ currency }) => currency)
}

/** The months after `after` and up to `last` that have entries. Reads one index entry per month, however large the month is. */
export async function findOpenMonths({ tenant }: Context, after: string, last: string): Promise<string[]> {
  const rows = await query<{ month: string }>(
    [tenant.id],
    sql`
    with recursive months as (
      (
        select left(booked_on, 7) as month from ledger_entries
        where tenant_id = ${tenant.id} and booked_on > ${after} || '-99' order by booked_on limit 1
      )
      union all
      select (
        select left(e.booked_on, 7) from ledger_entries e
        where e.tenant_id = ${tenant.id} and e.booked_on > months.month || '-99' order by e.booked_on limit 1
      ) from months where months.month is not null
    )
    select month from months where month <= ${last} order by month`,
  )
  return rows.map(({ month }) => month)
}
