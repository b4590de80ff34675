-- expand
-- One row: what a person of the tenant wrote about an object, for colleagues only. `object_type` is the path of the object in the API.
create table notes (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  object_type text collate "C" not null check (object_type ~ '^[a-z-]+(/[a-z-]+)?$'),
  object_id text collate "C" not null,
  user_id text collate "C" not null,
  text text not null check (length(text) between 1 and 5000),
  mentions jsonb not null check (jsonb_array_length(mentions) <= 20),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id)
);
select protect('notes');
alter table notes add constraint notes_user foreign key (tenant_id, user_id) references users;
create index notes_by_object on notes (tenant_id, object_id, id);
create index notes_by_user on notes (tenant_id, user_id);

-- One row: a label of an object. Lists of any resource are filtered by it.
create table object_tags (
  tenant_id text collate "C" not null references tenants,
  tag text collate "C" not null check (length(tag) between 1 and 40 and tag = lower(tag) and strpos(tag, ',') = 0),
  object_id text collate "C" not null,
  object_type text collate "C" not null check (object_type ~ '^[a-z-]+(/[a-z-]+)?$'),
  primary key (tenant_id, tag, object_id)
);
select protect('object_tags');
create index object_tags_by_object on object_tags (tenant_id, object_id);
