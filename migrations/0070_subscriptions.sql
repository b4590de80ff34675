-- One row: a schedule that raises a payment intent each cycle. `start_at` is the anchor that its dates count from, `next_step` how many
-- cadences after it the next cycle begins; steps that fell into a pause are skipped, so it may be ahead of `cycle`, the number raised so far.
create table subscriptions (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  contact_id text collate "C" not null,
  currency text not null,
  amount bigint not null,
  items jsonb not null,
  cadence jsonb not null,
  start_at timestamptz not null,
  end_at timestamptz,
  cycles int,
  due_after_days int not null,
  mode text collate "C" not null,
  authorization_id text collate "C",
  status text collate "C" not null,
  cycle int not null,
  next_step int not null,
  next_cycle_at timestamptz,
  cancel_at timestamptz,
  last_intent_id text collate "C",
  last_failure jsonb,
  description text,
  team_id text collate "C",
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('subscriptions');
alter table subscriptions add constraint subscriptions_contact foreign key (tenant_id, contact_id) references contacts;
alter table subscriptions add constraint subscriptions_team foreign key (tenant_id, team_id) references teams;
alter table subscriptions add constraint subscriptions_authorization foreign key (tenant_id, authorization_id) references authorizations;
alter table subscriptions add constraint subscriptions_currency check (currency ~ '^[A-Z]{3}$');
alter table subscriptions add constraint subscriptions_amount check (amount between 1 and 9007199254740991);
alter table subscriptions add constraint subscriptions_end check (end_at is null or (cycles is null and end_at > start_at));
alter table subscriptions add constraint subscriptions_cycle check (cycle >= 0 and (cycles is null or cycle <= cycles));
alter table subscriptions add constraint subscriptions_next_step check (next_step >= cycle);
alter table subscriptions add constraint subscriptions_due_after_days check (due_after_days >= 0);
alter table subscriptions add constraint subscriptions_mode check (mode in ('request', 'auto-charge'));
alter table subscriptions add constraint subscriptions_mandate check ((mode = 'auto-charge') = (authorization_id is not null));
alter table subscriptions add constraint subscriptions_status check (status in ('active', 'paused', 'completed', 'canceled'));
alter table subscriptions add constraint subscriptions_next_cycle check ((status = 'active') = (next_cycle_at is not null));
alter table subscriptions add constraint subscriptions_cancel_at check (status <> 'active' or cancel_at is null or cancel_at = next_cycle_at);
create unique index subscriptions_by_number on subscriptions (tenant_id, number);
create index subscriptions_by_status on subscriptions (tenant_id, status, id);
create index subscriptions_by_contact on subscriptions (tenant_id, contact_id, id);
create index subscriptions_by_start on subscriptions (tenant_id, start_at, id);

-- A cycle has one payment intent, whatever crashes. The index answers the statistics of a subscription by itself.
alter table payment_intents add column subscription_id text collate "C";
alter table payment_intents add column cycle bigint;
alter table payment_intents add constraint payment_intents_subscription
  foreign key (tenant_id, subscription_id) references subscriptions not valid;
alter table payment_intents add constraint payment_intents_cycle
  check ((intent_type = 'subscription') = (subscription_id is not null) and (subscription_id is null) = (cycle is null)) not valid;
create unique index payment_intents_by_cycle on payment_intents (tenant_id, subscription_id, cycle)
  include (status, amount, paid, due_at) where subscription_id is not null;

-- One row: the automatic charge of one cycle. Its id is that of the cycle's payment intent; `transaction_id` is the last attempt's, null where
-- the mandate did not allow one.
create table subscription_charges (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  subscription_id text collate "C" not null,
  attempts int not null,
  first_attempt_at timestamptz,
  transaction_id text collate "C",
  failure jsonb,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('subscription_charges');
alter table subscription_charges add constraint subscription_charges_intent foreign key (tenant_id, id) references payment_intents;
alter table subscription_charges add constraint subscription_charges_subscription
  foreign key (tenant_id, subscription_id) references subscriptions;
alter table subscription_charges add constraint subscription_charges_attempts check (attempts >= 0);
alter table subscription_charges add constraint subscription_charges_first_attempt check ((attempts = 0) = (first_attempt_at is null));
create index subscription_charges_failed on subscription_charges (tenant_id, subscription_id) where failure is not null;

-- On which days after its first attempt a charge by a subscription that failed is tried again.
alter table tenants add column dunning_days jsonb not null default '[1, 3, 5]';
