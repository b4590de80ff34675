-- expand
-- The values that were there before the check.
alter table users validate constraint users_locale;
