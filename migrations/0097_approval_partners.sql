-- What a request was asked about names every partner whom it concerns, because a payment or a refund may concern several. A mandate without a
-- limit has no amount: it counts as larger than any, and not as 0.
update approval_requests set facts = (facts - 'partnership') || jsonb_build_object(
  'partnerships', case when facts ->> 'partnership' is null then '[]'::jsonb else jsonb_build_array(facts -> 'partnership') end,
  'amount', case when entity_type = 'authorization' and facts ->> 'amount' = '0' then 'null'::jsonb else facts -> 'amount' end
)
where facts ? 'partnership';
