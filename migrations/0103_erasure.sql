-- When a contact was erased: its personal data was overwritten, and the books keep its id.
alter table contacts add column erased_at timestamptz;

-- What would belong to a contact that is erased in the same moment is refused: its request runs again and finds the contact erased.
create function refuse_erased_contact() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added a join contacts c on c.tenant_id = a.tenant_id and c.id = a.contact_id where c.erased_at is not null
  ) then
    raise exception 'a contact was erased' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger refuse_erased_contact after insert on payment_intents
  referencing new table as added for each statement execute function refuse_erased_contact();
create trigger refuse_erased_contact after insert on orders
  referencing new table as added for each statement execute function refuse_erased_contact();
create trigger refuse_erased_contact after insert on subscriptions
  referencing new table as added for each statement execute function refuse_erased_contact();
create trigger refuse_erased_contact after insert on authorizations
  referencing new table as added for each statement execute function refuse_erased_contact();
create trigger refuse_erased_contact after insert on bank_accounts
  referencing new table as added for each statement execute function refuse_erased_contact();

-- What contacts did in their portal is looked up when one is erased or asks for their data. Others do not act there, so it is small.
create index audit_entries_by_contact on audit_entries (tenant_id, user_id, id) where user_type = 'contact';

-- One row: an audit entry whose personal data was overwritten by the act of another entry. `digest` is what the chain has of the entry,
-- `redacted` the digest of what is left of it. The act's own entry, which is in the chain, has a hash over all rows of the act.
create table audit_redactions (
  tenant_id text collate "C" not null references tenants,
  entry_id text collate "C" not null,
  act_id text collate "C" not null,
  digest text collate "C" not null,
  redacted text collate "C" not null,
  primary key (tenant_id, entry_id, act_id)
);
alter table audit_redactions add constraint audit_redactions_changed check (digest <> redacted);
create index audit_redactions_by_act on audit_redactions (tenant_id, act_id, entry_id);
select protect('audit_redactions');
revoke update, delete, truncate on audit_redactions from current_user;

-- Overwrites what audit entries say of a person. The role may not change entries, before and after: the privilege lasts for this statement.
create function redact_audit_entries(redactions jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('redact_audit_entries')); -- two that change the privilege at once would fail
  grant update (before, after, address) on audit_entries to current_user;
  update audit_entries e set before = r.before, after = r.after, address = r.address
  from jsonb_to_recordset(redactions) as r(tenant_id text, id text, before text, after text, address text)
  where e.tenant_id = r.tenant_id and e.id = r.id;
  revoke update (before, after, address) on audit_entries from current_user;
end $$;
