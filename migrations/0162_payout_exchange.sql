-- What a payout in another currency cost more (or less, if negative) than its amount, because it was paid at another rate than it was
-- created at. The difference is an entry of its own, at most once.
alter table payouts add column exchange_difference bigint not null default 0;
alter table payouts add constraint payouts_exchange_difference
  check (exchange_difference = 0 or (status in ('paid', 'returned') and currency <> target_currency and exchange_difference > -amount)) not valid;
alter table simulator_payouts add column charged bigint;
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund', 'refund-failure', 'settlement',
    'payout-reserve', 'payout', 'payout-release', 'payout-return', 'payout-exchange', 'dispute', 'dispute-won', 'dispute-lost', 'dispute-fee',
    'withdrawal', 'withdrawal-return')) not valid;
create unique index ledger_entries_exchanged_once on ledger_entries (tenant_id, source_id) where kind = 'payout-exchange';
