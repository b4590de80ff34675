-- One row: how a tenant's ledger accounts are named in its accounting program, and what the files for that program need.
create table journal_settings (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  accounts jsonb not null check (jsonb_typeof(accounts) = 'array'),
  datev jsonb not null check (jsonb_typeof(datev) = 'object'),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('journal_settings');
create unique index journal_settings_once on journal_settings (tenant_id);

-- One row: a month of the books that was closed. Its mapping is a copy, so that the month exports the same bytes later.
create table journal_closes (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  month text collate "C" not null check (month ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])$'),
  status text collate "C" not null check (status in ('closing', 'closed', 'reopening', 'reopened')),
  accounts jsonb not null,
  datev jsonb not null,
  lines bigint,
  totals jsonb,
  sha256 text,
  closed_by text collate "C" not null,
  closed_at timestamptz not null,
  approval jsonb not null,
  reopen_reason text,
  reopen_requested_by text collate "C",
  reopened_by text collate "C",
  reopened_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('journal_closes');
create unique index journal_closes_once on journal_closes (tenant_id, month) where status <> 'reopened';
create index journal_closes_by_month on journal_closes (tenant_id, month, id);
alter table journal_closes add constraint journal_closes_sealed check ((status = 'closing') = (sha256 is null));
alter table journal_closes add constraint journal_closes_reopened check ((status = 'reopened') = (reopened_at is not null));

-- The day on which an entry is booked: its own day, the day on which it became known where the month of its own is closed, or the first
-- open day where both are. Whoever closes a month holds the same lock exclusively, so no entry of that month commits after it. The function
-- is volatile: its query runs after the lock, and sees every month that was closed before.
create function booking_day(tenant text, fact text, known text) returns text language plpgsql volatile as $$
declare closed text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('journal ' || tenant, 0));
  select max(c.month) into closed from journal_closes c where c.tenant_id = tenant and c.status <> 'reopened';
  if closed is null or left(fact, 7) collate "C" > closed then return fact; end if;
  if left(known, 7) collate "C" > closed then return known; end if;
  return to_char(to_date(closed || '-01', 'YYYY-MM-DD') + interval '1 month', 'YYYY-MM-DD');
end $$;

-- The day on which an entry is booked, by the tenant's calendar when it was written, and its own day where that was another one. A stored
-- day stays, also when the tenant moves to another time zone.
alter table ledger_entries add column booked_on text collate "C", add column fact_on text collate "C";
grant update (booked_on) on ledger_entries to current_user;
update ledger_entries e set booked_on = to_char(e.effective_at at time zone t.timezone, 'YYYY-MM-DD')
from tenants t where t.id = e.tenant_id;
revoke update (booked_on) on ledger_entries from current_user;
alter table ledger_entries alter column booked_on set not null;
alter table ledger_entries add constraint ledger_entries_days
  check (booked_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and fact_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and fact_on <> booked_on) not valid;
create index ledger_entries_by_day on ledger_entries (tenant_id, booked_on, id);

-- The second line: whatever the code does, no entry is added to a closed month.
create policy open_month on ledger_entries as restrictive for insert
  with check (booked_on = booking_day(tenant_id, booked_on, booked_on));
