-- One row: an assistant that a person has connected to the agent tools, which is an OAuth grant of one client for one user. It may do what
-- its scope and that user's role both allow, as long as it is connected.
create table assistants (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  user_id text collate "C" not null,
  client_id text collate "C" not null,
  client text not null, -- the name that the person saw when they consented
  redirect_host text not null,
  scope text not null,
  epoch int not null, -- of its person's account: signing out everywhere begins a new one, which ends it at once
  status text collate "C" not null,
  request_hash text collate "C" not null, -- of the authorization request: a form that is sent twice connects one assistant
  connected_at timestamptz not null, -- by the real time, as all times of sign-in and tokens
  ended_at timestamptz,
  reason text,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id),
  unique (tenant_id, request_hash)
);
select protect('assistants');
alter table assistants add constraint assistants_user foreign key (tenant_id, user_id) references users;
alter table assistants add constraint assistants_scope check (scope in ('read', 'draft'));
alter table assistants add constraint assistants_status check (status in ('connected', 'revoked', 'expired'));
alter table assistants add constraint assistants_ended check ((status = 'connected') = (ended_at is null));
create index assistants_by_user on assistants (tenant_id, user_id, id);
create index assistants_connected on assistants (tenant_id, id) where status = 'connected';

-- One row: how many calls an assistant has made. Apart from the assistant, so that a call changes nothing that others decide on.
create table assistant_calls (
  tenant_id text collate "C" not null,
  assistant_id text collate "C" not null,
  reads bigint not null,
  writes bigint not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, assistant_id)
) with (fillfactor = 70);
select protect('assistant_calls');
alter table assistant_calls add constraint assistant_calls_assistant foreign key (tenant_id, assistant_id) references assistants;

-- One row: an authorization code or a token of an assistant, known by its hash. It works only while its assistant is connected.
create table assistant_tokens (
  tenant_id text collate "C" not null,
  hash text collate "C" not null,
  kind text collate "C" not null,
  assistant_id text collate "C" not null,
  payload jsonb not null, -- what the authorization server remembers of it, without the token itself
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz, -- a code was exchanged, or a refresh token was replaced
  primary key (tenant_id, hash)
);
select protect('assistant_tokens');
alter table assistant_tokens add constraint assistant_tokens_assistant foreign key (tenant_id, assistant_id) references assistants;
alter table assistant_tokens add constraint assistant_tokens_kind check (kind in ('access', 'refresh', 'code'));
create index assistant_tokens_by_hash on assistant_tokens (hash); -- a token is looked up before its tenant is known
create index assistant_tokens_by_assistant on assistant_tokens (tenant_id, assistant_id, expires_at);
create index assistant_tokens_expiring on assistant_tokens (expires_at);

-- One row: what begins before anybody has signed in, so that no tenant is known yet, and is therefore the installation's: a client that
-- has registered, an authorization request, a client assertion that was used. It holds no grant, no token and no tenant's data.
create table oauth_records (
  model text collate "C" not null,
  id text collate "C" not null, -- a hash, except of a client, whose id is public
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz, -- null: a client that somebody has connected
  primary key (model, id)
);
alter table oauth_records add constraint oauth_records_model check (model in ('Client', 'Interaction', 'ReplayDetection'));
create index oauth_records_expiring on oauth_records (expires_at) where expires_at is not null;

-- At most one row: the key that the authorization server of this installation signs with, sealed with SECRET_KEY.
create table oauth_signing_key (
  id boolean primary key,
  sealed text not null
);
alter table oauth_signing_key add constraint oauth_signing_key_once check (id);
alter table oauth_signing_key add constraint oauth_signing_key_sealed check (sealed like 'v1.%');
