-- What goes back of a charge: refunds that are settled, refunds that are open (draft to processing), and disputes. Open and settled refunds
-- never exceed the charge, whatever the code does. Disputes are not part of the check: a dispute is a fact, also where all was refunded
-- before, so the code checks them when a refund is created and when it is released, under the revision of this row.
alter table transactions add column refunded bigint not null default 0;
alter table transactions add column refunding bigint not null default 0;
alter table transactions add column disputed bigint not null default 0;
alter table transactions add column refund_of text collate "C"; -- of a refund: the charge whose money went back
alter table transactions add constraint transactions_refund_budget
  check (refunded >= 0 and refunding >= 0 and disputed >= 0 and refunded + refunding <= amount) not valid;
alter table transactions add constraint transactions_refund_of check ((transaction_type = 'refund') = (refund_of is not null)) not valid;
create index transactions_by_refunded_charge on transactions (tenant_id, refund_of, id) where refund_of is not null;

-- A charge that was refunded may still be reversed by the payer's bank. Then more was refunded than the remaining payments: a loss, and a fact.
alter table payment_intents drop constraint payment_intents_check1;
alter table payment_intents add constraint payment_intents_refunded check (refunded >= 0) not valid;

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('charge', 'reversal', 'transfer', 'allocation', 'split', 'split-reversal', 'refund')) not valid;
create unique index ledger_entries_refunded_once on ledger_entries (tenant_id, source_id) where kind = 'refund';

-- One row: money of a charge that somebody wants to give back, from the draft to the settled refund.
create table refund_intents (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  transaction_id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  contact_id text collate "C" not null,
  currency text not null,
  amount bigint not null,
  items jsonb not null, -- which lines of the payment intent are refunded; empty where the refund is not by line
  fees bigint not null,
  reason text,
  status text collate "C" not null,
  approval jsonb not null default '{"required": false, "status": "none", "request": null}',
  gateway text, -- that gives the money back; null where a person does and then settles the refund
  refund_transaction_id text collate "C",
  failure jsonb,
  drafted_by jsonb not null,
  started_at timestamptz, -- when it was released to be paid
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, transaction_id) references transactions,
  foreign key (tenant_id, refund_transaction_id) references transactions
);
select protect('refund_intents');
alter table refund_intents add constraint refund_intents_amount check (amount between 1 and 9007199254740991);
alter table refund_intents add constraint refund_intents_fees check (fees >= 0);
alter table refund_intents add constraint refund_intents_status
  check (status in ('draft', 'approved', 'processing', 'settled', 'failed', 'rejected', 'canceled'));
alter table refund_intents add constraint refund_intents_settled check ((status = 'settled') = (refund_transaction_id is not null));
alter table refund_intents add constraint refund_intents_failed check ((status = 'failed') = (failure is not null));
create index refund_intents_by_status on refund_intents (tenant_id, status, id);
create index refund_intents_by_transaction on refund_intents (tenant_id, transaction_id, id);
create index refund_intents_by_intent on refund_intents (tenant_id, payment_intent_id, id);
create index refund_intents_by_contact on refund_intents (tenant_id, contact_id, id);
create unique index refund_intents_settled_once on refund_intents (tenant_id, refund_transaction_id) where refund_transaction_id is not null;

-- One row: a refund as the simulated gateway remembers it.
create table simulator_refunds (
  tenant_id text collate "C" not null,
  key text collate "C" not null,
  charge_key text collate "C" not null,
  reference text collate "C" not null,
  amount bigint not null,
  currency text not null,
  status text not null,
  decline_code text,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select protect('simulator_refunds');
alter table simulator_refunds add constraint simulator_refunds_status check (status in ('succeeded', 'declined'));
