-- One row: a tenant's own account at a payment provider. Its credentials are sealed, each for itself.
create table gateway_connections (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  gateway text collate "C" not null check (length(gateway) between 1 and 50),
  name text not null check (length(name) between 1 and 100),
  account_id text collate "C" not null check (length(account_id) between 1 and 200),
  account_name text not null,
  account_country text,
  status text collate "C" not null check (status in ('active', 'paused', 'failing', 'disconnecting', 'disconnected')),
  credentials jsonb not null, -- by field: sealed, last4, fingerprint, setAt; empty once it is disconnected
  event_secrets jsonb not null, -- sealed, the current one first; each replaced one until its end
  endpoint text, -- what the provider calls the place that it sends messages to
  methods jsonb not null,
  last_check jsonb,
  last_event_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  check (status = 'disconnected' or credentials <> '{}')
);
select protect('gateway_connections');
-- Two connections of one account would get each other's messages.
create unique index gateway_connections_account on gateway_connections (tenant_id, gateway, account_id) where status <> 'disconnected';
-- The address of a provider's messages names the connection alone.
create index gateway_connections_by_id on gateway_connections (id);
create index gateway_connections_status on gateway_connections (tenant_id, status, id);

-- One row: which connections serve a method in a currency, in this order.
create table gateway_orders (
  tenant_id text collate "C" not null references tenants,
  method text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  connections jsonb not null,
  primary key (tenant_id, method, currency)
);
select protect('gateway_orders');

-- One row: a message of a provider, which says that something changed there. What changed is read with the tenant's own credentials.
create table gateway_messages (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  message_id text collate "C" not null check (length(message_id) between 1 and 200),
  type text not null,
  reference text not null,
  status text collate "C" not null check (status in ('pending', 'applied', 'ignored')),
  effect text,
  received_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, message_id)
);
select protect('gateway_messages');
create index gateway_messages_by_connection on gateway_messages (tenant_id, connection_id, id);

-- Through which connection something went. Null for what the simulator did, and for what no gateway did.
alter table transactions add connection_id text collate "C";
alter table refund_intents add connection_id text collate "C";
alter table authorizations add connection_id text collate "C";
alter table disputes add connection_id text collate "C";
alter table bank_transfers add connection_id text collate "C";

-- What the payer must do, until when, and what the gateway made of a charge in its own books.
alter table transactions add action jsonb;
alter table transactions add settlement jsonb;

-- A payer may let instructions expire.
alter table transactions drop constraint transactions_status_check;
alter table transactions add constraint transactions_status_check
  check (status in ('pending-approval', 'processing', 'succeeded', 'failed', 'reversed', 'canceled', 'expired')) not valid;
alter table transactions validate constraint transactions_status_check;

-- When a charge left for a provider, by the world's clock: a provider does not follow the moved clock of a sandbox.
alter table transactions add left_at timestamptz;

-- A job that asks a provider waits by the world's clock. When a sandbox's clock is moved, its time is moved along.
alter table jobs add real_time boolean not null default false;
create index jobs_of_real_time on jobs (tenant_id) where real_time;
