-- Calls were counted by whole seconds, so a window of exactly a minute would have admitted some of them up to a second too early.
alter table call_counts alter column second type numeric(13, 3);
comment on column call_counts.second is 'since 1970, to the millisecond';
