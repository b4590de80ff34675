-- exclusive
-- Payers and partners read German and French, too. Earlier versions refuse to read a contact in a language that they do not know, so none runs on.
alter table contacts drop constraint contacts_locale;
alter table contacts add constraint contacts_locale check (locale in ('en', 'pt-BR', 'es', 'de', 'fr'));
alter table partnerships drop constraint partnerships_locale;
alter table partnerships add constraint partnerships_locale check (locale in ('en', 'pt-BR', 'es', 'de', 'fr'));
