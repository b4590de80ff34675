-- expand
-- In which language a person reads the dashboard and mails. Null: as the browser, and in the tenant's language for mails.
alter table users add column locale text;
alter table users add constraint users_locale check (locale in ('en', 'pt-BR', 'es', 'de', 'fr')) not valid;
