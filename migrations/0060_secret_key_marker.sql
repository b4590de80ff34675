-- At most one row: a text that is sealed with SECRET_KEY. A key that does not open it is not the key of this database.
create table secret_key_marker (
  id boolean primary key,
  sealed text not null
);
alter table secret_key_marker add constraint secret_key_marker_once check (id);
alter table secret_key_marker add constraint secret_key_marker_sealed check (sealed like 'v1.%');
