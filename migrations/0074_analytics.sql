-- When the payment arrived that completed a payment intent; null while something is due, and on plans, whose installments have it.
alter table payment_intents add column paid_at timestamptz;
update payment_intents p set paid_at = completed.effective_at
from (
  select distinct on (e.tenant_id, r.account) e.tenant_id, split_part(r.account, ':', 2) as intent_id, e.effective_at
  from ledger_entries e
  cross join lateral jsonb_to_recordset(e.postings) as r(account text)
  where e.kind = 'charge' and r.account like 'received:%'
  order by e.tenant_id, r.account, e.id desc
) completed
where p.tenant_id = completed.tenant_id and p.id = completed.intent_id and p.status = 'paid-full';

-- What refunds by line gave back of a payment intent, by the index of the line; other refunds count on its lines in proportion.
alter table payment_intents add column refunded_lines jsonb not null default '{}';
update payment_intents p set refunded_lines = by_line.amounts
from (
  select tenant_id, payment_intent_id, jsonb_object_agg(line, amount) as amounts
  from (
    select r.tenant_id, r.payment_intent_id, i.line, sum(i.amount) as amount
    from refund_intents r
    cross join lateral jsonb_to_recordset(r.items) as i(line int, amount bigint)
    where r.status = 'settled'
    group by r.tenant_id, r.payment_intent_id, i.line
  ) sums
  group by tenant_id, payment_intent_id
) by_line
where p.tenant_id = by_line.tenant_id and p.id = by_line.payment_intent_id and p.plan_id is null;

-- Why a payment intent was canceled; null where nobody said.
alter table payment_intents add column cancel_reason text;
alter table payment_intents add constraint payment_intents_cancel_reason
  check (cancel_reason in ('duplicate', 'requested-by-customer', 'abandoned', 'fraudulent', 'mistake', 'other')) not valid;

-- Reports of one team, and as of a time before some cancellations. Nothing changes a canceled intent, so it was canceled at updated_at.
create index payment_intents_by_team on payment_intents (tenant_id, team_id, id) where team_id is not null;
create index payment_intents_canceled on payment_intents (tenant_id, updated_at) where status = 'canceled';

-- One row: some object was inserted, changed or deleted since the roll-ups were folded. `before` has the columns that they follow from, as
-- they were; null where it did not exist. `revision` is the one before.
create table row_changes (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  revision int not null,
  before jsonb
);
select protect('row_changes');
create index row_changes_by_object on row_changes (tenant_id, kind, object_id);

-- One row: how far the roll-ups of a tenant are built. Their days are those of `timezone`; it is empty while they are being cleared.
create table analytics_states (
  tenant_id text collate "C" not null references tenants,
  timezone text not null,
  intents_to text collate "C" not null, -- the last payment intent that they include
  transactions_to text collate "C" not null,
  ready boolean not null, -- they include everything but the row changes
  primary key (tenant_id)
);
select protect('analytics_states');

-- One row: sums of what happened on a day or in a month, by a key that the kind has, such as the service. Which kinds there are and what
-- their columns mean is in docs/decisions/0031-analytics.md.
create table analytics_sums (
  tenant_id text collate "C" not null,
  kind text collate "C" not null,
  grain text collate "C" not null,
  at date not null, -- the day, or the first day of the month
  currency text collate "C" not null,
  key text collate "C" not null,
  count bigint not null,
  amount bigint not null,
  paid bigint not null,
  refunded bigint not null,
  settled bigint not null,
  primary key (tenant_id, kind, grain, at, currency, key)
) with (fillfactor = 70);
select protect('analytics_sums');
alter table analytics_sums add constraint analytics_sums_grain check (grain in ('day', 'month'));

-- One row: what a contact has paid in a currency of intents that were created on a day, and which of them it paid late.
create table analytics_customer_days (
  tenant_id text collate "C" not null,
  currency text collate "C" not null,
  contact_id text collate "C" not null,
  day date not null,
  paid bigint not null,
  late_count bigint not null,
  late_amount bigint not null,
  primary key (tenant_id, currency, contact_id, day)
);
select protect('analytics_customer_days');

-- One row: the same over all days. No range of days has more, so the largest customers of a range are found without reading all of them.
create table analytics_customers (
  tenant_id text collate "C" not null,
  currency text collate "C" not null,
  contact_id text collate "C" not null,
  paid bigint not null,
  late_count bigint not null,
  late_amount bigint not null,
  primary key (tenant_id, currency, contact_id)
);
select protect('analytics_customers');
create index analytics_customers_by_paid on analytics_customers (tenant_id, currency, paid desc, contact_id);
create index analytics_customers_by_late on analytics_customers (tenant_id, currency, late_count desc, late_amount desc, contact_id)
  where late_count > 0;
