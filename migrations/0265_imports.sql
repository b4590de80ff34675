-- expand
-- One row: a file whose rows become objects. `position` counts the rows that are worked off, of the import or of the dry run that goes on.
create table imports (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  kind text collate "C" not null
    check (kind in ('contacts', 'partnerships', 'services', 'payment-intents', 'subscriptions', 'authorizations')),
  file_name text not null check (length(file_name) <= 200),
  status text collate "C" not null check (status in ('draft', 'checking', 'running', 'done', 'canceled', 'failed')),
  columns jsonb not null check (jsonb_array_length(columns) between 1 and 200),
  mapping jsonb not null,
  defaults jsonb not null,
  decimal text not null check (decimal in ('.', ',')),
  dates text not null check (dates in ('ymd', 'dmy', 'mdy')),
  mails boolean not null,
  row_count int not null check (row_count between 1 and 200000),
  position int not null check (position between 0 and row_count),
  counts jsonb not null,
  check_counts jsonb,
  started_by jsonb,
  failure text,
  started_at timestamptz,
  ended_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  check ((status in ('done', 'canceled')) = (ended_at is not null))
);
select protect('imports');
create index imports_by_status on imports (tenant_id, status, id);
create index imports_unfinished on imports (updated_at) where status in ('draft', 'failed');
create index imports_ended on imports (ended_at) where ended_at is not null;

-- One row: some rows of the file, encrypted, because they may have whole account numbers. They are deleted when the import ends.
create table import_batches (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  import_id text collate "C" not null,
  position int not null check (position >= 0),
  sealed text not null check (sealed like 'v1.%'),
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references imports
);
select protect('import_batches');
create unique index import_batches_by_position on import_batches (tenant_id, import_id, position);

-- One row: what became of a row of the file, in a dry run or in earnest. Its id is made of the import, `dry_run` and the line, so that a row
-- is reported once.
create table import_rows (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  import_id text collate "C" not null,
  dry_run boolean not null,
  line int not null check (line >= 1),
  key text,
  outcome text collate "C" not null check (outcome in ('created', 'existing', 'unchanged', 'differs', 'refused')),
  object_id text collate "C",
  code text collate "C",
  message text,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references imports,
  check ((outcome = 'refused') = (code is not null))
);
select protect('import_rows');
create index import_rows_by_import on import_rows (tenant_id, import_id, dry_run, id);
create index import_rows_by_object on import_rows (tenant_id, object_id) where object_id is not null;

-- One row: the key under which a file names an object, as a hash, and hashes of what the file said about it. A row with the same key is the
-- same object for ever.
create table import_keys (
  tenant_id text collate "C" not null references tenants,
  kind text collate "C" not null,
  key text collate "C" not null,
  object_id text collate "C" not null,
  content jsonb not null,
  primary key (tenant_id, kind, key)
);
select protect('import_keys');
create index import_keys_by_object on import_keys (tenant_id, object_id);
