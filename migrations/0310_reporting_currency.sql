-- expand
-- Into which currency reports convert their totals, besides showing each currency. Null: into none.
alter table tenants add column reporting_currency text;
alter table tenants add constraint tenants_reporting_currency check (reporting_currency ~ '^[A-Z]{3}$') not valid;
