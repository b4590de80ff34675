-- Every payment writes row changes, and they are read by tenant only: one narrow index, and the worker sorts what it takes. From now on
-- `before` has only the columns that changed; where an earlier version noted all columns, it says the same.
create index row_changes_by_tenant on row_changes (tenant_id);
drop index row_changes_by_object;

-- Of the changes of an object, from the last one to the first: each column as it was before it changed first.
create aggregate oldest_values(jsonb) (sfunc = jsonb_concat, stype = jsonb);

-- Room to update a row on its page.
alter table analytics_customer_days set (fillfactor = 80);
