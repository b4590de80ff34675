-- expand
-- Who may sign in with a password or passkey while everybody else must use the provider. Null: everybody may.
alter table sso_connections add column only_except text collate "C";
alter table sso_connections add constraint sso_connections_only_except
  foreign key (tenant_id, only_except) references users not valid;
