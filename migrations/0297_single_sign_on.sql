-- expand
-- One row: the provider by which the people of a tenant sign in, by OpenID Connect.
create table sso_connections (
  tenant_id text collate "C" not null references tenants,
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  client_secret text not null, -- sealed
  domains jsonb not null check (jsonb_array_length(domains) between 1 and 20),
  default_role text collate "C" not null,
  asks_second_factor boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id)
);
select protect('sso_connections');

-- One row: a person by the name that a provider never gives to anybody else. An e-mail may go to another person.
create table sso_identities (
  tenant_id text collate "C" not null references tenants,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 500),
  user_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (tenant_id, issuer, subject)
);
select protect('sso_identities');
alter table sso_identities add constraint sso_identities_user foreign key (tenant_id, user_id) references users;
create unique index sso_identities_by_user on sso_identities (tenant_id, user_id, issuer);
