-- expand
-- One row: the last version of which a person has closed the list of what is new.
create table seen_releases (
  tenant_id text collate "C" not null references tenants,
  user_id text collate "C" not null,
  version text collate "C" not null check (length(version) between 1 and 50),
  primary key (tenant_id, user_id)
);
select protect('seen_releases');
alter table seen_releases add constraint seen_releases_user foreign key (tenant_id, user_id) references users;
