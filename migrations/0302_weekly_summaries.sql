-- expand
-- One row: the week that begins on this Monday has its summary of the week before, which was mailed to so many people. The key keeps a second one out.
create table weekly_summaries (
  tenant_id text collate "C" not null references tenants,
  week text collate "C" not null check (week ~ '^\d{4}-\d\d-\d\d$'),
  mails int not null check (mails >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, week)
);
select protect('weekly_summaries');
create index weekly_summaries_by_age on weekly_summaries (created_at);
