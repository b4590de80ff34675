-- The upper bound for each write: one function call that does the same reads and writes the same rows, without HTTP, driver, validation
-- or service.
create sequence bench_numbers start 1000000000 cache 500;
-- A call that uses up its object takes the object with this number.
create sequence bench_turns cache 20;

create function bench_id() returns text language sql volatile as $$
  select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint), 14, '0')
    || lpad(to_hex((random() * 1099511627775)::bigint), 10, '0')
$$;

create function bench_create(key_hash text, idempotency_key text, contact_email text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text; c text;
  i text := bench_id();
  entry text := bench_id();
  event_id text := bench_id();
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
  insert into events (tenant_id, id, event, object_id, entry_id, sequence, created_at)
  values (t, event_id, 'paymentIntents.create', i, entry, 1, now());
  insert into audit_entries
    (tenant_id, id, at, user_id, user_type, channel, client, address, request_id, operation, action, object_type, object_id, before, after)
  values
    (t, entry, now(), u, 'api-key', 'rest', null, '127.0.0.1', 'b2f2a5c0-6c1e-4d42-9c1e-1f0f5f6c7d8e',
     'POST /v1/payment-intents/create', 'paymentIntents.create', 'paymentIntents', i, null, rendered);
  insert into audit_unsealed (tenant_id, id, digest) values (t, entry, fingerprint);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, event_id, created_at, dies_at)
  values (t, idempotency_key, fingerprint, 201, event_id, now(), now() + interval '24 hours');
  return rendered;
end $$;

-- The JSON of a created object is in its audit entry alone, which the event names. Returns the id of the event, for the stored response.
create function bench_write_event(t text, u text, entry text, event text, object text, body text, old_body text)
returns text language plpgsql as $$
declare
  event_id text := bench_id();
