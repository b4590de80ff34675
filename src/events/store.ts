import type { Context } from "../kit/context.ts"
import { ask, everyone, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { firstIdAt } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page } from "../kit/page.ts"
import { type Event, keptDays } from "./schema.ts"

type EventRow = { id: string; event: string; object_id: string; data: string; created_at: Date }

export async function listEvents(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<EventRow>(ctx, { from: "events" }, query)
  return { data: data.map(shown), ...rest }
}

/** A bite at a time, so that no request waits behind a long delete. Answers whether there is more. */
export async function forgetOldEvents(): Promise<boolean> {
  const before = firstIdAt(Date.now() - keptDays * 86_400_000)
  const rows = await ask(
    everyone,
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

const shown = (row: EventRow): Event => ({
  _id: row.id,
  event: row.event,
  object: row.object_id,
  data: JSON.parse(row.data) as Event["data"],
  version: "v1",
  createdAt: iso(row.created_at),
})
