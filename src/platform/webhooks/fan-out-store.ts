import { writeStatement } from "../../kit/db/statements.ts"
import type { FanOut } from "../../kit/events/ports.ts"
import { deliverySignal } from "../../kit/jobs/signal.ts"

const rows = "jsonb_to_recordset($1) as r(tenant_id text, id text, event text, created_at timestamptz)"
const subscribed = "where tenant_id = r.tenant_id and (events ? '*' or events ? r.event)"

/** One delivery for each active endpoint that subscribes to the event. Its id is derived, so that a replay produces the same one. */
const deliveries = writeStatement(
  `insert into deliveries (tenant_id, id, endpoint_id, event_id, event, next_at, created_at)
   select r.tenant_id, left(r.id, 11) || left(md5(r.id || e.id), 13), e.id, r.id, r.event, r.created_at, r.created_at
   from ${rows} join tenants t on t.id = r.tenant_id and t.has_webhooks
   cross join lateral (select id from webhook_endpoints ${subscribed} and status = 'active') e`,
)

/** Spec: while an endpoint is inactive its events are discarded. They are counted, so that users can see it. */
const discards = writeStatement(
  `insert into tallies (tenant_id, kind, value, n)
   select r.tenant_id, 'discarded', e.id, 1
   from ${rows} cross join lateral (select id from webhook_endpoints ${subscribed} and status <> 'active') e`,
  { signals: deliverySignal }, // this statement and not the other one, because only tenants with endpoints get this far
)

/** The statement itself finds the endpoints, so that one registered while this request runs gets the event too. */
export const fanOutToWebhooks: FanOut = ({ write, tenant }, event) => {
  write({ statement: deliveries, row: event })
  if (tenant.hasWebhooks) write({ statement: discards, row: event })
}
