import type { BenchServer } from "./bench-server.ts"

/** The supplier of every item, who gets a tenth of each payment. */
const supplier = "f".repeat(24)
const terms = { type: "percentage", basisPoints: 1000 }

/**
 * Inserts payment intents until the tenant has `size` of them, each with a supplier's split and a first payment. Every further
 * payment then does the same work, also when an intent is paid several times.
 */
export async function fillPayableIntents({ sql }: Pick<BenchServer, "sql">, tenantId: string, size: number) {
  await sql("set session_replication_role = replica") // checking the foreign keys takes long, and these are valid
  await sql(partnership, [tenantId, supplier, JSON.stringify(terms)])
  await sql(intents, [tenantId, size, JSON.stringify([{ name: "Room", description: "", category: "", amount: 1e9, supplier, terms }])])
  await sql(splits, [tenantId, size, supplier, JSON.stringify(terms)])
  await sql("set session_replication_role = origin")
  await sql("vacuum (analyze) payment_intents, payment_splits")
  await sql("checkpoint")
}

const partnership = `
  insert into partnerships (tenant_id, id, name, name_key, code, code_key, kind, split_terms, metadata, created_at, updated_at, version)
  values ($1, $2, 'Casa Verde', 'casa verde', 'CASA', 'casa', 'supplier', $3, '{}', now(), now(), 1) on conflict do nothing`

const ids = `
  select g, lpad(to_hex(g), 24, '0') as id
  from generate_series((select coalesce(max(('x' || right(id, 8))::bit(32)::int), 0) + 1 from %s where tenant_id = $1), $2::int) g`

const intents = `
  insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
    split, splits_made, installments, metadata, created_at, updated_at, version)
  select $1, id, 'PI-' || lpad(g::text, 9, '0'), 'ad-hoc', lpad(to_hex(g % 1000 + 1), 24, '0'), 'EUR', 'paid-partial',
    1000000000, 100, 0, $3::jsonb, now() + interval '9 years', 100000000, true, '[]', '{}', now(), now(), 1
  from (${ids.replace("%s", "payment_intents")}) each`

const splits = `
  insert into payment_splits (tenant_id, id, payment_intent_id, partnership_id, origin, currency, amount, accrued, reversed, paid_out,
    terms, status, metadata, created_at, updated_at, version)
  select $1, id, id, $3, 'calculated', 'EUR', 100000000, 10, 0, 0, $4::jsonb, 'due', '{}', now(), now(), 1
  from (${ids.replace("%s", "payment_splits")}) each`
