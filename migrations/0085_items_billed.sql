-- An item may have any number of payment intents: the one that it had becomes the first of a list.
update orders set items = (
  select jsonb_agg(
    item || jsonb_build_object('paymentIntents', case when item ->> 'paymentIntent' is null then '[]' else jsonb_build_array(item -> 'paymentIntent') end)
    order by position
  )
  from jsonb_array_elements(items) with ordinality as each(item, position)
)
where jsonb_array_length(items) > 0;
