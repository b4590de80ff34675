-- The tax that the price of a service includes: {"rate", "code"}. Lines and order items copy it, so that a change does not touch them.
alter table services add column tax jsonb;
