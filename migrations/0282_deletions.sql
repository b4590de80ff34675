-- expand
-- What was deleted since a time: balances as of an earlier time still have it.
create index concurrently if not exists audit_entries_deletions on audit_entries (tenant_id, object_type, id)
  where after is null and before is not null;
