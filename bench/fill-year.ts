import type { BenchServer } from "./bench-server.ts"
import { contacts, intentsPerContact } from "./fill-payment-intents.ts"

/** Inserts a year of payment intents, evenly over its days: every status, twenty services, payments, some of them late. */
export async function fillYear({ sql }: BenchServer, tenantId: string, size: number) {
  await sql("set session_replication_role = replica") // checking a million foreign keys takes minutes, and these are valid
  await sql(contacts, [tenantId, Math.max(1000, size / intentsPerContact)])
  await sql(services, [tenantId])
  await sql(intents, [tenantId, size, intentsPerContact])
  await sql(transactions, [tenantId])
  await sql("set session_replication_role = origin")
  await sql("vacuum (analyze) payment_intents, transactions, contacts, services")
  await sql("checkpoint")
}

const services = `
  insert into services (tenant_id, id, name, name_key, description, category, metadata, created_at, updated_at, version)
  select $1, lpad(to_hex(g), 24, '5'), 'Service ' || g, 'service ' || g, '', '', '{}', now(), now(), 1 from generate_series(1, 20) g`

/** The id begins with the second of its creation, like the ids that the service makes. */
const intents = `
  insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
    split, splits_made, installments, metadata, paid_at, created_at, updated_at, version)
  select $1, lpad(to_hex(extract(epoch from c.at)::bigint), 8, '0') || lpad(to_hex(g), 16, '0'), 'PI-' || lpad(g::text, 9, '0'), 'ad-hoc',
    lpad(to_hex((g::bigint * 7919 % greatest(1000, $2::int / $3::int))::int + 1), 24, '0'), 'EUR', s.status, a.amount,
    case s.status when 'paid-full' then a.amount when 'paid-partial' then a.amount / 2 else 0 end, 0,
    jsonb_build_array(jsonb_build_object('name', 'Room', 'description', '', 'category', '', 'amount', a.amount, 'service',
      lpad(to_hex(1 + g % 20), 24, '5'))),
    case s.status when 'due' then now() + (1 + g::bigint * 7919 % 100) * interval '1 day' else c.at + 14 * interval '1 day' end,
    0, false, '[]', '{}', case s.status when 'paid-full' then c.at + (g::bigint * 31 % 40) * interval '1 day' end, c.at, c.at, 1
  from generate_series(1, $2::int) g
  cross join lateral (select now() - interval '365 days' * (1 - g::double precision / $2::int) as at) c
  cross join lateral (select 1000 + g::bigint * 6007 % 9000 as amount) a
  cross join lateral (
    select (array['due', 'overdue', 'paid-partial', 'paid-full', 'paid-full', 'paid-full', 'paid-full', 'canceled'])[1 + g % 8] as status
  ) s`

const transactions = `
  insert into transactions (tenant_id, id, number, payment_intent_id, contact_id, transaction_type, method, amount, currency, status,
    allocations, received_at, documents, metadata, created_at, updated_at, version)
  select tenant_id, id, row_number() over (), id, contact_id, 'charge', 'bank-transfer', paid, currency, 'succeeded',
    jsonb_build_array(jsonb_build_object('paymentIntent', id, 'amount', paid)), coalesce(paid_at, created_at), '[]', '{}', created_at,
    created_at, 2
  from payment_intents where tenant_id = $1 and paid > 0`
