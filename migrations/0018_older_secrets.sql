-- Secrets that were replaced more than once within a day: each is valid for a day of its own. [{"secret": sealed, "until": time}]
alter table webhook_endpoints add column older_secrets jsonb not null default '[]';
