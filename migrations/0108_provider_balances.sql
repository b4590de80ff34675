-- An inquiry only asks and moves no money; an appeal reopens what was lost. Each begins with a report of the gateway, by its clock.
alter table disputes add stage text collate "C" not null default 'dispute' check (stage in ('inquiry', 'dispute', 'appeal'));
alter table disputes add stage_at timestamptz;
-- While an appeal is open, its money is still lost.
alter table disputes drop constraint disputes_taken;
alter table disputes add constraint disputes_taken
  check (status in ('lost', 'accepted') or (stage = 'appeal' and status <> 'won') or (allocations = '[]' and credit_taken = 0)) not valid;
alter table disputes validate constraint disputes_taken;
-- Two accounts at one provider may name different disputes alike.
drop index disputes_reference;
create unique index disputes_reference on disputes (tenant_id, gateway, coalesce(connection_id, ''), reference);

-- With which browser a payer signed: a provider asks for it as part of the proof. Empty where it is not known.
alter table mandate_signatures add user_agent text not null default '';

-- One row: money that a provider sent to the tenant's own bank account, as the provider tells it.
create table gateway_withdrawals (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  gateway text collate "C" not null,
  connection_id text collate "C", -- null for the simulator
  reference text collate "C" not null check (length(reference) between 1 and 200),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount between 1 and 9007199254740991),
  status text collate "C" not null check (status in ('paid', 'failed')),
  paid_at timestamptz not null, -- by the provider's clock
  failed_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check ((status = 'failed') = (failed_at is not null))
);
select protect('gateway_withdrawals');
create unique index gateway_withdrawals_once on gateway_withdrawals (tenant_id, gateway, coalesce(connection_id, ''), reference);
create unique index ledger_entries_withdrawal_once on ledger_entries (tenant_id, source_id, kind)
  where kind in ('withdrawal', 'withdrawal-return');

-- One row: what a provider held and what the ledger says it holds, compared on a day, by currency.
create table gateway_reconciliations (
  tenant_id text collate "C" not null references tenants,
  connection_id text collate "C" not null,
  date text collate "C" not null check (date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), -- in UTC
  is_equal boolean not null,
  currencies jsonb not null check (jsonb_typeof(currencies) = 'array'),
  compared_at timestamptz not null,
  primary key (tenant_id, connection_id, date)
);
select protect('gateway_reconciliations');
