-- One row: a charge as the simulated gateway remembers it. It plays the outside world: what it says is not what we know.
create table simulator_charges (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  reference text collate "C" not null,
  token text not null,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('succeeded', 'processing', 'declined')),
  decline_code text,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_charges');

-- One row: an event that a gateway sent and that has had its effect, so that it has none when it comes again.
create table gateway_events (
  tenant_id text collate "C" not null,
  gateway text collate "C" not null,
  event_id text collate "C" not null,
  type text not null,
  effect text not null,
  received_at timestamptz not null,
  primary key (tenant_id, gateway, event_id)
);
select protect('gateway_events');

-- One row: money that a bank says has come in. What names no payment intent is kept until somebody knows what it is for.
create table bank_transfers (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  reference text not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  currency text not null,
  status text collate "C" not null check (status in ('allocated', 'unallocated')),
  payment_intent_id text collate "C",
  transaction_id text collate "C",
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_intent_id) references payment_intents,
  foreign key (tenant_id, transaction_id) references transactions,
  check ((status = 'allocated') = (transaction_id is not null))
);
create index bank_transfers_by_status on bank_transfers (tenant_id, status, id);
select protect('bank_transfers');
