import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"
import { appendOnly } from "../kit/table.ts"

const events = appendOnly("gateway_events", {
  tenant_id: "text",
  gateway: "text",
  event_id: "text",
  type: "text",
  effect: "text",
  received_at: "timestamptz",
})

export async function isKnownEvent({ tenant }: Context, gateway: string, event: string): Promise<boolean> {
  const rows = await ask(
    [tenant.id],
    sql`
    select 1 from gateway_events where tenant_id = ${tenant.id} and gateway = ${gateway} and event_id = ${event}`,
  )
  return rows.length > 0
}

/** In the commit of its effect: the same event at the same instant loses by the primary key, looks again and finds it known. */
export function rememberEvent(
  { tenant, now, write }: Context,
  gateway: string,
  { id, type }: { id: string; type: string },
  effect: string,
) {
  write(events.insert({ tenant_id: tenant.id, gateway, event_id: id, type, effect, received_at: now }))
}
