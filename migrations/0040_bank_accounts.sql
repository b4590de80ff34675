-- One row: a bank account of the tenant, of a contact or of a partner. The number is encrypted; `fingerprint` is a keyed hash that finds the
-- same account again, and `last_digits` is all that anybody sees. An inactive account keeps neither its number nor its fingerprint.
create table bank_accounts (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  holder text not null,
  country text not null,
  currency text not null,
  owner text collate "C" not null,
  contact_id text collate "C",
  partnership_id text collate "C",
  status text collate "C" not null,
  sealed text,
  fingerprint text collate "C",
  last_digits text not null,
  bic text,
  routing text,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('bank_accounts');
alter table bank_accounts add constraint bank_accounts_contact foreign key (tenant_id, contact_id) references contacts;
alter table bank_accounts add constraint bank_accounts_partnership foreign key (tenant_id, partnership_id) references partnerships;
alter table bank_accounts add constraint bank_accounts_owner check (
  case owner
    when 'self' then contact_id is null and partnership_id is null
    when 'contact' then contact_id is not null and partnership_id is null
    when 'partnership' then partnership_id is not null and contact_id is null
    else false
  end);
alter table bank_accounts add constraint bank_accounts_status check (
  case status
    when 'active' then sealed is not null and fingerprint is not null
    when 'inactive' then sealed is null and fingerprint is null
    else false
  end);
alter table bank_accounts add constraint bank_accounts_last_digits check (length(last_digits) <= 4);
alter table bank_accounts add constraint bank_accounts_sealed check (sealed like 'v1.%');
create unique index bank_accounts_once on bank_accounts (tenant_id, fingerprint);
create index bank_accounts_by_contact on bank_accounts (tenant_id, contact_id, id);
create index bank_accounts_by_partnership on bank_accounts (tenant_id, partnership_id, id);
