-- The upper bound for a create and for a payment: one function call that does the same reads and writes the same rows, without HTTP,
-- driver, validation or service.
create sequence bench_numbers start 1000000000 cache 500;

create function bench_id() returns text language sql volatile as $$
  select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint), 14, '0')
    || lpad(to_hex((random() * 1099511627775)::bigint), 10, '0')
$$;

create function bench_create(key_hash text, idempotency_key text, contact_email text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text; c text;
  i text := bench_id();
  entry text := bench_id();
  number text := 'PI-' || nextval('bench_numbers');
  lines jsonb := '[{"name":"Room","description":"","category":"","amount":1200},
    {"name":"Breakfast","description":"two","category":"food","amount":300}]';
  rendered text;
  fingerprint text := 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E';
begin
  select k.tenant_id, us.id, i.body into t, u, stored_body
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  left join idempotency_keys i on i.tenant_id = k.tenant_id and i.key = idempotency_key
  where k.hash = key_hash;
  if stored_body is not null then return stored_body; end if;
  select id into c from contacts where tenant_id = t and email_key = contact_email;
  rendered := format(
    '{"_id":"%s","number":"%s","intentType":"ad-hoc","contact":"%s","currency":"EUR","status":"due","amount":1500,"paid":0,"due":1500,'
    '"refunded":0,"refundStatus":"none","isOverdue":false,"dueAt":"2036-12-01T00:00:00.000Z","items":%s,"reference":null,'
    '"description":null,"team":null,"order":null,"plan":null,"installments":[],"remindedAt":null,'
    '"links":{"long":"http://localhost:4000/pay/%s","short":"http://localhost:4000/p/%s"},'
    '"version":1,"createdAt":"2026-12-01T00:00:00.000Z","updatedAt":"2026-12-01T00:00:00.000Z","metadata":{}}',
    i, number, c, lines, fingerprint || 'aGVsbG8gd29y', 'abcdef.1z.' || left(fingerprint, 11));
  insert into payment_intents
    (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
     reference, description, team_id, plan_id, order_id, split, splits_made,
     installments, reminded_at, metadata, created_at, updated_at, version)
  values
    (t, i, number, 'ad-hoc', c, 'EUR', 'due', 1500, 0, 0, lines, '2036-12-01T00:00:00Z',
     null, null, null, null, null, 0, false, '[]', null, '{}', now(), now(), 1);
  insert into tallies (tenant_id, kind, value, n) values (t, 'payment_intents', 'due', 1), (t, 'receivable', 'EUR', 1500);
  insert into events (tenant_id, id, event, object_id, data, sequence, created_at)
  values (t, bench_id(), 'paymentIntents.create', i, rendered, 1, now());
  insert into audit_entries
    (tenant_id, id, at, user_id, user_type, channel, client, address, request_id, operation, action, object_type, object_id, before, after)
  values
    (t, entry, now(), u, 'api-key', 'rest', null, '127.0.0.1', 'b2f2a5c0-6c1e-4d42-9c1e-1f0f5f6c7d8e',
     'POST /v1/payment-intents/create', 'paymentIntents.create', 'paymentIntents', i, null, rendered);
  insert into audit_unsealed (tenant_id, id, digest) values (t, entry, fingerprint);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, body, created_at, dies_at)
  values (t, idempotency_key, fingerprint, 201, '{"data":' || rendered || '}', now(), now() + interval '24 hours');
  return rendered;
end $$;

