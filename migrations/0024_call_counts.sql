-- One row: how many calls a shared rate limit has admitted under a name within one second. Kept for two minutes.
create table call_counts (
  tenant_id text collate "C" not null,
  name text collate "C" not null,
  second bigint not null,
  n int not null,
  primary key (tenant_id, name, second)
) with (fillfactor = 70);
select protect('call_counts');
alter table call_counts add constraint call_counts_n check (n > 0);
create index call_counts_by_second on call_counts (second);
