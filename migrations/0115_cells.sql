-- One row: a cell of the installation, a database that holds whole tenants. Only the rows at home count; home is the cell of DATABASE_URL.
-- A draining cell gets no new tenants.
create table cells (
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  state text not null check (state in ('active', 'draining')),
  added_at timestamptz not null default now()
);
insert into cells (name, state) values ('home', 'active');

-- One row, written when the installation gets a second cell: which cell this database is, and of which installation.
create table cell_identity (
  id boolean primary key default true check (id),
  installation text collate "C" not null check (length(installation) between 1 and 100),
  name text collate "C" not null check (name ~ '^[a-z][a-z0-9-]{0,30}$')
);

-- One row: the cell that holds a tenant. Only the rows at home count. A row is written before its tenant, where that is in another cell, and
-- is `creating` until the tenant is there. Slugs are unique over all cells by it.
create table tenant_directory (
  tenant_id text collate "C" primary key check (length(tenant_id) = 24),
  slug text collate "C" not null unique,
  cell text collate "C" not null references cells (name),
  state text not null check (state in ('creating', 'active')),
  created_at timestamptz not null default now()
);
select protect('tenant_directory');
create index tenant_directory_by_cell on tenant_directory (cell, tenant_id);
insert into tenant_directory (tenant_id, slug, cell, state, created_at) select id, slug, 'home', 'active', created_at from tenants;
