import type { House } from "./house.ts"

/** What a delivery tells: as long as the news of a new payment intent. */
export const news = JSON.stringify({ _id: "f".repeat(24), number: "PI-000000001", description: "x".repeat(800) })

/** So many deliveries that are due, the endpoints in turn, each of an event of its own, and so many that are due in a day. */
export async function fillDeliveries({ sql, client }: House, due: number, later = 0) {
  await sql(events, [client.tenantId, due, news])
  await sql(deliveries, [client.tenantId, due, "due", "-1 minute"])
  if (later > 0) await sql(deliveries, [client.tenantId, later, "later", "1 day"])
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
