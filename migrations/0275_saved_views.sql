-- expand
-- One row: filters, sort order and columns of a list under a name, for its person alone or for all people of the tenant.
create table saved_views (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  user_id text collate "C" not null,
  list text collate "C" not null check (list ~ '^[a-z-]+(/[a-z-]+)?$'),
  name text not null check (length(name) between 1 and 60),
  is_shared boolean not null,
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 20000),
  columns jsonb check (jsonb_array_length(columns) between 1 and 40),
  density text collate "C" not null check (density in ('comfortable', 'compact')),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id)
);
select protect('saved_views');
alter table saved_views add constraint saved_views_user foreign key (tenant_id, user_id) references users;
create index saved_views_by_user on saved_views (tenant_id, user_id, list, id);
create index saved_views_shared on saved_views (tenant_id, list, id) where is_shared;
