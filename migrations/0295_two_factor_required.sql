-- expand
-- From then on a person of the tenant who signs in without a second factor can only set one up. Null: the tenant does not require it.
alter table tenants add column two_factor_from timestamptz;
