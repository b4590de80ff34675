-- One row: money that came in on a payment intent, or tried to.
create table transactions (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  number bigint not null,
  payment_intent_id text collate "C" not null,
  contact_id text collate "C" not null,
  transaction_type text collate "C" not null check (transaction_type in ('charge', 'refund')),
  method text not null,
  gateway text,
  gateway_reference text collate "C",
  charge_key text collate "C", -- what the request of a gateway charge was known by: its retry finds this row instead of charging again
  token text,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency text not null,
  status text collate "C" not null
    check (status in ('pending-approval', 'processing', 'succeeded', 'failed', 'reversed', 'canceled')),
  outcome text check (outcome = 'unknown'),
  failure jsonb,
  fx jsonb,
  allocations jsonb not null, -- which intents the money paid down, so that it can be taken back exactly
  reference text,
  received_at timestamptz not null,
  documents jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, payment_intent_id) references payment_intents,
  foreign key (tenant_id, contact_id) references contacts,
  check (outcome is null or status = 'processing')
);
create index transactions_by_intent on transactions (tenant_id, payment_intent_id, id);
create index transactions_by_contact on transactions (tenant_id, contact_id, id);
create index transactions_by_status on transactions (tenant_id, status, id);
create unique index transactions_by_charge_key on transactions (tenant_id, charge_key) where charge_key is not null;
create unique index transactions_by_gateway on transactions (tenant_id, gateway, gateway_reference) where gateway_reference is not null;
-- One charge in flight for each intent: a second one waits until the first is known.
create unique index transactions_in_flight on transactions (tenant_id, payment_intent_id) where status = 'processing' and gateway is not null;
select protect('transactions');
