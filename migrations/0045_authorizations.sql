-- One row: a contact's permission to debit a bank account of theirs, as the gateway that debits knows it by this row's id.
create table authorizations (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  contact_id text collate "C" not null,
  bank_account_id text collate "C" not null,
  bank_account_masked text not null,
  scheme text collate "C" not null,
  currency text not null,
  max_amount bigint,
  reference text,
  gateway text collate "C" not null,
  gateway_reference text,
  status text collate "C" not null,
  failure_reason text,
  approval jsonb not null,
  submitted_at timestamptz,
  activated_at timestamptz,
  ended_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('authorizations');
alter table authorizations add constraint authorizations_contact foreign key (tenant_id, contact_id) references contacts;
alter table authorizations add constraint authorizations_bank_account foreign key (tenant_id, bank_account_id) references bank_accounts;
alter table authorizations add constraint authorizations_scheme check (scheme in ('sepa', 'bacs', 'becs', 'ach', 'pix'));
alter table authorizations add constraint authorizations_max_amount check (max_amount between 1 and 9007199254740991);
alter table authorizations add constraint authorizations_status
  check (status in ('pending-approval', 'pending', 'active', 'revoked', 'expired', 'failed', 'rejected', 'canceled'));
alter table authorizations add constraint authorizations_submitted check (status not in ('pending', 'active') or submitted_at is not null);
alter table authorizations add constraint authorizations_activated check (status <> 'active' or activated_at is not null);
alter table authorizations add constraint authorizations_ended
  check ((ended_at is null) = (status in ('pending-approval', 'pending', 'active')));
alter table authorizations add constraint authorizations_failure_reason check ((status = 'failed') = (failure_reason is not null));
create index authorizations_by_status on authorizations (tenant_id, status, id);
create index authorizations_by_contact on authorizations (tenant_id, contact_id, id);
create index authorizations_open on authorizations (tenant_id, bank_account_id) where ended_at is null;

-- A gateway charge debits by an authorization instead of a token.
alter table transactions add column authorization_id text collate "C";
alter table transactions add constraint transactions_authorization foreign key (tenant_id, authorization_id) references authorizations;
alter table transactions add constraint transactions_token_or_authorization check (token is null or authorization_id is null);

-- One row: a mandate as the simulated gateway knows it. Its bank answers at `decides_at`, by the tenant's clock.
create table simulator_mandates (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  reference text collate "C" not null,
  holder text not null,
  decides_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_mandates');
