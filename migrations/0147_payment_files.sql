-- One row: a file with payments that a bank executes. What it contains never changes, and `sha256` is the hash of its bytes, which are in
-- payment_file_contents. Banks tell the NACHA files of a day apart by `modifier`.
create table payment_files (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  own_account_id text collate "C" not null,
  format text collate "C" not null check (format in ('pain.001', 'nacha')),
  profile text collate "C" not null,
  execution_date text collate "C" not null check (execution_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  made_on text collate "C" not null check (made_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  modifier text collate "C" check (modifier ~ '^[A-Z0-9]$'),
  currency text collate "C" not null,
  count int not null check (count between 1 and 500),
  total bigint not null check (total between 1 and 9007199254740991),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  status text collate "C" not null check (status in ('made', 'sent', 'accepted', 'partly', 'rejected', 'settled', 'canceled')),
  sent_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  check ((modifier is not null) = (format = 'nacha')),
  check ((sent_at is null) = (status in ('made', 'canceled')))
);
select protect('payment_files');
alter table payment_files add constraint payment_files_own_account foreign key (tenant_id, own_account_id) references own_accounts;
create unique index payment_files_number on payment_files (tenant_id, number);
create index payment_files_by_status on payment_files (tenant_id, status, id);
create index payment_files_by_account on payment_files (tenant_id, own_account_id, id);
-- A canceled file was never sent, so its modifier is free, but a bank may have seen it: no two files of a day share one.
create unique index payment_files_modifier on payment_files (tenant_id, own_account_id, made_on, modifier) where modifier is not null;

-- One row: the bytes of a file, encrypted, because they have whole account numbers.
create table payment_file_contents (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  sealed text not null check (sealed like 'v1.%'),
  primary key (tenant_id, id)
);
select protect('payment_file_contents');
alter table payment_file_contents add constraint payment_file_contents_file foreign key (tenant_id, id) references payment_files;

-- One row: a payment in a file, as the file says it. `trace` is the number of a NACHA entry.
create table payment_file_lines (
  tenant_id text collate "C" not null,
  file_id text collate "C" not null,
  position int not null check (position >= 1),
  payout_id text collate "C" not null,
  amount bigint not null check (amount >= 1),
  name text not null,
  account text not null,
  remittance text not null,
  trace text collate "C" check (trace ~ '^[0-9]{15}$'),
  is_canceled boolean not null,
  primary key (tenant_id, file_id, position)
);
select protect('payment_file_lines');
alter table payment_file_lines add constraint payment_file_lines_file foreign key (tenant_id, file_id) references payment_files;
alter table payment_file_lines add constraint payment_file_lines_payout foreign key (tenant_id, payout_id) references payouts;
-- A payment is in one file. Only a file that was never sent gives it back.
create unique index payment_file_lines_once on payment_file_lines (tenant_id, payout_id) where not is_canceled;
create index payment_file_lines_by_payout on payment_file_lines (tenant_id, payout_id);
