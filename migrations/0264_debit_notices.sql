-- expand
-- One row: the payer of a direct debit by file was told of it. It is written in the commit of the mail, so nobody is told twice. The debit
-- is not collected before `collects_on`.
create table debit_notices (
  tenant_id text collate "C" not null,
  transaction_id text collate "C" not null,
  collects_on text collate "C" not null check (collects_on ~ '^\d{4}-\d\d-\d\d$'),
  told_at timestamptz not null,
  primary key (tenant_id, transaction_id),
  foreign key (tenant_id, transaction_id) references transactions
);
select protect('debit_notices');
