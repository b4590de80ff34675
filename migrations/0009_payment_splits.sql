-- One row: the part of a payment intent that a partnership is owed. It accrues with the money that comes in.
create table payment_splits (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  partnership_id text collate "C" not null,
  origin text not null check (origin in ('calculated', 'fixed')),
  currency text not null,
  amount bigint not null check (amount between 1 and 9007199254740991),
  accrued bigint not null check (accrued between 0 and amount),
  reversed bigint not null check (reversed >= 0),
  paid_out bigint not null check (paid_out >= 0),
  terms jsonb not null,
  status text collate "C" not null
    check (status in ('pending', 'due', 'scheduled', 'paid', 'reversed', 'canceled', 'pending-approval', 'rejected')),
  payout_id text collate "C",
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_intent_id) references payment_intents,
  foreign key (tenant_id, partnership_id) references partnerships
);
create index payment_splits_by_intent on payment_splits (tenant_id, payment_intent_id, id);
create index payment_splits_by_partnership on payment_splits (tenant_id, partnership_id, id);
create index payment_splits_by_status on payment_splits (tenant_id, status, id);
select protect('payment_splits');