create function bench_write_event(t text, u text, entry text, event text, object text, body text, old_body text)
returns void language plpgsql as $$
begin
  insert into events (tenant_id, id, event, object_id, data, sequence, created_at) values (t, bench_id(), event, object, body, 1, now());
  insert into audit_entries
    (tenant_id, id, at, user_id, user_type, channel, client, address, request_id, operation, action, object_type, object_id, before, after)
  values
    (t, entry, now(), u, 'api-key', 'rest', null, '127.0.0.1', 'b2f2a5c0-6c1e-4d42-9c1e-1f0f5f6c7d8e',
     'POST /v1/transactions/create', event, split_part(event, '.', 1), object, old_body, old_body);
  insert into audit_unsealed (tenant_id, id, digest) values (t, entry, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E');
end $$;

create function bench_pay(key_hash text, idempotency_key text, intent text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text;
  p payment_intents; s payment_splits;
  i text := bench_id();
  rendered text; accrued_now bigint;
  changed text := '{"status":"paid-partial","version":2,"updatedAt":"2026-12-01T00:00:00.000Z"}';
begin
  select k.tenant_id, us.id, i.body into t, u, stored_body
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  left join idempotency_keys i on i.tenant_id = k.tenant_id and i.key = idempotency_key
  where k.hash = key_hash;
  if stored_body is not null then return stored_body; end if;
  select * into p from payment_intents where tenant_id = t and id = intent for update;
  select * into s from payment_splits where tenant_id = t and payment_intent_id = intent;
  accrued_now := s.amount * (p.paid + 100) / p.amount - s.accrued;
  rendered := format(
    '{"_id":"%s","number":1,"paymentIntent":"%s","contact":"%s","transactionType":"charge","method":"bank-transfer","gateway":null,'
    '"amount":100,"currency":"EUR","status":"succeeded","outcome":null,"failure":null,"fx":null,"reference":null,'
    '"receivedAt":"2026-12-01T00:00:00.000Z","documents":[],"version":2,"createdAt":"2026-12-01T00:00:00.000Z",'
    '"updatedAt":"2026-12-01T00:00:00.000Z","metadata":{}}', i, intent, p.contact_id);
  insert into transactions
    (tenant_id, id, number, payment_intent_id, contact_id, transaction_type, method, amount, currency, status, allocations, received_at,
     documents, metadata, created_at, updated_at, version)
  values
    (t, i, nextval('bench_numbers'), intent, p.contact_id, 'charge', 'bank-transfer', 100, 'EUR', 'succeeded',
     jsonb_build_array(jsonb_build_object('paymentIntent', intent, 'amount', 100)), now(), '[]', '{}', now(), now(), 2);
  update payment_intents set paid = paid + 100, updated_at = now(), version = version + 1, revision = revision + 1
  where tenant_id = t and id = intent;
  update payment_splits set accrued = accrued + accrued_now, updated_at = now(), version = version + 1, revision = revision + 1
  where tenant_id = t and id = s.id;
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, created_at) values
    (t, bench_id(), 'charge', 'transaction', i, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'cash:own', 'debit', 100, 'credit', 0),
      jsonb_build_object('account', 'received:' || intent, 'debit', 0, 'credit', 100)), now()),
    (t, bench_id(), 'split', 'paymentSplit', s.id, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'shares:' || intent, 'debit', accrued_now, 'credit', 0),
      jsonb_build_object('account', 'payable:' || s.partnership_id, 'debit', 0, 'credit', accrued_now)), now());
  insert into tallies (tenant_id, kind, value, n) values
    (t, 'transactions', 'succeeded', 1), (t, 'receivable', 'EUR', -100),
    (t, 'ledger', 'EUR cash', -100), (t, 'ledger', 'EUR received', 100),
    (t, 'ledger', 'EUR shares', -accrued_now), (t, 'ledger', 'EUR payable', accrued_now);
  perform bench_write_event(t, u, bench_id(), 'transactions.create', i, rendered, rendered);
  perform bench_write_event(t, u, bench_id(), 'paymentIntents.update', intent, rendered || rendered, changed);
  perform bench_write_event(t, u, bench_id(), 'splitIntents.update', s.id, rendered, changed);
  perform bench_write_event(t, u, bench_id(), 'transactions.update', i, rendered, changed);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, body, created_at, dies_at)
  values
    (t, idempotency_key, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E', 201, '{"data":' || rendered || '}',
     now(), now() + interval '24 hours');
  return rendered;
end $$;
