-- At most one row, which is written again to find out whether a write can be committed.
create table write_probe (
  id boolean primary key,
  at timestamptz not null
);
alter table write_probe add constraint write_probe_once check (id);
