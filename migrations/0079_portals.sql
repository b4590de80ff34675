-- One row: a link in a mail that signs a contact or a partner in to their portal once, known by its hash. Its times are the world's.
create table portal_links (
  tenant_id text collate "C" not null references tenants,
  hash text collate "C" not null,
  audience text collate "C" not null,
  party_id text collate "C" not null,
  email_key text collate "C" not null, -- where it was mailed to: it works only as long as this is the party's e-mail
  used_by text collate "C", -- the hash of the form that used it: a form that is sent twice signs in twice
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, hash)
);
select protect('portal_links');
alter table portal_links add constraint portal_links_audience check (audience in ('contact', 'partner'));
alter table portal_links add constraint portal_links_used check ((used_by is null) = (used_at is null));
create index portal_links_by_party on portal_links (tenant_id, party_id, expires_at);
create index portal_links_by_expiry on portal_links (expires_at);

-- One row: a browser in which a contact or a partner is signed in to their portal, known by the hash of its cookie.
create table portal_sessions (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  hash text collate "C" not null,
  audience text collate "C" not null,
  party_id text collate "C" not null,
  email_key text collate "C" not null, -- the e-mail that was proved: another one of the party ends the session
  address text not null,
  user_agent text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select protect('portal_sessions');
alter table portal_sessions add constraint portal_sessions_audience check (audience in ('contact', 'partner'));
create unique index portal_sessions_by_hash on portal_sessions (tenant_id, hash);
create index portal_sessions_by_expiry on portal_sessions (expires_at);

-- An e-mail is looked up in all tenants, because who asks for a link names none.
create index contacts_by_email on contacts (email_key, tenant_id);
create index partnerships_by_email on partnerships (lower(email), tenant_id) where email is not null;

-- Whether contacts may cancel their subscriptions in the portal.
alter table tenants add column portal_cancellations boolean not null default true;
