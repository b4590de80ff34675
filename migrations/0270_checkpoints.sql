-- exclusive
-- One row: a ledger entry that waits for its place in the chain of the ledger. The migration is exclusive, because entries of earlier
-- versions would not wait here, and would never be in the chain.
create table ledger_unsealed (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  primary key (tenant_id, id)
);
select protect('ledger_unsealed');
insert into ledger_unsealed (tenant_id, id) select tenant_id, id from ledger_entries;

-- One row: a link of the tenant's ledger chain, over ledger entries that waited together. `seq` is the place of its first one. The hash covers
-- their digests and the link before it.
create table ledger_chain (
  tenant_id text collate "C" not null,
  seq bigint not null check (seq >= 1),
  entry_ids text[] not null check (cardinality(entry_ids) >= 1),
  digests text[] not null check (cardinality(digests) = cardinality(entry_ids)),
  hash text collate "C" not null,
  primary key (tenant_id, seq)
);
select protect('ledger_chain');
revoke update, delete, truncate on ledger_chain from current_user;

-- One row: how far the ledger chain of a tenant was sealed, and the hash of its last link.
create table ledger_heads (
  tenant_id text collate "C" not null,
  sealed bigint not null check (sealed >= 1),
  hash text collate "C" not null,
  primary key (tenant_id)
);
select protect('ledger_heads');

-- One row: a signed statement of how far both chains of a tenant were, and of the checkpoint before it.
create table checkpoints (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number bigint not null check (number >= 1),
  at timestamptz not null,
  ledger_entries bigint not null check (ledger_entries >= 0),
  ledger_hash text collate "C" not null,
  audit_entries bigint not null check (audit_entries >= 0),
  audit_hash text collate "C" not null,
  history text collate "C" not null,
  restored_from timestamptz,
  previous text collate "C",
  key_id text collate "C" not null,
  signature text collate "C" not null,
  primary key (tenant_id, id),
  constraint checkpoints_follow check ((number = 1) = (previous is null))
);
select protect('checkpoints');
create unique index checkpoints_by_number on checkpoints (tenant_id, number);
revoke update, delete, truncate on checkpoints from current_user;

-- One row: which history the checkpoints of a tenant belong to, and whether anybody may read them. A restored backup begins another history.
create table checkpoint_settings (
  tenant_id text collate "C" not null references tenants,
  history text collate "C" not null,
  restored_from timestamptz,
  is_public boolean not null,
  primary key (tenant_id)
);
select protect('checkpoint_settings');

-- One row: a key of this installation that signs checkpoints, or signed them. A retired key keeps only its public half.
create table checkpoint_keys (
  id text collate "C" primary key,
  public_key text not null,
  sealed text check (sealed like 'v1.%'),
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint checkpoint_keys_retired check ((sealed is null) = (retired_at is not null))
);
create unique index checkpoint_keys_in_use on checkpoint_keys ((true)) where retired_at is null;
