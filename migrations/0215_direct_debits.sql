-- exclusive
-- A mandate that the tenant holds itself, signed on paper or elsewhere: {scheme, signedOn, isOneOff, noticeDays, collectsDue}. Debits by it go
-- into payment files, and no gateway knows it.
alter table authorizations add column terms jsonb;
alter table authorizations add constraint authorizations_terms check ((terms is not null) = (gateway = 'bank-file')) not valid;
alter table authorizations validate constraint authorizations_terms;
-- Banks know a mandate by its reference.
create unique index authorizations_reference_once on authorizations (tenant_id, reference) where gateway = 'bank-file';

-- A debit by such a mandate waits, processing, until a payment file holds it. It left for the bank when that file did.
alter table transactions add column file_id text collate "C";
alter table transactions add constraint transactions_file check (file_id is null or (gateway is null and authorization_id is not null)) not valid;
alter table transactions validate constraint transactions_file;
-- What a bank may have is not canceled: its money may still come.
alter table transactions add constraint transactions_file_canceled check (status <> 'canceled' or file_id is null) not valid;
alter table transactions validate constraint transactions_file_canceled;
create index transactions_for_files on transactions (tenant_id, id)
  where gateway is null and authorization_id is not null and status = 'processing' and file_id is null;
create index transactions_debits_by_intent on transactions (tenant_id, payment_intent_id) where gateway is null and authorization_id is not null;

-- A file holds payouts or debits, never both.
alter table payment_files add column direction text collate "C" not null default 'credits';
alter table payment_files add constraint payment_files_direction check (direction in ('credits', 'debits')) not valid;
alter table payment_files validate constraint payment_files_direction;
alter table payment_files drop constraint payment_files_format_check;
alter table payment_files add constraint payment_files_format check (format in ('pain.001', 'pain.008', 'nacha')) not valid;
alter table payment_files validate constraint payment_files_format;
alter table payment_file_lines alter payout_id drop not null;
alter table payment_file_lines add column transaction_id text collate "C";
alter table payment_file_lines add column authorization_id text collate "C";
alter table payment_file_lines add column sequence text collate "C";
alter table payment_file_lines add constraint payment_file_lines_kind check (
  num_nonnulls(payout_id, transaction_id) = 1 and num_nonnulls(transaction_id, authorization_id, sequence) in (0, 3)
  and (sequence is null or sequence in ('FRST', 'RCUR', 'OOFF', 'FNAL'))) not valid;
alter table payment_file_lines validate constraint payment_file_lines_kind;
alter table payment_file_lines add constraint payment_file_lines_debit foreign key (tenant_id, transaction_id) references transactions;
alter table payment_file_lines add constraint payment_file_lines_mandate foreign key (tenant_id, authorization_id) references authorizations;
-- A debit is in one file. Only a file that was never sent gives it back.
create unique index payment_file_lines_debit_once on payment_file_lines (tenant_id, transaction_id) where not is_canceled;
create index payment_file_lines_by_debit on payment_file_lines (tenant_id, transaction_id) where transaction_id is not null;
create index payment_file_lines_by_mandate on payment_file_lines (tenant_id, authorization_id) where authorization_id is not null;
