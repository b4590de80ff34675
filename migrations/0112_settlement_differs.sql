-- The provider reported a settlement that does not add up to the charge. Nothing of it is booked, and a person compares the two.
alter table transactions add settlement_differs boolean not null default false;
alter table transactions add constraint transactions_settlement_differs_check check (not settlement_differs or connection_id is not null) not valid;
alter table transactions validate constraint transactions_settlement_differs_check;
-- Few differ, and the overview asks for them.
create index transactions_settlement_differs on transactions (tenant_id, id) where settlement_differs;
