-- A tenant's settings are an object like the others: with a version that If-Match compares, the time of the last change, and metadata.
alter table tenants add column version int not null default 1;
alter table tenants add column updated_at timestamptz;
alter table tenants add column metadata jsonb not null default '{}';
