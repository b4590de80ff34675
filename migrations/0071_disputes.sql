-- How far the disputes of a charge exceed what its refunds had left of it. A dispute is a fact and raises it; nothing else does, so refunds
-- stay within the charge less its disputes, whatever the code does.
alter table transactions add column disputed_excess bigint not null default 0;
alter table transactions drop constraint transactions_refund_budget;
alter table transactions add constraint transactions_refund_budget
  check (refunded >= 0 and refunding >= 0 and disputed_excess between 0 and disputed
    and refunded + refunding + disputed <= amount + disputed_excess) not valid;

-- What was lost of a payment intent to disputes.
alter table payment_intents add column disputed bigint not null default 0;
alter table payment_intents add constraint payment_intents_disputed check (disputed >= 0) not valid;

-- One row: money of a charge that the payer's bank contests, as its gateway tells it. `reference` is how the gateway names it. The status
-- follows from what is known: the bank's latest decision, that the tenant accepted it, that the date passed without evidence, the evidence.
create table disputes (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  transaction_id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  contact_id text collate "C" not null,
  gateway text collate "C" not null,
  reference text collate "C" not null,
  currency text not null,
  amount bigint not null,
  reason text not null,
  status text collate "C" not null,
  evidence jsonb,
  evidence_due_at timestamptz not null,
  decision text,
  decided_at timestamptz, -- by the gateway's clock: of two decisions the later one counts
  accepted_at timestamptz,
  expired_at timestamptz,
  closed_at timestamptz,
  fees bigint not null,
  fees_at timestamptz, -- by the gateway's clock: of two fees the later one counts
  allocations jsonb not null, -- while it is lost: which intents it was taken from
  credit_taken bigint not null, -- while it is lost: what was taken from the contact's credit
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('disputes');
alter table disputes add constraint disputes_transaction foreign key (tenant_id, transaction_id) references transactions;
alter table disputes add constraint disputes_amount check (amount between 1 and 9007199254740991);
alter table disputes add constraint disputes_fees check (fees >= 0);
alter table disputes add constraint disputes_decision check (decision in ('won', 'lost'));
alter table disputes add constraint disputes_decided check ((decision is null) = (decided_at is null));
alter table disputes add constraint disputes_status check (status = case
  when decision = 'won' then 'won'
  when accepted_at is not null then 'accepted'
  when decision = 'lost' or expired_at is not null then 'lost'
  when evidence is not null then 'under-review'
  else 'needs-response' end);
alter table disputes add constraint disputes_closed check ((closed_at is null) = (status in ('needs-response', 'under-review')));
alter table disputes add constraint disputes_taken check (status in ('lost', 'accepted') or (allocations = '[]' and credit_taken = 0));
create unique index disputes_number on disputes (tenant_id, number);
create unique index disputes_reference on disputes (tenant_id, gateway, reference);
create index disputes_by_status on disputes (tenant_id, status, id);
create index disputes_by_transaction on disputes (tenant_id, transaction_id, id);
create index disputes_by_intent on disputes (tenant_id, payment_intent_id, id);
create index disputes_by_contact on disputes (tenant_id, contact_id, id);
create index disputes_by_due_date on disputes (tenant_id, evidence_due_at, id);

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund',
    'payout-reserve', 'payout', 'payout-release', 'payout-return', 'dispute', 'dispute-won', 'dispute-lost', 'dispute-fee')) not valid;
create unique index ledger_entries_disputed_once on ledger_entries (tenant_id, source_id) where kind = 'dispute';

-- The outcome of a refund may be known later, from then on by the tenant's clock.
alter table simulator_refunds add column settles_at timestamptz;

-- One row: a dispute as the simulated gateway knows it.
create table simulator_disputes (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  decision text,
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_disputes');
alter table simulator_disputes add constraint simulator_disputes_decision check (decision in ('won', 'lost'));

-- One row: what the simulated gateway was told about a dispute: evidence, or that the tenant accepts it.
create table simulator_dispute_answers (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  dispute text collate "C" not null,
  evidence jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_dispute_answers');
