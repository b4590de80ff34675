-- Overwrites a person in JSON: the texts that match, and neither the names of fields nor the values of those in `kept`, which are ids, times
-- and words of the service itself. People choose the fields of metadata, so all of it is overwritten, names too.
create function scrub_json(value jsonb, always text, names text, kept text[]) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(regexp_replace(value #>> '{}', always, '[erased]', 'gi'), names, '[erased]', 'g'));
    when 'array' then
      return (
        select coalesce(jsonb_agg(scrub_json(e.element, always, names, kept) order by e.n), '[]')
        from jsonb_array_elements(value) with ordinality as e(element, n));
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(f.name, case
          when f.name = 'metadata'
            then regexp_replace(regexp_replace(f.field::text, always, '[erased]', 'gi'), names, '[erased]', 'g')::jsonb
          when f.name = any (kept) and jsonb_typeof(f.field) = 'string' then f.field
          else scrub_json(f.field, always, names, kept) end), '{}')
        from jsonb_each(value) as f(name, field));
    else
      return value;
  end case;
end $$;
