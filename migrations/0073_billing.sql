-- One row: what a tenant pays for the service. `plan` is the plan as it was when the period began that is billed next; `billed` is how much
-- of everything that was ever used is on an invoice, so that each payment and payout is billed once, whenever it was committed.
create table billing_subscriptions (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  plan jsonb not null,
  next_plan text,
  next_plan_from timestamptz,
  period_start timestamptz not null,
  billed jsonb not null,
  invoices int not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('billing_subscriptions');
alter table billing_subscriptions add constraint billing_subscriptions_one check (id = tenant_id);
alter table billing_subscriptions add constraint billing_subscriptions_next check ((next_plan is null) = (next_plan_from is null));
alter table billing_subscriptions add constraint billing_subscriptions_invoices check (invoices >= 0);

-- One row: a month that a tenant pays for. Once it is issued only its status changes: no other column may be updated, and no row deleted.
create table billing_invoices (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  plan text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  lines jsonb not null,
  total bigint not null,
  currency text collate "C" not null,
  status text collate "C" not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  reference text,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('billing_invoices');
alter table billing_invoices add constraint billing_invoices_period check (period_start < period_end and period_end <= issued_at);
alter table billing_invoices add constraint billing_invoices_due check (issued_at <= due_at);
alter table billing_invoices add constraint billing_invoices_total check (total between 0 and 9007199254740991);
alter table billing_invoices add constraint billing_invoices_status check (status in ('open', 'paid', 'void'));
alter table billing_invoices add constraint billing_invoices_paid check ((status = 'paid') = (paid_at is not null));
create unique index billing_invoices_number on billing_invoices (tenant_id, number);
-- A month is billed once, whatever the code does.
create unique index billing_invoices_once on billing_invoices (tenant_id, period_start);
create index billing_invoices_by_status on billing_invoices (tenant_id, status, id);
revoke update, delete, truncate on billing_invoices from current_user;
grant update (status, paid_at, reference, updated_at, version, revision) on billing_invoices to current_user;

-- Tenants that exist are on the plan that costs nothing, and pay from now on, by their own clock. The job looks when their month ends.
insert into billing_subscriptions
  (tenant_id, id, plan, period_start, billed, invoices, metadata, created_at, updated_at, version, revision)
select t.id, t.id,
  '{"plan": "community", "name": "Community", "currency": "USD", "baseFee": 0,
    "usage": {"payments": {"included": 0, "unitAmount": 0}, "payouts": {"included": 0, "unitAmount": 0}}}',
  c.now, '{"payments": 0, "payouts": 0}', 0, '{}', c.now, c.now, 1, 1
from tenants t
cross join lateral (select date_trunc('milliseconds', now() + t.clock_offset_ms * interval '1 millisecond') as now) c;

insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
select s.tenant_id, substr(md5('billing ' || s.tenant_id), 1, 24), 'issue-invoice', '{"invoice": 1}', s.period_start, s.created_at
from billing_subscriptions s;

-- Which partner's balance an entry changes, so that a partner's statement reads its own entries and no others.
alter table ledger_entries add column partnership_id text collate "C";
grant update (partnership_id) on ledger_entries to current_user;
update ledger_entries e set partnership_id = (
  select split_part(p.account, ':', 2) from jsonb_to_recordset(e.postings) as p(account text) where p.account like 'payable:%' limit 1
)
where e.kind in ('split', 'split-reversal', 'payout-reserve', 'payout-release', 'payout-return');
revoke update (partnership_id) on ledger_entries from current_user;
create index ledger_entries_by_partnership on ledger_entries (tenant_id, partnership_id, id) where partnership_id is not null;
