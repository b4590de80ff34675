-- One row: an account of the tenant at a bank, which its payment files are sent from and its statements are about. The number is encrypted;
-- `fingerprint` is a keyed hash that finds the same account again, and `last_digits` is all that anybody sees. An archived account keeps its
-- number, so that the same account is never stored twice.
create table own_accounts (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  holder text not null check (length(holder) between 1 and 140),
  country text not null,
  currency text not null,
  sealed text not null check (sealed like 'v1.%'),
  fingerprint text collate "C" not null,
  last_digits text not null check (length(last_digits) <= 4),
  has_iban boolean not null,
  bic text,
  routing text,
  company jsonb,
  creditor_id text check (length(creditor_id) between 8 and 35),
  address jsonb,
  profile text collate "C" check (profile in ('sepa', 'sepa-agent-notprovided', 'sepa-single-booking', 'nacha', 'nacha-company-origin')),
  status text collate "C" not null check (status in ('active', 'archived')),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  check (routing is null or not has_iban),
  check (profile is null or profile not like 'sepa%' or (has_iban and currency = 'EUR')),
  check (profile is null or profile not like 'nacha%' or (country = 'US' and currency = 'USD' and company is not null and not has_iban))
);
select protect('own_accounts');
create unique index own_accounts_once on own_accounts (tenant_id, fingerprint);
