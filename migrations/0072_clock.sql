-- One row: a move of a sandbox's clock, one after the other (`n`). Until it has ended, what falls due in the tenant is left to it.
create table clock_jumps (
  tenant_id text collate "C" not null,
  n int not null,
  key text not null, -- of the request: the same key never moves the clock twice
  request text not null, -- who asked for what
  started_at timestamptz not null, -- of the world
  ended_at timestamptz, -- of the world
  starts_at timestamptz not null, -- of the tenant's clock, as the three below
  target timestamptz not null,
  at timestamptz not null, -- how far it has come
  offset_ms bigint not null, -- of the clock when it has ended
  done int not null default 0, -- how many things have happened on the way
  leased_until timestamptz, -- who moves it holds a lease, by the database's clock
  claims int not null default 0,
  process int, -- the number of the process that moved it last, as in its ids
  primary key (tenant_id, n)
);
select protect('clock_jumps');
alter table clock_jumps add constraint clock_jumps_forward check (target >= starts_at and at between starts_at and target);
alter table clock_jumps add constraint clock_jumps_counts check (n >= 1 and offset_ms >= 0 and done >= 0 and claims >= 0);
create unique index clock_jumps_by_key on clock_jumps (tenant_id, key);
create index clock_jumps_under_way on clock_jumps (tenant_id, n) where ended_at is null;

-- With the id: of those that fall due together, the first is found without sorting all of them.
create index jobs_in_order on jobs (tenant_id, next_at, id) where failed_at is null;
drop index jobs_due_by_tenant;

-- What waits for the tenant's clock. It shows what its caller may see.
create view clock_queue with (security_invoker = true) as
  select tenant_id, id, kind, payload, next_at as at from jobs where failed_at is null
  union all
  select tenant_id, id, 'payment-intents fall due', jsonb_build_object('paymentIntent', id), due_at from payment_intents
  where status = 'due'
  union all
  select tenant_id, id, 'webhook deliveries', jsonb_build_object('delivery', id), next_at from deliveries;
