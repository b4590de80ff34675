-- exclusive
-- When a person last took back that a statement had confirmed a payment. It waits for the bank again, and the next confirmation is another
-- kind of entry, so that each payment is still booked once at most.
alter table payouts add column undone_at timestamptz;
alter table transactions add column undone_at timestamptz;
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'charge-undone', 'charge-again', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund',
    'refund-failure', 'settlement', 'payout-reserve', 'payout', 'payout-undone', 'payout-again', 'payout-release', 'payout-return',
    'payout-exchange', 'dispute', 'dispute-won', 'dispute-lost', 'dispute-fee', 'withdrawal', 'withdrawal-return')) not valid;

-- What the sum of a file did to a payment: confirmed it, or only noted what was booked before. Null: the job has not come to it, or the line
-- stands for one payment.
alter table bank_line_matches add column effect text collate "C" check (effect in ('confirmed', 'noted'));
update bank_line_matches m
set effect = case when e.created_at >= (l.matches -> 0 ->> 'at')::timestamptz then 'confirmed' else 'noted' end
from bank_lines l, ledger_entries e
where l.tenant_id = m.tenant_id and l.id = m.line_id and l.matches -> 0 ->> 'kind' = 'paymentFile'
  and e.tenant_id = m.tenant_id and e.source_id = m.object_id and e.kind in ('payout', 'charge');
