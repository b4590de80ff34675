-- An index that begins with the tenant is taken for a look-up by id while the table is small, and then reads all the tenant's deliveries.
drop index deliveries_due;
create index deliveries_due on deliveries (endpoint_id, next_at);
