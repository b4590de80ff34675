-- expand
-- One row: a passkey of a person, by which they sign in and confirm that it is them. Only its public key is stored.
create table passkeys (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null check (length(credential_id) between 1 and 1400), -- up to 1,023 bytes, as base64url
  public_key text collate "C" not null check (length(public_key) <= 4000), -- COSE, as base64url
  counter bigint not null check (counter >= 0),
  transports jsonb not null check (jsonb_typeof(transports) = 'array'),
  name text not null check (length(name) between 1 and 60),
  is_synced boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null, -- by the real time, as all times of sign-in
  primary key (tenant_id, id)
);
select protect('passkeys');
alter table passkeys add constraint passkeys_user foreign key (tenant_id, user_id) references users;
create unique index passkeys_by_credential on passkeys (tenant_id, credential_id);
create index passkeys_by_user on passkeys (tenant_id, user_id, id);

-- One row: the hash of a challenge that was answered, until the challenge expires, so that it is answered once. It belongs to the installation,
-- because no tenant is known before the answer has been checked.
create table passkey_challenges (
  hash text collate "C" not null primary key,
  expires_at timestamptz not null
);
create index passkey_challenges_expiring on passkey_challenges (expires_at, hash);

-- Whether the person proved a second factor in this session other than the code of their account. A passkey proves it by itself.
alter table sessions add column second_factor boolean not null default false;
-- The passkey that proved it last. Removing the passkey ends the session.
alter table sessions add column passkey_id text collate "C";
