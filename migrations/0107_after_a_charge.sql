-- What a provider makes of a charge later: its settlement, a refund that fails after it was paid, and withdrawals to the tenant's own bank.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund', 'refund-failure', 'settlement',
    'payout-reserve', 'payout', 'payout-release', 'payout-return', 'dispute', 'dispute-won', 'dispute-lost', 'dispute-fee',
    'withdrawal', 'withdrawal-return')) not valid;
create unique index ledger_entries_refund_failed_once on ledger_entries (tenant_id, source_id) where kind = 'refund-failure';

-- A refund that failed after it was paid keeps the transaction by which it was paid, which is reversed.
alter table refund_intents drop constraint refund_intents_settled;
alter table refund_intents add constraint refund_intents_settled
  check (case status when 'settled' then refund_transaction_id is not null when 'failed' then true else refund_transaction_id is null end)
  not valid;
alter table refund_intents validate constraint refund_intents_settled;
