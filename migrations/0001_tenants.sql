-- Whose rows a statement may touch is said ahead of it (app.tenants); these policies show no others. Unset means none.
create function protect(target regclass, tenant_column text default 'tenant_id') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($policy$
    create policy own_tenant on %s using (
      (select current_setting('app.tenants', true)) = '*'
      or %I = any ((select string_to_array(current_setting('app.tenants', true), ','))::text[])
    )$policy$, target, tenant_column);
end $$;

-- One row: a business that collects money. Its clock may run ahead of the world's in a sandbox, never behind.
create table tenants (
  id text collate "C" primary key,
  name text not null check (length(name) between 1 and 200),
  slug text collate "C" not null unique,
  mode text not null check (mode in ('sandbox', 'live')),
  timezone text not null,
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  keyless_window_s int not null default 120 check (keyless_window_s between 0 and 86400),
  link_key text not null,
  created_at timestamptz not null,
  check (mode = 'sandbox' or clock_offset_ms = 0)
);
select protect('tenants', 'id');

-- One row: somebody who acts for a tenant, a person or an API key.
create table users (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  type text not null check (type in ('person', 'api-key')),
  email text not null,
  email_key text collate "C" not null check (email_key = lower(email_key)),
  name text not null,
  role text not null,
  teams jsonb not null,
  active boolean not null,
  password_hash text,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (tenant_id, id),
  unique (tenant_id, email_key)
);
select protect('users');

-- One row: a group of users that payments and partners belong to.
create table teams (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null check (name_key = lower(name_key)),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select protect('teams');

-- One row: a secret that may act for a tenant, known by its hash. Every request reads its row, so deleting it is the end of it.
create table api_keys (
  hash text collate "C" primary key,
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  role text not null,
  prefix text not null,
  last4 text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  metadata jsonb not null,
  version int not null
);
create unique index api_keys_by_tenant on api_keys (tenant_id, id);
select protect('api_keys');
