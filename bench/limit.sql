-- The limit of a create: the same reads and the same rows in one call, without HTTP, driver, checks or service.
create sequence bench_numbers start 1000000000 cache 500;

create function bench_id() returns text language sql volatile as $$
  select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint), 14, '0')
    || lpad(to_hex((random() * 1099511627775)::bigint), 10, '0')
$$;

create function bench_create(called_by text, asked_key text, contact_email text) returns text language plpgsql as $$
declare
  t text; u text; known text; c text;
  i text := bench_id();
  entry text := bench_id();
  number text := 'PI-' || nextval('bench_numbers');
  lines jsonb := '[{"name":"Room","description":"","category":"","amount":1200},
    {"name":"Breakfast","description":"two","category":"food","amount":300}]';
  shown text;
  fingerprint text := 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E';
begin
  select k.tenant_id, us.id, i.body into t, u, known
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  left join idempotency_keys i on i.tenant_id = k.tenant_id and i.key = asked_key
  where k.hash = called_by;
  if known is not null then return known; end if;
  select id into c from contacts where tenant_id = t and email_key = contact_email;
  shown := format(
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
  insert into events (tenant_id, id, event, object_id, data, created_at) values (t, bench_id(), 'paymentIntents.create', i, shown, now());
  insert into audit_entries
    (tenant_id, id, at, user_id, user_type, door, client, address, request_id, operation, action, object_type, object_id, before, after)
  values
    (t, entry, now(), u, 'api-key', 'rest', null, '127.0.0.1', 'b2f2a5c0-6c1e-4d42-9c1e-1f0f5f6c7d8e',
     'POST /v1/payment-intents/create', 'paymentIntents.create', 'paymentIntents', i, null, shown);
  insert into audit_unsealed (tenant_id, id, digest) values (t, entry, fingerprint);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, body, created_at, dies_at)
  values (t, asked_key, fingerprint, 201, '{"data":' || shown || '}', now(), now() + interval '24 hours');
  return shown;
end $$;
