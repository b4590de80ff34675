-- Reports as of an earlier time find what was changed or deleted since, and what it was: the audit log says so.
create index audit_entries_changes on audit_entries (tenant_id, object_type, id)
  where before is not null and object_type in ('paymentIntents', 'transactions', 'splitIntents');
drop index payment_intents_canceled; -- a canceled intent does change: a refund of it may settle later

-- What was refunded of a canceled intent counts as refunded. The sums of tenants who have such an intent are built anew.
delete from analytics_states s where exists (
  select 1 from payment_intents p where p.tenant_id = s.tenant_id and p.status = 'canceled' and p.refunded > 0
);
