-- One row: somebody who pays. The e-mail is kept as it was written and found in any case.
create table contacts (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  email text not null,
  email_key text collate "C" not null check (email_key = lower(email_key)),
  profile jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, email_key)
);
select protect('contacts');
