-- A subscription that charges by itself does so by a mandate, or by a method that the payer has saved. Without either it asks the payer to
-- save one with the next payment.
alter table subscriptions add saved_method_id text collate "C";
alter table subscriptions add constraint subscriptions_saved_method foreign key (tenant_id, saved_method_id) references saved_methods not valid;
alter table subscriptions validate constraint subscriptions_saved_method;
alter table subscriptions drop constraint subscriptions_mandate;
alter table subscriptions add constraint subscriptions_source
  check (case mode when 'auto-charge' then authorization_id is null or saved_method_id is null
    else authorization_id is null and saved_method_id is null end) not valid;
alter table subscriptions validate constraint subscriptions_source;
create index subscriptions_by_saved_method on subscriptions (tenant_id, saved_method_id, id) where saved_method_id is not null;
