-- expand
-- How many parts of an answer waited for a person and were dealt with.
alter table bank_answers add column handled int not null default 0;
