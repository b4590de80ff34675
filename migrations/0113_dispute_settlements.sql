-- What a provider made of a dispute in its own books, in another currency than the charge's: its movements added up, and when it said so.
alter table disputes add settlement jsonb check (settlement is null or jsonb_typeof(settlement) = 'object');
alter table disputes add constraint disputes_settlement_at_provider check (settlement is null or connection_id is not null) not valid;
alter table disputes validate constraint disputes_settlement_at_provider;
