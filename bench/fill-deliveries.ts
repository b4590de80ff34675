import type { BenchServer } from "./bench-server.ts"

/** Event data as long as that of a new payment intent. */
export const eventData = JSON.stringify({ _id: "f".repeat(24), number: "PI-000000001", description: "x".repeat(800) })

/** Inserts deliveries that are due now and deliveries that are due in a day, each for its own event, spread over the endpoints. */
export async function fillDeliveries({ sql, clientTenant }: BenchServer, dueCount: number, laterCount = 0) {
  await sql(events, [clientTenant.tenantId, dueCount, eventData])
  await sql(deliveries, [clientTenant.tenantId, dueCount, "due", "-1 minute"])
  if (laterCount > 0) await sql(deliveries, [clientTenant.tenantId, laterCount, "later", "1 day"])
  await sql("vacuum (analyze) events, deliveries")
  await sql("checkpoint")
}

const events = `
  insert into events (tenant_id, id, event, object_id, data, sequence, created_at)
  select $1, lpad(to_hex(g), 24, 'e'), 'services.update', lpad(to_hex(g), 24, '0'), $3, 1, now() from generate_series(1, $2::int) g
  on conflict do nothing`

const deliveries = `
  with e as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from webhook_endpoints where tenant_id = $1)
  insert into deliveries (tenant_id, id, endpoint_id, event_id, event, next_at, created_at)
  select $1, left(md5($3 || g), 24), e.id, lpad(to_hex(g), 24, 'e'), 'services.update',
    now() + $4::interval + g * interval '1 millisecond', now()
  from generate_series(1, $2::int) g join e on e.n = g % e.all`
