-- expand
-- Who has dealt with a part that waited for a person, when, and what was done outside of this service.
alter table bank_answer_items add column handled_at timestamptz;
alter table bank_answer_items add column handled_by text collate "C";
alter table bank_answer_items add column handling text;
