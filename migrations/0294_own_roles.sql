-- expand
-- One row: a role that the tenant has defined, as a set of permissions. Users refer to it by its id in `role`.
create table own_roles (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 60),
  name_key text collate "C" not null,
  description text not null check (length(description) <= 500),
  permissions jsonb not null check (jsonb_array_length(permissions) between 1 and 100),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id)
);
select protect('own_roles');
create unique index own_roles_name on own_roles (tenant_id, name_key);

-- The name and permissions of a user's own role, written in the commit that changes the role: authentication reads no second table.
alter table users add column own_role jsonb;
