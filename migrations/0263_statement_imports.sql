-- expand
-- One row: how far the import of a large statement is. It is written beside the import, whose own rows nobody sees before it is committed,
-- and deleted at its end. A crash may leave one, which counts for nothing after a minute and is deleted by the next import.
create table statement_imports (
  tenant_id text collate "C" not null references tenants,
  own_account_id text collate "C" not null,
  sha256 text collate "C" not null,
  lines int check (lines >= 0),
  stored int not null check (stored >= 0),
  started_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, own_account_id, sha256),
  foreign key (tenant_id, own_account_id) references own_accounts
);
select protect('statement_imports');
