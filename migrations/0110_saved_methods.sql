-- One row: a method of a payer, such as a card, that is kept at a gateway so that it can be charged while the payer is absent, and how the
-- payer agreed to that. It is pending until the charge `transaction_id`, with which the payer saves it, has succeeded. `gateway_reference` is
-- what it is charged by, and is never shown.
create table saved_methods (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  contact_id text collate "C" not null,
  method text collate "C" not null check (length(method) between 1 and 50),
  gateway text collate "C" not null check (length(gateway) between 1 and 50),
  connection_id text collate "C",
  gateway_reference text collate "C",
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  expiry_month int check (expiry_month between 1 and 12),
  expiry_year int check (expiry_year between 2000 and 9999),
  transaction_id text collate "C" not null,
  consent_text text not null,
  consent_channel text not null,
  consent_address text not null,
  consent_user_agent text not null,
  consented_at timestamptz not null,
  status text collate "C" not null check (status in ('pending', 'active', 'failed', 'expired', 'detached', 'removed')),
  ended_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  check (status <> 'active' or gateway_reference is not null),
  check ((ended_at is null) = (status in ('pending', 'active')))
);
select protect('saved_methods');
alter table saved_methods add constraint saved_methods_contact foreign key (tenant_id, contact_id) references contacts;
create index saved_methods_by_status on saved_methods (tenant_id, status, id);
create index saved_methods_by_contact on saved_methods (tenant_id, contact_id, id);
-- A gateway names a method by its own reference. One charge saves one method.
create index saved_methods_by_reference on saved_methods (tenant_id, gateway_reference) where gateway_reference is not null;
create unique index saved_methods_by_transaction on saved_methods (tenant_id, transaction_id);

-- The method that a charge takes the money from, or that its payer saves with it.
alter table transactions add saved_method_id text collate "C";
alter table transactions add constraint transactions_saved_method foreign key (tenant_id, saved_method_id) references saved_methods not valid;
alter table transactions validate constraint transactions_saved_method;
alter table transactions add constraint transactions_saved_or_authorization
  check (saved_method_id is null or authorization_id is null) not valid;
alter table transactions validate constraint transactions_saved_or_authorization;
create index transactions_by_saved_method on transactions (tenant_id, saved_method_id, id) where saved_method_id is not null;

-- The simulator keeps the card of a charge that saves it. The charge's reference is what the card is charged by later.
alter table simulator_charges add saves_method boolean not null default false;
alter table simulator_charges add method_removed_at timestamptz;
create index simulator_charges_by_saved on simulator_charges (tenant_id, reference) where saves_method;
