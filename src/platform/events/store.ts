import type { Context } from "../../kit/operation/context.ts"
import { query, allTenants, sql } from "../../kit/db/query.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { type Event, retentionDays } from "./schema.ts"

type EventRow = { id: string; event: string; object_id: string; data: string; created_at: Date }

export async function listEvents(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await queryPage<EventRow>(ctx, { from: "events" }, query)
  return { data: data.map(renderEvent), ...rest }
}

/** Deletes in batches of 1,000, so that no request waits for a long delete. Returns whether any were deleted. */
export async function deleteOldEvents(): Promise<boolean> {
  const before = firstIdAt(Date.now() - retentionDays * 86_400_000)
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

const renderEvent = (row: EventRow): Event => ({
  _id: row.id,
  event: row.event,
  object: row.object_id,
  data: JSON.parse(row.data) as Event["data"],
  version: "v1",
  createdAt: isoTime(row.created_at),
})
