-- expand
-- Whether the session that connected the assistant had proved one.
alter table assistants add column second_factor boolean not null default false;
