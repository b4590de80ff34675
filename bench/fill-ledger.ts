import type { BenchServer } from "./bench-server.ts"
import { contacts, intentsPerContact } from "./fill-payment-intents.ts"

/**
 * Inserts payment intents into a tenant that has none, with their payments, ledger entries and tallies, as the service would leave them.
 * Two of five intents have a payment.
 */
export async function fillLedger({ sql }: BenchServer, tenantId: string, size: number) {
  await sql("set session_replication_role = replica") // checking millions of foreign keys takes long, and these are valid
  await sql(contacts, [tenantId, Math.max(1000, Math.ceil(size / intentsPerContact))])
  for (let done = 0; done < size; done += batch)
    await sql(intents, [tenantId, done + 1, Math.min(size, done + batch), intentsPerContact, size])
  await sql(transactions, [tenantId])
  await sql(entries, [tenantId])
  await sql("delete from tallies where tenant_id = $1", [tenantId])
  await sql(tallies, [tenantId])
  await sql("set session_replication_role = origin")
}
const batch = 250_000

/** Copies the rows of a tenant to so many new ones, each of which gets its share. */
export async function copyToOthers({ sql }: BenchServer, tenantId: string, count: number) {
  await sql("set session_replication_role = replica")
  await sql(otherTenants, [tenantId, count])
  for (const table of ["payment_intents", "transactions", "ledger_entries"]) {
    const [columns] = await sql<{ names: string }>(ownColumns, [table])
    const names = columns!.names
    const copies = `select ${otherTenant("$2::int")}, ${names} from ${table} where tenant_id = $1`
    await sql(`insert into ${table} (tenant_id, ${names}) ${copies}`, [tenantId, count])
  }
  await sql("set session_replication_role = origin")
}

/** A payment intent, its payment and its entry have the same id. */
const otherTenant = (count: string) => `lpad('', 12, 'a') || lpad(to_hex(1 + abs(hashtext(id)) % ${count}), 12, '0')`
const otherTenants = `
  insert into tenants select copy.* from tenants t, generate_series(1, $2::int) g,
    lateral (select lpad('', 12, 'a') || lpad(to_hex(g), 12, '0') as id) named,
    lateral jsonb_populate_record(t, jsonb_build_object('id', named.id, 'slug', 'tenant-' || g)) copy
  where t.id = $1`
const ownColumns = `
  select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'tenant_id'`

export const vacuumLedger = async ({ sql }: BenchServer) => {
  await sql("vacuum (analyze) payment_intents, transactions, ledger_entries, contacts, tallies")
  await sql("checkpoint")
}

/** The id begins with the second of its creation, like the ids that the service makes. Created over a year. */
const intents = `
  insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
    split, splits_made, installments, metadata, paid_at, created_at, updated_at, version)
  select $1, lpad(to_hex(extract(epoch from c.at)::bigint), 8, '0') || '000' || lpad(to_hex(g), 13, '0'), 'PI-' || lpad(g::text, 9, '0'),
    'ad-hoc', lpad(to_hex((g::bigint * 7919 % greatest(1000, $5::int / $4::int))::int + 1), 24, '0'), 'EUR', s.status, 1200, s.paid, 0,
    '[{"name":"Room","description":"","category":"","amount":1200}]',
    case s.status when 'overdue' then now() - interval '1 day' else now() + (1 + g::bigint * 7919 % 300000) * interval '1 minute' end,
    0, false, '[]', '{}', case s.status when 'paid-full' then c.at end, c.at, c.at, 1
  from generate_series($2::int, $3::int) g
  cross join lateral (
    select date_trunc('second', now() - interval '365 days' * (1 - g::double precision / $5::int)) as at
  ) c
  cross join lateral (
    select * from (values (0, 'due', 0), (1, 'overdue', 0), (2, 'paid-partial', 500), (3, 'paid-full', 1200), (4, 'canceled', 0))
      as v(n, status, paid)
    where n = g % 5
  ) s`

const transactions = `
  insert into transactions (tenant_id, id, number, payment_intent_id, contact_id, transaction_type, method, amount, currency, status,
    allocations, received_at, documents, metadata, created_at, updated_at, version)
  select tenant_id, id, row_number() over (), id, contact_id, 'charge', 'cash', paid, currency, 'succeeded',
    jsonb_build_array(jsonb_build_object('paymentIntent', id, 'amount', paid)), created_at, '[]', '{}', created_at, created_at, 2
  from payment_intents where tenant_id = $1 and paid > 0`

const entries = `
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, created_at, booked_on)
  select tenant_id, id, 'charge', 'transaction', id, currency, received_at,
    jsonb_build_array(jsonb_build_object('account', 'cash:own', 'debit', amount, 'credit', 0),
      jsonb_build_object('account', 'received:' || payment_intent_id, 'debit', 0, 'credit', amount)),
    created_at, to_char(received_at, 'YYYY-MM-DD')
  from transactions where tenant_id = $1`

const tallies = `
  insert into tallies (tenant_id, kind, value, n)
  select tenant_id, 'payment_intents', status, count(*) from payment_intents where tenant_id = $1 group by tenant_id, status
  union all select tenant_id, 'transactions', status, count(*) from transactions where tenant_id = $1 group by tenant_id, status
  union all select $1, 'contacts', '', count(*) from contacts where tenant_id = $1
  union all select tenant_id, 'receivable', currency, sum(amount - paid) from payment_intents
    where tenant_id = $1 and status <> 'canceled' group by tenant_id, currency
  union all select tenant_id, 'ledger', currency || ' received', sum(amount) from transactions
    where tenant_id = $1 group by tenant_id, currency
  union all select tenant_id, 'ledger', currency || ' cash', -sum(amount) from transactions
    where tenant_id = $1 group by tenant_id, currency`
