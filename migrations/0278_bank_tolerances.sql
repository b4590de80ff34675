-- expand
-- How much less than due, in minor units by currency, still pays in full. Currencies that are not in it have the usual tolerance.
alter table tenants add column bank_tolerances jsonb not null default '{}';
