-- One row: how a person signs in to a tenant: the password, the second factor, and where they have signed in from.
create table accounts (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  password_hash text,
  password_version int not null default 1,
  totp_secret text,
  totp_pending text,
  totp_step bigint not null default 0,
  recovery_hashes jsonb not null default '[]',
  epoch int not null default 1,
  networks jsonb not null default '[]',
  primary key (tenant_id, user_id)
);
select protect('accounts');
alter table accounts add constraint accounts_user foreign key (tenant_id, user_id) references users;
alter table accounts add constraint accounts_recovery_hashes check (totp_secret is not null or recovery_hashes = '[]');

-- Passwords were kept with the users.
insert into accounts (tenant_id, user_id, password_hash) select tenant_id, id, password_hash from users where type = 'person';
update users set password_hash = null where password_hash is not null;
create index users_people_by_email on users (email_key, tenant_id) where type = 'person';

-- One row: how often an e-mail was tried to sign in with since the last success, under a keyed hash. Kept for a day.
create table sign_in_attempts (
  name text collate "C" primary key,
  failures int not null,
  last_at timestamptz not null,
  locked_until timestamptz
) with (fillfactor = 70);
alter table sign_in_attempts add constraint sign_in_attempts_failures check (failures >= 0);
create index sign_in_attempts_by_time on sign_in_attempts (last_at);

-- One row: a browser in which a person is signed in to a tenant, known by the hash of its cookie. Its times are the world's.
create table sessions (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  hash text collate "C" not null,
  user_id text collate "C" not null,
  epoch int not null,
  address text not null,
  user_agent text not null,
  confirmed_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select protect('sessions');
alter table sessions add constraint sessions_user foreign key (tenant_id, user_id) references users;
create unique index sessions_by_hash on sessions (tenant_id, hash);
create index sessions_by_user on sessions (tenant_id, user_id, id);
create index sessions_by_expiry on sessions (expires_at);

-- One row: a link in a mail that sets a password once, known by its hash.
create table password_tokens (
  tenant_id text collate "C" not null references tenants,
  hash text collate "C" not null,
  user_id text collate "C" not null,
  password_version int not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, hash)
);
select protect('password_tokens');
alter table password_tokens add constraint password_tokens_user foreign key (tenant_id, user_id) references users;
create index password_tokens_by_expiry on password_tokens (expires_at);
