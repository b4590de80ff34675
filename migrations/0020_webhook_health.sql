-- One row: how the deliveries to an endpoint go. Apart from the endpoint itself, so that neither ever overwrites the other's columns.
create table webhook_health (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  failing_since timestamptz, -- of an active endpoint: since when no attempt has succeeded
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 70);
select protect('webhook_health');
insert into webhook_health (tenant_id, endpoint_id, failing_since, last_success_at, last_failure_at)
select tenant_id, id, failing_since, last_success_at, last_failure_at from webhook_endpoints;
alter table webhook_endpoints drop column failing_since;
alter table webhook_endpoints drop column last_success_at;
alter table webhook_endpoints drop column last_failure_at;

-- The attempts that a delivery had when it was last sent again on request: its retries are counted from there.
alter table deliveries add column attempts_before int not null default 0;
