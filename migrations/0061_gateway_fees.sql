-- What the gateway kept of a charge, or took for a refund, in the currency of the amount.
alter table transactions add column fee bigint not null default 0;
alter table transactions add constraint transactions_fee check (fee >= 0) not valid;
update transactions t set fee = r.fees
from refund_intents r
where r.tenant_id = t.tenant_id and r.refund_transaction_id = t.id and r.fees > 0;
