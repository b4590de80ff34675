-- expand
-- One row: how the bank of an own account writes CSV, as a person has shown it in the browser.
create table csv_profiles (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  own_account_id text collate "C" not null,
  profile jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, own_account_id) references own_accounts
);
select protect('csv_profiles');
create unique index csv_profiles_once on csv_profiles (tenant_id, own_account_id);
