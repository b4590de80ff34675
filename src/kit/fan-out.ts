import type { Context } from "./context.ts"
import { way } from "./writes.ts"

const rows = "jsonb_to_recordset($1) as r(tenant_id text, id text, event text, created_at timestamptz)"
const wants = "where tenant_id = r.tenant_id and (events ? '*' or events ? r.event)"

/** One delivery for each endpoint that wants the event. Its id begins with the event's time and is the same however often it is made. */
const deliveries = way(
  `insert into deliveries (tenant_id, id, endpoint_id, event_id, event, next_at, created_at)
   select r.tenant_id, left(r.id, 11) || left(md5(r.id || e.id), 13), e.id, r.id, r.event, r.created_at, r.created_at
   from ${rows} join tenants t on t.id = r.tenant_id and t.has_webhooks
   cross join lateral (select id from webhook_endpoints ${wants} and status = 'active') e`,
  { wakes: true },
)

/** Spec: while an endpoint is inactive no deliveries are created and the events are discarded. They are counted, so that it shows. */
const discards = way(
  `insert into tallies (tenant_id, kind, value, n)
   select r.tenant_id, 'discarded', e.id, 1
   from ${rows} cross join lateral (select id from webhook_endpoints ${wants} and status <> 'active') e`,
)

/**
 * In the commit of the change: an event is on its way to all who want it, or it did not happen. Whether anybody listens is asked by the
 * statement itself: who registered while this request was under way hears of it.
 */
export function fanOut({ write, tenant }: Context, event: { tenant_id: string; id: string; event: string; created_at: Date }) {
  write({ way: deliveries, row: event })
  if (tenant.hasWebhooks) write({ way: discards, row: event })
}
