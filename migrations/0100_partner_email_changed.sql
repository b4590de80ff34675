-- When the partnership's e-mail was last changed: who reads the new mailbox need not be who read the old one.
alter table partnerships add column email_changed_at timestamptz;
