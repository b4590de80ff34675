-- One row: a request for money. The lines live in it: they are read and written with it and never alone.
create table payment_intents (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  number text collate "C" not null,
  intent_type text not null check (intent_type in ('ad-hoc', 'payment-plan', 'installment', 'subscription')),
  contact_id text collate "C" not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text collate "C" not null check (status in ('due', 'overdue', 'paid-partial', 'paid-full', 'canceled')),
  amount bigint not null check (amount between 1 and 9007199254740991),
  paid bigint not null check (paid between 0 and amount),
  refunded bigint not null check (refunded between 0 and paid),
  items jsonb not null,
  due_at timestamptz not null,
  reference text,
  description text,
  team_id text collate "C",
  plan_id text collate "C",
  order_id text collate "C",
  split bigint not null check (split between 0 and amount), -- what its lines and fixed splits promise to partners
  splits_made boolean not null, -- its calculated splits are born with its first payment
  installments jsonb not null,
  reminded_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, contact_id) references contacts,
  foreign key (tenant_id, team_id) references teams,
  foreign key (tenant_id, plan_id) references payment_intents,
  foreign key (tenant_id, order_id) references orders,
  check ((intent_type = 'installment') = (plan_id is not null)),
  check (status <> 'canceled' or paid = 0),
  check (status not in ('due', 'overdue') or paid = 0),
  check (status <> 'paid-partial' or paid between 1 and amount - 1),
  check (status <> 'paid-full' or paid = amount)
);
create index payment_intents_by_status on payment_intents (tenant_id, status, id);
create index payment_intents_by_contact on payment_intents (tenant_id, contact_id, id);
create index payment_intents_by_due_date on payment_intents (tenant_id, due_at, id);
create index payment_intents_falling_due on payment_intents (tenant_id, due_at) where status = 'due';
create index payment_intents_by_plan on payment_intents (tenant_id, plan_id, id) where plan_id is not null;
create index payment_intents_by_order on payment_intents (tenant_id, order_id, id) where order_id is not null;
select protect('payment_intents');
