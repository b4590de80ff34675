-- When the contact's e-mail was last changed: who reads the new mailbox need not be who signed the mandates of before.
alter table contacts add column email_changed_at timestamptz;
