-- One row: the next free number of a kind; processes take them in blocks.
create table number_blocks (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  next bigint not null,
  primary key (tenant_id, kind)
);
select protect('number_blocks');

-- One row: a finished request and its answer, byte for byte. Written only in its final form, in the commit of its effect.
create table idempotency_keys (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint text collate "C" not null,
  status int not null,
  body text not null,
  created_at timestamptz not null,
  dies_at timestamptz not null,
  primary key (tenant_id, key)
);
create index idempotency_keys_dying on idempotency_keys using brin (dies_at); -- nearly in the order of the rows, so it costs next to nothing
select protect('idempotency_keys');

-- One row: how many rows of a kind were added or taken away; their sum is the count of a list. The worker adds them up.
create table tallies (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  value text collate "C" not null,
  n bigint not null
);
create index tallies_by_kind on tallies (tenant_id, kind, value) include (n);
select protect('tallies');

-- One row: an entry of some object's metadata, so that lists find it. The objects themselves have it too; this is their index:
-- row-level security lets no operator on jsonb near an index, but equality of texts it does.
create table metadata_entries (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  value text collate "C" not null,
  object_id text collate "C" not null,
  primary key (tenant_id, kind, key, value, object_id)
);
select protect('metadata_entries');

-- One row: news for the tenant, kept 90 days. The data is JSON text, byte for byte what is delivered.
create table events (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  event text collate "C" not null,
  object_id text collate "C" not null,
  data text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select protect('events');

-- One row: who did what to which object, with what changed. Never updated, never deleted.
create table audit_entries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  user_id text collate "C" not null,
  user_type text not null,
  door text not null,
  client text,
  address text not null,
  request_id text not null,
  operation text not null,
  action text collate "C" not null,
  object_type text not null,
  object_id text collate "C" not null,
  before text,
  after text,
  primary key (tenant_id, id)
);
create index audit_entries_by_object on audit_entries (tenant_id, object_id, id);
select protect('audit_entries');

-- One row: an audit entry that waits for its place in the chain, with the digest of its fields.
create table audit_unsealed (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  digest text collate "C" not null,
  primary key (tenant_id, id)
);
select protect('audit_unsealed');

-- One row: a link of the tenant's chain, over all entries that waited together. `seq` is the place of its first one in the log; the hash
-- covers their digests and the link before it. Of two links that lean on the same one, the primary key refuses the second.
create table audit_chain (
  tenant_id text collate "C" not null,
  seq bigint not null check (seq >= 1),
  entry_ids text[] not null check (cardinality(entry_ids) >= 1),
  digests text[] not null check (cardinality(digests) = cardinality(entry_ids)),
  hash text collate "C" not null,
  primary key (tenant_id, seq)
);
select protect('audit_chain');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on audit_entries for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();

-- One row: work that waits for its time, by the tenant's clock. A lease keeps it with one worker, by the database's clock.
create table jobs (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  payload jsonb not null,
  next_at timestamptz not null,
  leased_until timestamptz,
  attempts int not null default 0,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 70);
create index jobs_due on jobs (next_at) where failed_at is null;
create index jobs_due_by_tenant on jobs (tenant_id, next_at) where failed_at is null;
select protect('jobs');

-- One row: an e-mail that we sent, or kept because no SMTP server is set.
create table mails (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  object_id text collate "C" not null,
  status text not null check (status in ('queued', 'kept', 'sent', 'failed')),
  error text,
  sent_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (tenant_id, id)
);
select protect('mails');
