-- The link of a mail, which signs in, sets a password or pays, sealed with SECRET_KEY: text and html have none. It is null where the mail
-- has no link, and once nobody is shown it any more.
alter table mails add column sealed_link text;
alter table mails add constraint mails_sealed_link check (sealed_link like 'v1.%');
create index mails_with_link on mails (tenant_id, id) where sealed_link is not null;

-- SQL can't seal, so the links of earlier mails go, but for what is not sent yet: that loses its links once it is.
update mails set
  text = regexp_replace(text, '(https?://)(?:[^\s"''<>/?#]*@)?([^\s"''<>/?#]*)[^\s"''<>]*', '\1\2/***', 'gi'),
  html = regexp_replace(html, '(?<!src=")(https?://)(?:[^\s"''<>/?#]*@)?([^\s"''<>/?#]*)[^\s"''<>]*', '\1\2/***', 'gi')
where status not in ('queued', 'sending') and (text ~* 'https?://' or html ~* 'https?://');
