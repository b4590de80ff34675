-- Which mails go to payers and partners by themselves; what a tenant has not set has its default.
alter table tenants add column mail_settings jsonb not null default '{}';

-- The language that a payer or partner reads; null: that of the tenant's mails.
alter table contacts add column locale text;
alter table contacts add constraint contacts_locale check (locale in ('en', 'pt-BR', 'es'));
alter table partnerships add column locale text;
alter table partnerships add constraint partnerships_locale check (locale in ('en', 'pt-BR', 'es'));

-- What a mail tells; those of earlier versions are 'other'.
alter table mails add column kind text not null default 'other';
alter table mails alter column kind drop default;
-- Where an answer goes; null: to the sender.
alter table mails add column reply_to text;
-- How often it was handed to the SMTP server.
alter table mails add column attempts int not null default 0;
alter table mails add constraint mails_attempts check (attempts >= 0);
-- `sending`: a worker hands it over, or died doing so. `bounced`: the SMTP server took it, and it came back later.
alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status check (status in ('queued', 'sending', 'kept', 'sent', 'failed', 'bounced'));
create index mails_by_object on mails (tenant_id, object_id, id);
