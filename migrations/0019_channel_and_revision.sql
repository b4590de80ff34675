-- Through which channel a change came. The chain's digests cover values, not column names, so they stay valid.
alter table audit_entries rename column door to channel;

-- The number that detects concurrent changes. `version` is what users see: it moves only with a change that they see, and with its event.
alter table users add column revision int not null default 1;
alter table teams add column revision int not null default 1;
alter table api_keys add column revision int not null default 1;
alter table mails add column revision int not null default 1;
alter table webhook_endpoints add column revision int not null default 1;
alter table contacts add column revision int not null default 1;
alter table partnerships add column revision int not null default 1;
alter table services add column revision int not null default 1;
alter table orders add column revision int not null default 1;
alter table payment_intents add column revision int not null default 1;
alter table payment_splits add column revision int not null default 1;
alter table transactions add column revision int not null default 1;
alter table bank_transfers add column revision int not null default 1;

-- Append-only by privilege instead of by trigger: it needs no function and holds on every shard of a distributed table too.
drop trigger append_only on audit_entries;
drop trigger append_only on audit_chain;
drop trigger append_only on ledger_entries;
drop function refuse_change();
revoke update, delete, truncate on audit_entries from current_user;
revoke update, delete, truncate on audit_chain from current_user;
revoke update, delete, truncate on ledger_entries from current_user;
