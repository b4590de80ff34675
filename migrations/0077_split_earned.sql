-- What a split has earned by all that was paid. `accrued` is what is left of it after refunds and disputes: what is owed to the partner.
alter table payment_splits add column earned bigint not null default 0;
update payment_splits s set earned = div(s.amount::numeric * i.paid, i.amount)
from payment_intents i
where i.tenant_id = s.tenant_id and i.id = s.payment_intent_id and s.accrued + s.reversed > 0;
alter table payment_splits add constraint payment_splits_earned check (earned between 0 and amount);
