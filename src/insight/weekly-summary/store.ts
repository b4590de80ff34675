import { appendOnly } from "../../kit/db/append-only.ts"
import { int, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { allTenants, prepare, query, sql } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import type { Flow } from "./rules.ts"

type Due = { tenant_id: string; week: string }

/**
 * Tenants whose summary of last week is due: from eight on Monday by their own clock and zone, and for two days, in case the service
 * was stopped. A tenant that began later has no such week.
 */
export function findDue(): Promise<Due[]> {
  return query<Due>(
    allTenants,
    sql`
    select t.id as tenant_id, to_char(w.monday, 'YYYY-MM-DD') as week
    from tenants t
    cross join lateral (
      select (now() + t.clock_offset_ms * interval '1 millisecond') at time zone t.timezone - interval '8 hours' as at
    ) local
    cross join lateral (select date_trunc('week', local.at) as monday) w
    where local.at < w.monday + interval '2 days' and t.created_at < w.monday at time zone t.timezone
      and not exists (
        select 1 from weekly_summaries s where s.tenant_id = t.id and s.week = to_char(w.monday, 'YYYY-MM-DD')
      )
      and t.id <> all (array(select c.tenant_id from clock_jumps c where c.ended_at is null))
    order by t.id limit 500`,
  )
}

export async function isSent({ tenant }: Context, week: string): Promise<boolean> {
  const rows = await query([tenant.id], sql`select 1 from weekly_summaries where tenant_id = ${tenant.id} and week = ${week}`)
  return rows.length > 0
}

const summaries = appendOnly("weekly_summaries", { tenant_id: text, week: text, mails: int, created_at: timestamptz })

export const insertSummary = ({ tenant, now, write }: Context, week: string, mails: number) =>
  write(summaries.insert({ tenant_id: tenant.id, week, mails, created_at: now }))

const keptDays = 90
export const deleteOldSummaries = () => deleteOld(keptDays, { table: "weekly_summaries", since: "created_at" })

/** Money that arrives later than this after its transaction was made is missing. The bound lets the primary key find the rows. */
const maxUnderWayMs = 90 * dayMs

/** $2 and $3 are the first day and the day after the last, $4 the zone, $5 the first id. */
const flows = prepare(`
  with bounds as (select ($2::date)::timestamp at time zone $4 as since, ($3::date)::timestamp at time zone $4 as until)
  select case t.transaction_type when 'charge' then 'received' else 'refunded' end as kind, t.currency, count(*)::int as count,
    sum(t.amount)::bigint as amount
  from transactions t, bounds b
  where t.tenant_id = $1 and t.id >= $5 and t.status = 'succeeded' and t.method <> 'contact-credit'
    and t.received_at >= b.since and t.received_at < b.until
  group by t.transaction_type, t.currency
  union all
  select 'paidOut', p.currency, count(*)::int, sum(p.amount)::bigint
  from payouts p, bounds b
  where p.tenant_id = $1 and p.id >= $5 and p.status = 'paid' and p.paid_at >= b.since and p.paid_at < b.until
  group by p.currency`)

/** What came in and went out from `from` until the day before `until`, by currency. */
export const readFlows = ({ tenant }: Context, { from, until }: { from: string; until: string }): Promise<Flow[]> =>
  readReport([tenant.id], read =>
    read<Flow>({
      ...flows,
      values: [tenant.id, from, until, tenant.timezone, firstIdAt(Date.parse(`${from}T00:00:00Z`) - maxUnderWayMs)],
    }),
  )
