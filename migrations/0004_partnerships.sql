-- One row: an agent, institution or supplier that the tenant shares money with. Found by code, name or the beginning of its name.
create table partnerships (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null check (name_key = lower(name_key)),
  code text not null,
  code_key text collate "C" not null check (code_key = lower(code_key)),
  kind text not null check (kind in ('agent', 'institution', 'supplier')),
  email text,
  country text,
  currency text,
  team_id text collate "C",
  split_terms jsonb,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, code_key),
  foreign key (tenant_id, team_id) references teams
);
create index partnerships_by_name on partnerships (tenant_id, name_key);
select protect('partnerships');