begin
  insert into events (tenant_id, id, event, object_id, data, entry_id, sequence, created_at)
  values
    (t, event_id, event, object, case when event not like '%.create' then body end, case when event like '%.create' then entry end, 1,
     now());
  insert into audit_entries
    (tenant_id, id, at, user_id, user_type, channel, client, address, request_id, operation, action, object_type, object_id, before, after)
  values
    (t, entry, now(), u, 'api-key', 'rest', null, '127.0.0.1', 'b2f2a5c0-6c1e-4d42-9c1e-1f0f5f6c7d8e',
     'POST /v1/transactions/create', event, split_part(event, '.', 1), object,
     case when event not like '%.create' then old_body end, old_body);
  insert into audit_unsealed (tenant_id, id, digest) values (t, entry, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E');
  return event_id;
end $$;

create function bench_pay(key_hash text, idempotency_key text, intent text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text; event_id text;
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
  perform * from approval_policies where tenant_id = t and entity_type = 'transaction' and enabled;
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
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, created_at, booked_on) values
    (t, bench_id(), 'charge', 'transaction', i, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'cash:own', 'debit', 100, 'credit', 0),
      jsonb_build_object('account', 'received:' || intent, 'debit', 0, 'credit', 100)), now(), to_char(now(), 'YYYY-MM-DD')),
    (t, bench_id(), 'split', 'paymentSplit', s.id, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'shares:' || intent, 'debit', accrued_now, 'credit', 0),
      jsonb_build_object('account', 'payable:' || s.partnership_id, 'debit', 0, 'credit', accrued_now)), now(), to_char(now(), 'YYYY-MM-DD'));
  insert into tallies (tenant_id, kind, value, n) values
    (t, 'transactions', 'succeeded', 1), (t, 'receivable', 'EUR', -100),
    (t, 'ledger', 'EUR cash', -100), (t, 'ledger', 'EUR received', 100),
    (t, 'ledger', 'EUR shares', -accrued_now), (t, 'ledger', 'EUR payable', accrued_now);
  perform bench_write_event(t, u, bench_id(), 'transactions.create', i, rendered, rendered);
  perform bench_write_event(t, u, bench_id(), 'paymentIntents.update', intent, rendered || rendered, changed);
  perform bench_write_event(t, u, bench_id(), 'splitIntents.update', s.id, rendered, changed);
  event_id := bench_write_event(t, u, bench_id(), 'transactions.update', i, rendered, changed);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, event_id, created_at, dies_at)
  values
    (t, idempotency_key, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E', 201, event_id, now(), now() + interval '24 hours');
  return rendered;
end $$;

create function bench_approve(key_hash text, request text) returns text language plpgsql as $$
declare
  t text; u text;
  r approval_requests; held transactions; p payment_intents;
  rendered text; old_approval text; new_approval text;
  changed text := '{"status":"paid-full","version":2,"updatedAt":"2026-12-01T00:00:00.000Z"}';
begin
  select k.tenant_id, us.id into t, u
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  where k.hash = key_hash;
  select * into r from approval_requests where tenant_id = t and id = request for update;
  if r.status is distinct from 'pending' then raise exception 'request % is %, not pending', request, r.status; end if;
  perform from users where tenant_id = t and id = r.approvers ->> 0 and active;
  perform from approval_delegations where tenant_id = t and to_user = u and from_at <= now() and until_at > now();
  select * into held from transactions where tenant_id = t and id = r.entity_id for update;
  select * into p from payment_intents where tenant_id = t and id = held.payment_intent_id for update;
  old_approval := format('{"status":"pending-approval","approval":{"required":true,"status":"pending","request":"%s"}}', request);
  new_approval := format('{"status":"processing","approval":{"required":true,"status":"approved","request":"%s"}}', request);
  rendered := format(
    '{"_id":"%s","number":1,"paymentIntent":"%s","contact":"%s","transactionType":"charge","method":"bank-transfer","gateway":null,'
    '"authorization":null,"amount":1000,"credited":0,"currency":"EUR","status":"succeeded","outcome":null,"failure":null,"fx":null,'
    '"installments":null,"approval":{"required":true,"status":"approved","request":"%s"},"refundOf":null,"reference":null,'
    '"receivedAt":"2026-12-01T00:00:00.000Z","documents":[],"version":2,"createdAt":"2026-12-01T00:00:00.000Z",'
    '"updatedAt":"2026-12-01T00:00:00.000Z","metadata":{}}', held.id, p.id, p.contact_id, request);
  update transactions
  set status = 'succeeded', allocations = jsonb_build_array(jsonb_build_object('paymentIntent', p.id, 'amount', held.amount)),
    approval = jsonb_build_object('required', true, 'status', 'approved', 'request', request),
    updated_at = now(), version = version + 2, revision = revision + 2
  where tenant_id = t and id = held.id;
  update payment_intents
  set paid = paid + held.amount, status = 'paid-full', splits_made = true, updated_at = now(), version = version + 1,
    revision = revision + 1
  where tenant_id = t and id = p.id;
  update approval_requests
  set status = 'approved', remaining = '[]', resolved_at = now(), updated_at = now(), version = version + 1, revision = revision + 1,
    decisions = jsonb_build_array(jsonb_build_object('user', u, 'for', null, 'decision', 'approved', 'comment', null, 'at', now()))
  where tenant_id = t and id = request;
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, created_at, booked_on) values
    (t, bench_id(), 'charge', 'transaction', held.id, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'cash:own', 'debit', held.amount, 'credit', 0),
      jsonb_build_object('account', 'received:' || p.id, 'debit', 0, 'credit', held.amount)), now(), to_char(now(), 'YYYY-MM-DD'));
  insert into tallies (tenant_id, kind, value, n) values
    (t, 'transactions', 'pending-approval', -1), (t, 'transactions', 'succeeded', 1), (t, 'receivable', 'EUR', -held.amount),
    (t, 'payment_intents', 'due', -1), (t, 'payment_intents', 'paid-full', 1),
    (t, 'ledger', 'EUR cash', -held.amount), (t, 'ledger', 'EUR received', held.amount),
    (t, 'approval_requests', 'pending', -1), (t, 'approval_requests', 'approved', 1);
  perform bench_write_event(t, u, bench_id(), 'transactions.update', held.id, rendered, old_approval);
  perform bench_write_event(t, u, bench_id(), 'paymentIntents.update', p.id, rendered || left(rendered, 100), changed);
  perform bench_write_event(t, u, bench_id(), 'transactions.update', held.id, rendered, new_approval);
  perform bench_write_event(t, u, bench_id(), 'approvalRequests.update', request, rendered || left(rendered, 420), left(rendered, 560));
  return rendered;
end $$;

