-- The JSON of a created object is stored once, in its audit entry, because entries are never deleted. The event names that entry, and the
-- response that is stored under an Idempotency-Key names the event. Both have their own text if it differs.
alter table events alter data drop not null;
alter table events add entry_id text collate "C";
alter table events add constraint events_data check ((data is null) <> (entry_id is null)) not valid;
alter table events validate constraint events_data;
comment on column events.entry_id is 'The audit entry whose `after` is the data of this event';

alter table idempotency_keys add event_id text collate "C";
alter table idempotency_keys drop constraint idempotency_keys_response;
alter table idempotency_keys add constraint idempotency_keys_response
  check (num_nonnulls(body, event_id) = num_nonnulls(status)) not valid;
alter table idempotency_keys validate constraint idempotency_keys_response;
comment on column idempotency_keys.event_id is 'The event whose data the response has';

-- Events with their data. A query that does not ask for the data does not read audit entries.
create view published_events with (security_invoker = true) as
  select e.tenant_id, e.id, e.event, e.object_id, coalesce(e.data, a.after) as data, e.sequence, e.created_at
  from events e left join audit_entries a on a.tenant_id = e.tenant_id and a.id = e.entry_id;
