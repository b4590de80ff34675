-- One row: money sent out, to a partner or to the tenant's own account. `allocations` are the splits that it pays, and those whose debt it
-- nets as negative amounts; together they are the amount. They never change once the payout exists.
create table payouts (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  recipient_type text collate "C" not null,
  partnership_id text collate "C",
  bank_account_id text collate "C",
  bank_account_masked text,
  method text collate "C" not null,
  gateway text collate "C",
  reference text,
  currency text collate "C" not null,
  amount bigint not null,
  target_currency text collate "C" not null,
  fx jsonb,
  allocations jsonb not null,
  fees bigint not null,
  status text collate "C" not null,
  outcome text,
  failure_reason text,
  approval jsonb not null,
  sent_at timestamptz,
  paid_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('payouts');
alter table payouts add constraint payouts_partnership foreign key (tenant_id, partnership_id) references partnerships;
alter table payouts add constraint payouts_recipient check ((recipient_type = 'self') = (partnership_id is null));
alter table payouts add constraint payouts_recipient_type check (recipient_type in ('supplier', 'partnership', 'self'));
alter table payouts add constraint payouts_method check (method in ('bank-transfer', 'sepa', 'ach', 'wire', 'pix', 'spei', 'manual'));
alter table payouts add constraint payouts_by_hand check ((method = 'manual') = (gateway is null));
alter table payouts add constraint payouts_account check (method = 'manual' or bank_account_id is not null);
alter table payouts add constraint payouts_amount check (amount between 1 and 9007199254740991);
alter table payouts add constraint payouts_fees check (fees >= 0);
alter table payouts add constraint payouts_fx check ((fx is null) = (target_currency = currency));
alter table payouts add constraint payouts_status
  check (status in ('draft', 'pending-approval', 'processing', 'paid', 'failed', 'returned', 'canceled', 'rejected'));
alter table payouts add constraint payouts_paid_at check ((status in ('paid', 'returned')) = (paid_at is not null));
alter table payouts add constraint payouts_failure_reason check ((status in ('failed', 'returned')) = (failure_reason is not null));
create unique index payouts_number on payouts (tenant_id, number);
create index payouts_by_status on payouts (tenant_id, status, id);
create index payouts_by_partnership on payouts (tenant_id, partnership_id, id);
create index payouts_open on payouts (tenant_id, bank_account_id) where status in ('draft', 'pending-approval', 'processing');

-- One row: a currency of a tenant, locked while somebody decides whether its available balance is enough for a payout.
create table balance_locks (
  tenant_id text collate "C" not null,
  currency text collate "C" not null,
  primary key (tenant_id, currency)
);
select protect('balance_locks');

-- What a partner is owed may fall below zero on a split whose debt was netted before the payout that had paid it came back.
alter table payment_splits drop constraint payment_splits_paid_out_check;
alter table payment_splits add constraint payment_splits_payout foreign key (tenant_id, payout_id) references payouts;
alter table payment_splits add constraint payment_splits_scheduled check (status <> 'scheduled' or payout_id is not null);
create index payment_splits_due on payment_splits (tenant_id, partnership_id, currency, id) where status = 'due';
create index payment_splits_in_debt on payment_splits (tenant_id, partnership_id, currency, id) where paid_out > accrued;

-- A payout is reserved, paid, released and returned at most once each, whatever the code does.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund',
    'payout-reserve', 'payout', 'payout-release', 'payout-return')) not valid;
create unique index ledger_entries_payout_once on ledger_entries (tenant_id, source_id, kind)
  where kind in ('payout-reserve', 'payout', 'payout-release', 'payout-return');

-- One row: a payout as the simulated gateway knows it. It has its outcome from `settles_at` on, by the tenant's clock.
create table simulator_payouts (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  reason text,
  settles_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_payouts');
alter table simulator_payouts add constraint simulator_payouts_outcome check (outcome in ('paid', 'failed', 'returned'));
