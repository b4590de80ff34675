-- One row: a statement of an own account, imported from a file of the bank. Balances are null where the format has none. The same bytes are
-- imported once. `warnings` says where it does not continue the statement before it.
create table bank_statements (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  number text collate "C" not null,
  own_account_id text collate "C" not null,
  format text collate "C" not null check (format in ('camt.053', 'camt.054', 'mt940', 'ofx', 'csv')),
  currency text not null,
  from_day text collate "C" not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  to_day text collate "C" not null check (to_day ~ '^\d{4}-\d\d-\d\d$' and to_day >= from_day),
  opening bigint check (abs(opening) <= 9007199254740991),
  closing bigint check (abs(closing) <= 9007199254740991),
  line_count int not null check (line_count >= 0),
  new_count int not null check (new_count between 0 and line_count),
  warnings jsonb not null,
  sha256 text collate "C" not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, own_account_id) references own_accounts
);
select protect('bank_statements');
create unique index bank_statements_once on bank_statements (tenant_id, own_account_id, sha256);
create index bank_statements_by_day on bank_statements (tenant_id, own_account_id, to_day);

-- One row: a payment that the bank has booked on an own account. `booking_key` identifies the booking at the bank; a booking of a batch has
-- several lines, and `booking_amount` is their sum. `occurrence` tells apart equal bookings of one day,
-- and `is_complete` says that the statement had all bookings of its days, because its balances add up. `counterparty_hash` is a keyed hash
-- of the other account, of which only the last digits are kept.
create table bank_lines (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  own_account_id text collate "C" not null,
  statement_id text collate "C" not null,
  format text collate "C" not null check (format in ('camt.053', 'camt.054', 'mt940', 'ofx', 'csv')),
  line int not null,
  booked_at timestamptz not null,
  value_at timestamptz,
  amount bigint not null check (amount <> 0 and abs(amount) <= 9007199254740991),
  currency text not null,
  name text,
  counterparty_masked text,
  counterparty_hash text collate "C",
  text text not null check (length(text) <= 1000),
  refs jsonb not null,
  return_code text,
  is_reversal boolean not null,
  booking_key text collate "C" not null,
  booking_amount bigint not null,
  is_complete boolean not null,
  occurrence int not null check (occurrence >= 0),
  part int not null check (part >= 0),
  possible_duplicate text collate "C",
  status text collate "C" not null check (status in ('new', 'suggested', 'matched', 'ignored')),
  matches jsonb not null,
  candidates jsonb not null,
  charges bigint not null check (charges >= 0),
  note text check (length(note) <= 500),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, own_account_id) references own_accounts,
  foreign key (tenant_id, statement_id) references bank_statements deferrable initially deferred, -- lines are sent before it
  check ((status = 'matched') = (jsonb_array_length(matches) > 0)),
  check ((status = 'ignored') = (note is not null))
);
select protect('bank_lines');
create unique index bank_lines_once on bank_lines (tenant_id, own_account_id, booking_key, occurrence, part);
create index bank_lines_by_status on bank_lines (tenant_id, status, id);
create index bank_lines_by_statement on bank_lines (tenant_id, statement_id, id);
create index bank_lines_by_day on bank_lines (tenant_id, own_account_id, booked_at);
create index bank_lines_by_counterparty on bank_lines (tenant_id, counterparty_hash) where counterparty_hash is not null and status = 'matched';

-- One row: what a line is matched to. A payout, a refund or a payment is booked by one line; its return by another one.
create table bank_line_matches (
  tenant_id text collate "C" not null,
  line_id text collate "C" not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  primary key (tenant_id, line_id, kind, object_id),
  foreign key (tenant_id, line_id) references bank_lines
);
select protect('bank_line_matches');
create unique index bank_line_matches_once on bank_line_matches (tenant_id, kind, object_id);

-- A transfer that a statement booked and a person took back.
alter table bank_transfers drop constraint bank_transfers_status_check;
alter table bank_transfers add constraint bank_transfers_status_check check (status in ('allocated', 'unallocated', 'reversed'));
alter table bank_transfers drop constraint bank_transfers_check;
alter table bank_transfers add constraint bank_transfers_payment_check check ((status = 'unallocated') = (transaction_id is null));

-- What a payment of an amount may be for.
create index payment_intents_open_by_due on payment_intents (tenant_id, currency, (amount - paid)) where status in ('due', 'overdue', 'paid-partial');
