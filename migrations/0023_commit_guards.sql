-- Ends a statement with a SQLSTATE of ours: in the last expression of a commit, it refuses the commit.
create function refuse(state text) returns int language plpgsql as $$
begin
  raise exception 'the commit was refused' using errcode = state;
end $$;

-- A row without status and body is a request that has prepared an external call and has no response yet. It keeps the key for these bytes.
alter table idempotency_keys alter column status drop not null;
alter table idempotency_keys alter column body drop not null;
alter table idempotency_keys add constraint idempotency_keys_response check ((status is null) = (body is null));
