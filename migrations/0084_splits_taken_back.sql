-- Refunds and disputes take back the part of a split that they are of its intent, rounded down. It was rounded up: where that is another
-- amount, the partner gets it back, with its ledger entry. What was refunded before a split was made or released counts as taken back too.
with corrected as (
  select s.tenant_id, s.id, s.payment_intent_id, s.partnership_id, s.currency, s.status, s.paid_out, s.kept, s.kept - s.accrued as growth,
    greatest(s.reversed - (s.kept - s.accrued), s.earned - s.kept) as reversed, clock_timestamp() + t.clock_offset_ms * interval '1 millisecond' as at
  from (
    select s.*, greatest(0, s.earned - div(s.amount::numeric * (i.refunded + i.disputed), i.amount))::bigint as kept
    from payment_splits s
    join payment_intents i on i.tenant_id = s.tenant_id and i.id = s.payment_intent_id
    where i.refunded + i.disputed > 0 and s.status in ('pending', 'due', 'scheduled', 'paid', 'reversed')
  ) s
  join tenants t on t.id = s.tenant_id
  where s.kept > s.accrued or s.reversed < s.earned - s.kept
), saved as (
  update payment_splits s set accrued = c.kept, reversed = c.reversed, updated_at = c.at, version = s.version + 1, revision = s.revision + 1,
    status = case
      when c.status = 'scheduled' then c.status
      when c.kept > c.paid_out then 'due'
      when c.kept > 0 then 'paid'
      else 'reversed'
    end
  from corrected c where s.tenant_id = c.tenant_id and s.id = c.id
  returning s.tenant_id, s.id, s.status
), entries as (
  insert into ledger_entries (tenant_id, id, kind, source_type, source_id, currency, effective_at, postings, partnership_id, created_at)
  select tenant_id, lpad(to_hex(floor(extract(epoch from at))::bigint), 8, '0') || '000' || left(md5(tenant_id || id), 13), 'split', 'paymentSplit', id,
    currency, at, jsonb_build_array(
      jsonb_build_object('account', 'shares:' || payment_intent_id, 'debit', growth, 'credit', 0),
      jsonb_build_object('account', 'payable:' || partnership_id, 'debit', 0, 'credit', growth)
    ), partnership_id, at
  from corrected where growth > 0
)
insert into tallies (tenant_id, kind, value, n)
select tenant_id, 'ledger', currency || ' shares', -growth from corrected where growth > 0
union all
select tenant_id, 'ledger', currency || ' payable', growth from corrected where growth > 0
union all
select c.tenant_id, 'payment_splits', v.status, v.n
from corrected c join saved s on s.tenant_id = c.tenant_id and s.id = c.id
cross join lateral (values (c.status, -1), (s.status, 1)) as v(status, n)
where c.status <> s.status;
