-- Every posting is a debit or a credit of a whole amount, and together they balance. Wrong code can't write anything else.
create function balanced(postings jsonb) returns boolean language sql immutable as $$
  select coalesce(count(*) >= 2 and sum(debit) = sum(credit)
    and bool_and(coalesce(debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0) and account <> '', false)), false)
  from jsonb_to_recordset(postings) as p(account text, debit bigint, credit bigint)
$$;

-- One row: money that moved, in one currency, as debits and credits that balance. Never updated, never deleted.
create table ledger_entries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null check (kind in ('charge', 'reversal', 'transfer', 'split', 'split-reversal')),
  source_type text not null,
  source_id text collate "C" not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  effective_at timestamptz not null,
  postings jsonb not null check (balanced(postings)),
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ledger_entries_by_source on ledger_entries (tenant_id, source_id, id);
-- A charge counts once and is taken back once, whatever the code does.
create unique index ledger_entries_once on ledger_entries (tenant_id, source_id, kind) where kind in ('charge', 'reversal', 'transfer');
create trigger append_only before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
select protect('ledger_entries');
