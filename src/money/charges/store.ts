import { appendOnly } from "../../kit/db/append-only.ts"
import { text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { query, sql } from "../../kit/db/query.ts"
import { config } from "../../kit/service/config.ts"

const events = appendOnly("gateway_events", {
  tenant_id: text,
  gateway: text,
  event_id: text,
  type: text,
  effect: text,
  received_at: timestamptz,
})

export async function isEventProcessed({ tenant }: Context, gateway: string, event: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from gateway_events where tenant_id = ${tenant.id} and gateway = ${gateway} and event_id = ${event}`,
  )
  return rows.length > 0
}

/** In one commit with the event's effect: a concurrent duplicate violates the primary key, runs again and finds the event processed. */
export function insertEvent({ tenant, now, write }: Context, gateway: string, event: { id: string; type: string }, effect: string) {
  write(events.insert({ tenant_id: tenant.id, gateway, event_id: event.id, type: event.type, effect, received_at: now }))
}

/** Gateways repeat an event for some days. None repeats it for longer than the default of this setting. */
export const deleteOldGatewayEvents = () =>
  deleteOld(config.RETENTION_GATEWAY_EVENTS_DAYS, { table: "gateway_events", since: "received_at" })
