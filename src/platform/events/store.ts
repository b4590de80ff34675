import { databaseClock } from "../../kit/db/database-clock.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, allTenants, sql } from "../../kit/db/query.ts"
import type { Message } from "../../kit/operation/stream.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { parseStored } from "../../kit/pure/exact-sums.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { type Event, retentionDays } from "./schema.ts"

type EventRow = { id: string; event: string; object_id: string; data: string; created_at: Date }

export async function listEvents(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await queryPage<EventRow>(ctx, { from: "published_events" }, query)
  return { data: data.map(renderEvent), ...rest }
}

/** The next ids after the newest one that a stream has sent, and how many there are from `since` up to that one. */
export type News = { known: number; after: string[]; isPartial: boolean }
type Position = { tenant_id: string; since: string; newest: string }
const maxMessages = 500

/** Answers all streams of a cell with one statement, in their order. It reads ids from the index only. */
export async function findNews(positions: readonly Position[]): Promise<News[]> {
  const input = JSON.stringify(positions.map((position, n) => ({ n, ...position })))
  const rows = await query<{ known: number; after: string[] }>(
    new Set(positions.map(({ tenant_id }) => tenant_id)),
    sql`
    select k.known, a.after from jsonb_to_recordset(${input}) as s(n int, tenant_id text, since text, newest text)
    cross join lateral (
      select count(*)::int as known from events
      where tenant_id = s.tenant_id and id >= s.since collate "C" and id <= s.newest collate "C"
    ) k
    cross join lateral (
      select coalesce(array_agg(id order by id), '{}') as after from (
        select id from events where tenant_id = s.tenant_id and id > s.newest collate "C" order by id limit ${maxMessages}::int
      ) next
    ) a
    order by s.n`,
  )
  return rows.map(({ known, after }) => ({ known, after, isPartial: after.length === maxMessages }))
}

export async function findIdsBetween(tenant: string, since: string, newest: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    [tenant],
    sql`select id from events where tenant_id = ${tenant} and id >= ${since} and id <= ${newest} order by id`,
  )
  return rows.map(({ id }) => id)
}

export async function readMessages(tenant: string, ids: readonly string[]): Promise<Message[]> {
  const rows = await query<EventRow>(
    [tenant],
    sql`select * from published_events where tenant_id = ${tenant} and id = any(${ids}) order by id`,
  )
  return rows.map(row => ({ id: row.id, data: JSON.stringify(renderEvent(row)) }))
}

/** Deletes in batches of 1,000, so that no request waits for a long delete. Returns whether any were deleted. */
export async function deleteOldEvents(): Promise<boolean> {
  const before = firstIdAt(databaseClock.now(-retentionDays * dayMs).getTime())
  const rows = await query(
    allTenants,
    sql`
    delete from events e using (
      select o.tenant_id, o.id from tenants t
      cross join lateral (select tenant_id, id from events where tenant_id = t.id and id < ${before} order by id limit 100) o
      limit 1000
    ) old
    where e.tenant_id = old.tenant_id and e.id = old.id returning 1`,
  )
  return rows.length > 0
}

const overwrites = writeStatement(
  `update events t set data = r.text, entry_id = null from jsonb_to_recordset($1) as r(tenant_id text, id text, text text)
   where t.tenant_id = r.tenant_id and t.id = r.id`,
  { first: true },
)

/** For erasing personal data. Events never change otherwise. */
export function overwriteEvents({ tenant, write }: Context, events: readonly { id: string; text: string }[]) {
  for (const row of events) write({ statement: overwrites, row: { tenant_id: tenant.id, ...row } })
}

const renderEvent = (row: EventRow): Event => ({
  _id: row.id,
  event: row.event,
  object: row.object_id,
  data: parseStored(row.data) as Event["data"],
  version: "v1",
  createdAt: isoTime(row.created_at),
})
