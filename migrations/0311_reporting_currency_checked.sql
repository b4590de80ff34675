-- expand
-- The values that were there before the check.
alter table tenants validate constraint tenants_reporting_currency;
