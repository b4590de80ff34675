-- The rows that name an object are found by an index. Without one, each such list, and deleting what they name, read all rows of the tenant.
create index authorizations_by_account on authorizations (tenant_id, bank_account_id, id);
drop index authorizations_open; -- an account has few mandates
create index bank_transfers_by_intent on bank_transfers (tenant_id, payment_intent_id, id) where payment_intent_id is not null;
create index bank_transfers_by_transaction on bank_transfers (tenant_id, transaction_id, id) where transaction_id is not null;
create index partnerships_by_team on partnerships (tenant_id, team_id, id) where team_id is not null;
create index payment_splits_by_payout on payment_splits (tenant_id, payout_id, id) where payout_id is not null;
create index payouts_by_account on payouts (tenant_id, bank_account_id, id) where bank_account_id is not null;
create index services_by_supplier on services (tenant_id, supplier_id, id) where supplier_id is not null;
create index subscriptions_by_authorization on subscriptions (tenant_id, authorization_id, id) where authorization_id is not null;
create index subscriptions_by_team on subscriptions (tenant_id, team_id, id) where team_id is not null;
create index transactions_by_authorization on transactions (tenant_id, authorization_id, id) where authorization_id is not null;

-- The business's own number of a payment, and what a bank statement says.
create index payment_intents_by_reference on payment_intents (tenant_id, reference, id) where reference is not null;
create index transactions_by_reference on transactions (tenant_id, reference, id) where reference is not null;
