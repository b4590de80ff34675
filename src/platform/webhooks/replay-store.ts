import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { deliverySignal } from "../../kit/jobs/signal.ts"
import type { Context } from "../../kit/db/context.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { maxReplayedEvents } from "./rules.ts"
import { testEvent } from "./schema.ts"
import type { WebhookRow } from "./store.ts"

/** Delivers again the events of a period that the endpoint subscribes to. Returns how many there are. */
export function replayEvents(ctx: Context, { id, events }: WebhookRow, from: Date, to: Date): Promise<number> {
  const { tenant, now, write } = ctx
  const period = { first: firstIdAt(from.getTime()), last: firstIdAt(to.getTime() + 1) }
  const limits = { testEvent, max: maxReplayedEvents }
  write({ statement: replays, row: { tenant_id: tenant.id, endpoint_id: id, events, ...period, ...limits, at: now } })
  return countEvents(ctx, events, period)
}

/** An id begins with its event's time, so a period is a range of ids: from `first`, and before `last`. */
type Period = { first: string; last: string }

async function countEvents({ tenant }: Context, events: string[], { first, last }: Period): Promise<number> {
  const types = JSON.stringify(events)
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*) as n from (
      select 1 from events v
      where v.tenant_id = ${tenant.id} and v.id >= ${first} and v.id < ${last}
        and v.event <> ${testEvent} and (${types}::jsonb ? '*' or ${types}::jsonb ? v.event)
      limit ${maxReplayedEvents}::int
    ) picked`,
  )
  return row!.n
}

/** Each delivery keeps its id and its earlier attempts, and its retries start again. A pending delivery stays as it is. */
const replays = writeStatement(
  `with picked as (
     -- The id is derived as in the fan-out, so it is the same.
     select r.tenant_id, left(v.id, 11) || left(md5(v.id || r.endpoint_id), 13) as id, r.endpoint_id,
       v.id as event_id, v.event, v.created_at, r.at
     from jsonb_to_recordset($1) as r(
       tenant_id text, endpoint_id text, events jsonb, first text, last text, "testEvent" text, max int, at timestamptz)
     cross join lateral (
       select v.id, v.event, v.created_at from events v
       where v.tenant_id = r.tenant_id and v.id >= r.first and v.id < r.last
         and v.event <> r."testEvent" and (r.events ? '*' or r.events ? v.event)
       order by v.id limit r.max
     ) v
   ), was as (
     delete from delivery_history h using picked p
     where h.tenant_id = p.tenant_id and h.id = p.id
     returning h.tenant_id, h.id, h.attempts
   )
   insert into deliveries (tenant_id, id, endpoint_id, event_id, event, attempts, attempts_before, next_at, created_at)
   select p.tenant_id, p.id, p.endpoint_id, p.event_id, p.event,
     coalesce(w.attempts, '[]'), coalesce(jsonb_array_length(w.attempts), 0), p.at, p.created_at
   from picked p
   left join was w on w.tenant_id = p.tenant_id and w.id = p.id
   on conflict (tenant_id, id) do nothing`,
  { first: true, signals: deliverySignal },
)
