-- When an enrolment of a second factor that waits for its first code began: it expires. Those of before have no time, so they are over.
alter table accounts add column totp_pending_at timestamptz;
update accounts set totp_pending = null where totp_pending is not null;
alter table accounts add constraint accounts_totp_pending check ((totp_pending is null) = (totp_pending_at is null));
create index accounts_pending on accounts (totp_pending_at) where totp_pending_at is not null;
