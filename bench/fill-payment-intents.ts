import type { BenchServer } from "./bench-server.ts"

/** The number of contacts grows with the tenant, so that a contact has ten payment intents at every size. */
export const intentsPerContact = 10

/** Inserts payment intents until the tenant has `size` of them: ids in order, every status, and the tallies that the service would have. */
export async function fillPaymentIntents({ sql }: BenchServer, tenantId: string, size: number) {
  const [row] = await sql<{ n: number }>(last, [tenantId])
  const from = row!.n + 1
  await sql("set session_replication_role = replica") // checking a million foreign keys takes minutes, and these are valid
  await sql(contacts, [tenantId, Math.max(1000, size / intentsPerContact)])
  await sql(intents, [tenantId, from, size, intentsPerContact])
  await sql("set session_replication_role = origin")
  await sql("delete from tallies where tenant_id = $1", [tenantId])
  await sql(tallies, [tenantId])
  await sql("vacuum (analyze) payment_intents, contacts, tallies")
  await sql("checkpoint")
}

const last = "select coalesce(max(('x' || right(id, 8))::bit(32)::int), 0) as n from payment_intents where tenant_id = $1"

export const contacts = `
  insert into contacts (tenant_id, id, email, email_key, profile, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(g), 24, '0'), 'c' || g || '@example.com', 'c' || g || '@example.com',
    '{"firstName":"Ana","lastName":"Souza"}', '{}', now(), now(), 1
  from generate_series(1001, $2::int) g`

const intents = `
  insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
    split, splits_made, installments, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(g), 24, '0'), 'PI-' || lpad(g::text, 9, '0'), 'ad-hoc',
    lpad(to_hex(g / $4::int % greatest(1000, $3::int / $4::int) + 1), 24, '0'), 'EUR', s.status, 1200, s.paid, 0,
    '[{"name":"Room","description":"","category":"","amount":1200}]',
    now() + (case s.status when 'overdue' then -1 else 1 end) * (1 + g::bigint * 7919 % 300000) * interval '1 minute',
    0, false, '[]', '{}', now(), now(), 1
  from generate_series($2::int, $3::int) g
  cross join lateral (
    select * from (values (0, 'due', 0), (1, 'overdue', 0), (2, 'paid-partial', 500), (3, 'paid-full', 1200), (4, 'canceled', 0))
      as v(n, status, paid)
    where n = g % 5
  ) s`

const tallies = `
  insert into tallies (tenant_id, kind, value, n)
  select tenant_id, 'payment_intents', status, count(*) from payment_intents where tenant_id = $1 group by tenant_id, status
  union all select $1, 'contacts', '', count(*) from contacts where tenant_id = $1`
