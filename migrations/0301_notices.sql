-- expand
-- One row: something that a person should know, shown on the dashboard for 90 days. `object_type` is the path of the object in the API, `path` that
-- of its page. `occasion` tells events of the same kind about the same object apart; the unique index keeps a repeated event from a second row.
create table notices (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null check (kind ~ '^[a-z-]+$'),
  object_type text collate "C" not null check (object_type ~ '^[a-z-]+(/[a-z-]+)?$'),
  object_id text collate "C" not null,
  occasion text collate "C" not null,
  title text not null check (length(title) between 1 and 500),
  path text not null check (path ~ '^/[a-z]' and length(path) <= 300),
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select protect('notices');
alter table notices add constraint notices_user foreign key (tenant_id, user_id) references users;
create unique index notices_once on notices (tenant_id, user_id, kind, object_id, occasion);
create index notices_by_user on notices (tenant_id, user_id, id);
create index notices_by_age on notices (created_at);

-- One row: whether a person gets a kind of notice by mail and on the page. Without a row it comes by both.
create table notice_choices (
  tenant_id text collate "C" not null references tenants,
  user_id text collate "C" not null,
  kind text collate "C" not null check (kind ~ '^[a-z-]+$'),
  mail boolean not null,
  page boolean not null,
  primary key (tenant_id, user_id, kind)
);
select protect('notice_choices');
alter table notice_choices add constraint notice_choices_user foreign key (tenant_id, user_id) references users;
