-- Whether anybody listens: a tenant without endpoints pays nothing for its events.
alter table tenants add column has_webhooks boolean not null default false;
-- Events of one object count up, so that a receiver can tell the later of two.
alter table events add column sequence bigint not null default 1;

-- One row: an address that hears of a tenant's events.
create table webhook_endpoints (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  url text not null,
  events jsonb not null,
  description text not null,
  secret text not null, -- sealed
  previous_secret text, -- sealed; signs beside the new one for a day
  previous_until timestamptz,
  status text collate "C" not null check (status in ('active', 'disabled', 'inactive')),
  reason text,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id)
);
select protect('webhook_endpoints');

-- One row: an event on its way to an endpoint. Only live ones are here, so that claiming stays quick however many there were.
create table deliveries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event text collate "C" not null,
  status text collate "C" not null default 'pending' check (status = 'pending'),
  attempts jsonb not null default '[]',
  answer text,
  next_at timestamptz not null,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index deliveries_due on deliveries (tenant_id, endpoint_id, next_at);
select protect('deliveries');

-- One row: a delivery that is over. Partitions by the month it was filed in, by the database's clock, are dropped once they are 90 days old.
create table delivery_history (like deliveries including defaults, filed_at timestamptz not null default now()) partition by range (filed_at);
alter table delivery_history add primary key (tenant_id, id, filed_at);
create index delivery_history_by_endpoint on delivery_history (tenant_id, endpoint_id, id);
alter table delivery_history add check (status in ('delivered', 'abandoned', 'canceled'));
create table delivery_history_rest partition of delivery_history default;
select protect('delivery_history');
select protect('delivery_history_rest');

-- Both, for lists. It shows what its caller may see.
create view webhook_deliveries with (security_invoker = true) as
  select tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at from deliveries
  union all
  select tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, null, created_at, finished_at from delivery_history;
