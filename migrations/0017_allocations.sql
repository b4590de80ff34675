-- A bank transfer says who holds its money. Until now that could only be the simulator, as processes of the version before still mean.
alter table bank_transfers add column gateway text collate "C" not null default 'simulator';

-- Kept money may be allocated later, once. What is there already fits the narrower list, so it is not read again.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal')) not valid;
create unique index ledger_entries_allocated_once on ledger_entries (tenant_id, source_id) where kind = 'allocation';
