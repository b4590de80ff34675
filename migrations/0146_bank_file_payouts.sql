-- What payment files say about an account besides its number. The account type is for NACHA, and is checking when absent.
alter table bank_accounts add address jsonb;
alter table bank_accounts add account_type text collate "C";
alter table bank_accounts add constraint bank_accounts_account_type check (account_type in ('checking', 'savings')) not valid;
alter table bank_accounts validate constraint bank_accounts_account_type;

-- A payout by bank file waits until a payment file holds it. It is sent once that file is.
alter table payouts add file_id text collate "C";
alter table payouts drop constraint payouts_method;
alter table payouts add constraint payouts_method
  check (method in ('bank-transfer', 'sepa', 'ach', 'wire', 'pix', 'spei', 'bank-file', 'manual')) not valid;
alter table payouts validate constraint payouts_method;
alter table payouts drop constraint payouts_by_hand;
alter table payouts add constraint payouts_by_hand check ((method in ('bank-file', 'manual')) = (gateway is null)) not valid;
alter table payouts validate constraint payouts_by_hand;
alter table payouts add constraint payouts_file check (file_id is null or method = 'bank-file') not valid;
alter table payouts validate constraint payouts_file;
-- The money of a payout may be free again only if no file holds it.
alter table payouts add constraint payouts_canceled check (status <> 'canceled' or file_id is null) not valid;
alter table payouts validate constraint payouts_canceled;
create index payouts_by_file on payouts (tenant_id, file_id, id) where file_id is not null;
create index payouts_for_files on payouts (tenant_id, id) where method = 'bank-file' and status = 'processing' and file_id is null;