create function bench_refund(key_hash text, idempotency_key text, charge text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text; event_id text;
  c transactions;
  i text := bench_id();
  rendered text;
begin
  select k.tenant_id, us.id, i.body into t, u, stored_body
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  left join idempotency_keys i on i.tenant_id = k.tenant_id and i.key = idempotency_key
  where k.hash = key_hash;
  if stored_body is not null then return stored_body; end if;
  select * into c from transactions where tenant_id = t and id = charge for update;
  perform * from payment_intents where tenant_id = t and id = c.payment_intent_id;
  perform * from approval_policies where tenant_id = t and entity_type = 'refund-intent' and enabled;
  rendered := format(
    '{"_id":"%s","transaction":"%s","paymentIntent":"%s","contact":"%s","currency":"EUR","amount":100,"items":[],"fees":0,"taxes":0,'
    '"reason":"requested by the customer","status":"draft","approval":{"required":false,"status":"none","request":null},"gateway":null,'
    '"refundTransaction":null,"failure":null,"draftedBy":{"user":"%s","channel":"rest","client":null},"version":1,'
    '"createdAt":"2026-12-01T00:00:00.000Z","updatedAt":"2026-12-01T00:00:00.000Z","metadata":{}}',
    i, charge, c.payment_intent_id, c.contact_id, u);
  insert into refund_intents
    (tenant_id, id, transaction_id, payment_intent_id, contact_id, currency, amount, items, fees, reason, status, approval, gateway,
     refund_transaction_id, failure, drafted_by, started_at, metadata, created_at, updated_at, version, revision)
  values
    (t, i, charge, c.payment_intent_id, c.contact_id, 'EUR', 100, '[]', 0, 'requested by the customer', 'draft',
     '{"required":false,"status":"none","request":null}', null, null, null,
     jsonb_build_object('user', u, 'channel', 'rest', 'client', null), null, '{}', now(), now(), 1, 1);
  update transactions set refunding = refunding + 100, revision = revision + 1 where tenant_id = t and id = charge;
  insert into tallies (tenant_id, kind, value, n) values (t, 'refund_intents', 'draft', 1);
  event_id := bench_write_event(t, u, bench_id(), 'refundIntents.create', i, rendered, rendered);
  insert into idempotency_keys (tenant_id, key, fingerprint, status, event_id, created_at, dies_at)
  values
    (t, idempotency_key, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E', 201, event_id, now(), now() + interval '24 hours');
  return rendered;
end $$;

create function bench_payout(key_hash text, idempotency_key text, split text) returns text language plpgsql as $$
declare
  t text; u text; stored_body text; event_id text;
  s payment_splits;
  i text := bench_id();
  number text := 'PO-' || nextval('bench_numbers');
  rendered text; share bigint;
begin
  select k.tenant_id, us.id, i.body into t, u, stored_body
  from api_keys k
  join tenants te on te.id = k.tenant_id
  join users us on us.tenant_id = k.tenant_id and us.id = k.user_id
  left join idempotency_keys i on i.tenant_id = k.tenant_id and i.key = idempotency_key
  where k.hash = key_hash;
  if stored_body is not null then return stored_body; end if;
  select * into s from payment_splits where tenant_id = t and id = split for update;
  if s.status is distinct from 'due' then raise exception 'split % is %, not due', split, s.status; end if;
  share := s.accrued - s.paid_out;
  perform * from partnerships where tenant_id = t and id = s.partnership_id;
  perform * from payment_splits
  where tenant_id = t and partnership_id = s.partnership_id and currency = 'EUR' and paid_out > accrued and status <> 'scheduled'
  order by id limit 500;
  perform * from approval_policies where tenant_id = t and entity_type = 'payout' and enabled;
  rendered := format(
    '{"_id":"%s","number":"%s","recipientType":"supplier","partnership":"%s","bankAccount":null,"method":"manual","gateway":null,'
    '"currency":"EUR","amount":10,"targetCurrency":"EUR","fx":null,"splits":["%s"],"allocations":[{"paymentSplit":"%s","amount":10}],'
    '"debtNetted":0,"fees":0,"status":"processing","outcome":null,"failureReason":null,"reference":null,'
    '"approval":{"required":false,"status":"none","request":null},"sentAt":"2026-12-01T00:00:00.000Z","paidAt":null,"version":1,'
    '"createdAt":"2026-12-01T00:00:00.000Z","updatedAt":"2026-12-01T00:00:00.000Z","metadata":{}}',
    i, number, s.partnership_id, split, split);
  insert into payouts
    (tenant_id, id, number, recipient_type, partnership_id, bank_account_id, bank_account_masked, method, gateway, reference, currency,
     amount, target_currency, fx, allocations, fees, status, outcome, failure_reason, approval, sent_at, paid_at, metadata,
     created_at, updated_at, version, revision)
  values
    (t, i, number, 'supplier', s.partnership_id, null, null, 'manual', null, null, 'EUR', share, 'EUR', null,
     jsonb_build_array(jsonb_build_object('paymentSplit', split, 'amount', share)), 0, 'processing', null, null,
     '{"required":false,"status":"none","request":null}', now(), null, '{}', now(), now(), 1, 1);
  update payment_splits
  set status = 'scheduled', payout_id = i, updated_at = now(), version = version + 1, revision = revision + 1
  where tenant_id = t and id = split;
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, created_at, booked_on) values
    (t, bench_id(), 'payout-reserve', 'payout', i, 'EUR', now(), jsonb_build_array(
      jsonb_build_object('account', 'payable:' || s.partnership_id, 'debit', share, 'credit', 0),
      jsonb_build_object('account', 'reserved:' || i, 'debit', 0, 'credit', share)), now(), to_char(now(), 'YYYY-MM-DD'));
  insert into tallies (tenant_id, kind, value, n) values
    (t, 'payouts', 'processing', 1), (t, 'payment_splits', 'due', -1), (t, 'payment_splits', 'scheduled', 1),
    (t, 'ledger', 'EUR payable', -share), (t, 'ledger', 'EUR reserved', share);
  event_id := bench_write_event(t, u, bench_id(), 'payouts.create', i, rendered, rendered);
  perform bench_write_event(t, u, bench_id(), 'splitIntents.update', split, left(rendered, 560),
    format('{"status":"due","payout":"%s","version":1,"updatedAt":"2026-12-01T00:00:00.000Z"}', i));
  insert into idempotency_keys (tenant_id, key, fingerprint, status, event_id, created_at, dies_at)
  values
    (t, idempotency_key, 'iT6jvJ3Vn7pZlqkzQ0m8bqgT6o4b1T0wYf3mXy5hZ2E', 201, event_id, now(), now() + interval '24 hours');
  return rendered;
end $$;
