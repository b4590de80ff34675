-- What a refund that names no lines gives back of each line of its payment intent: its amount in proportion to what earlier refunds left of
-- them. Each part is a difference of running totals rounded down, so the parts add up to the amount (sharesOf in refund-intents/rules.ts).
-- The items of earlier refunds without lines stay empty, because reports count those on the lines in proportion.
alter table refund_intents add column shares jsonb not null default '[]' check (jsonb_typeof(shares) = 'array');

create function floor_divide(a numeric, b numeric) returns numeric language sql immutable
  return div(a, b) - case when a < 0 and a % b <> 0 then 1 else 0 end;

do $$
declare
  refund record;
begin
  for refund in
    select r.tenant_id, r.id, r.amount::numeric as amount, r.payment_intent_id, p.items as sold
    from refund_intents r join payment_intents p on p.tenant_id = r.tenant_id and p.id = r.payment_intent_id
    where r.items = '[]'
    order by r.tenant_id, r.id
  loop
    update refund_intents set shares = (
      with taken as (
        select i.line, sum(i.amount) as amount
        from refund_intents r cross join lateral jsonb_to_recordset(r.items || r.shares) as i(line int, amount numeric)
        where r.tenant_id = refund.tenant_id and r.payment_intent_id = refund.payment_intent_id and r.id < refund.id
          and r.status in ('draft', 'approved', 'processing', 'settled')
        group by i.line
      ), lines as (
        select i.n - 1 as line, i.item ->> 'name' as name, (i.item ->> 'amount')::numeric as sold,
          (i.item ->> 'amount')::numeric - coalesce(t.amount, 0) as rest
        from jsonb_array_elements(refund.sold) with ordinality as i(item, n) left join taken t on t.line = i.n - 1
      ), left_over as (
        select *, case when sold < 0 then least(0, rest) else greatest(0, rest) end as free from lines
      ), weighed as (
        select line, name, case when sum(free) over () >= refund.amount then free else sold end as weight from left_over
      ), running as (
        select line, name, weight, sum(weight) over (order by line) as up_to, sum(weight) over () as total from weighed
      ), parts as (
        select line, name, floor_divide(refund.amount * up_to, total) - floor_divide(refund.amount * (up_to - weight), total) as amount
        from running
      )
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'name', name, 'amount', amount) order by line), '[]')
      from parts where amount <> 0
    )
    where tenant_id = refund.tenant_id and id = refund.id;
  end loop;
end $$;

drop function floor_divide;
