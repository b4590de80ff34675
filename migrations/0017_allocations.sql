-- A bank transfer says who holds its money. Until now that could only be the simulator.
alter table bank_transfers add column gateway text collate "C" not null default 'simulator';
alter table bank_transfers alter column gateway drop default;

-- Kept money may be allocated later, once.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal'));
create unique index ledger_entries_allocated_once on ledger_entries (tenant_id, source_id) where kind = 'allocation';
