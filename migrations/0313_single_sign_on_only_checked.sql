-- expand
-- The values that were there before the constraint.
alter table sso_connections validate constraint sso_connections_only_except;
