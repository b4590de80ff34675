-- Every row of a tenant has a primary key with its tenant, so that logical replication can copy it and filter by tenant. The ids are
-- random, because a sequence of one cell would give out the numbers of another. If two are equal, the commit is repeated.
alter table tallies add column id bigint not null default (random() * 9007199254740991)::bigint;
alter table tallies add primary key (tenant_id, kind, value, id) include (n);
drop index tallies_by_kind;
alter table row_changes add column id bigint not null default (random() * 9007199254740991)::bigint;
alter table row_changes add primary key (tenant_id, id);
drop index row_changes_by_tenant;

-- One row at home: a tenant that is being moved, or the last move of a tenant. The command that moves it goes on from here after it died.
create table tenant_moves (
  tenant_id text collate "C" primary key check (length(tenant_id) = 24),
  id text collate "C" not null unique,
  from_cell text collate "C" not null references cells (name),
  to_cell text collate "C" not null references cells (name),
  state text not null check (state in ('copying', 'moved', 'done')),
  started_at timestamptz not null default now(),
  moved_at timestamptz,
  pause_ms int,
  check (from_cell <> to_cell),
  check ((state = 'copying') = (moved_at is null))
);

-- One row in a cell: a tenant that is on its way into it, that is about to leave it, or that has left it for another cell. It decides
-- whether the tenant can be used here; the directory only says where to look first. A tenant without a row can be used. The row of a tenant
-- that has left stays, so that a process that still looks for it here is sent to the other cell.
create table tenant_fences (
  tenant_id text collate "C" primary key check (length(tenant_id) = 24),
  move_id text collate "C" not null,
  state text not null check (state in ('incoming', 'fenced', 'gone')),
  cell text collate "C" not null, -- the other cell
  until timestamptz, -- when a fence ends by itself, in case the command that raised it has died
  has_rows boolean not null, -- whether this cell may have rows of the tenant, which work over all tenants must not see
  check ((state = 'fenced') = (until is not null))
);

-- Sent ahead of statements where there are several cells, as `set_config('app.tenants', …)` is where there is one. Refuses tenants that are
-- not here (UW005), and changes of those that are about to leave (UW004). A change holds its tenants here until the end of its
-- transaction. Work over all tenants does not see those that are elsewhere.
create function enter_cell(scope text, named text[], changes boolean) returns void language plpgsql as $$
declare
  held text;
  fence tenant_fences;
begin
  if changes and scope = '*' then
    perform pg_advisory_xact_lock_shared(hashtext('all tenants of the cell'));
  elsif changes then
    select name into held from unnest(named) as name
    where not pg_try_advisory_xact_lock_shared(hashtextextended('tenant ' || name, 0)) limit 1;
  end if;
  -- Read after the lock: what a move has written before it took the lock is seen here.
  select * into fence from tenant_fences f
  where f.tenant_id = any (named)
    and (f.state <> 'fenced' or changes and (f.until > clock_timestamp() or f.tenant_id is not distinct from held))
  order by f.state = 'fenced' limit 1;
  if found or held is not null then
    raise exception 'the tenant % is being moved or has been moved', coalesce(fence.tenant_id, held) using
      errcode = case when fence.state in ('incoming', 'gone') then 'UW005' else 'UW004' end,
      detail = json_build_object(
        'tenant', coalesce(fence.tenant_id, held), 'move', fence.move_id, 'state', fence.state, 'cell', fence.cell);
  end if;
  perform set_config('app.tenants', scope, false);
  if scope = '*' then
    perform set_config('app.hidden', coalesce((
      select string_agg(f.tenant_id, ',') from tenant_fences f
      where f.has_rows and f.tenant_id <> all (named) and (f.state <> 'fenced' or changes and f.until > clock_timestamp())
    ), ''), false);
  end if;
end $$;

-- Work over all tenants sees those that are in this cell; see enter_cell.
create or replace function protect(target regclass, tenant_column text default 'tenant_id') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($policy$
    create policy own_tenant on %1$s using (
      (select current_setting('app.tenants', true)) = '*'
        and %2$I <> all ((select string_to_array(coalesce(current_setting('app.hidden', true), ''), ','))::text[])
      or %2$I = any ((select string_to_array(current_setting('app.tenants', true), ','))::text[])
    )$policy$, target, tenant_column);
end $$;

-- The directory says where every tenant is, so it hides none.
do $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = current_schema()::regnamespace and p.polname = 'own_tenant' and c.relname <> 'tenant_directory'
  loop
    execute format('drop policy own_tenant on %s', target);
    perform protect(target, case target when 'tenants'::regclass then 'id' else 'tenant_id' end);
  end loop;
end $$;

-- Deletes up to `most` rows of a tenant that is not in this cell, and returns how many. The role may not delete from some tables, and may
-- not lock rows of some that refer to the deleted ones; the privileges last for this statement.
create function delete_departed(target regclass, tenant_column text, tenant text, most int) returns int language plpgsql as $$
declare
  is_locked boolean := not has_table_privilege(target, 'delete');
  locked regclass[] := array(
    select distinct conrelid::regclass from pg_constraint
    where contype = 'f' and confrelid = target and not has_any_column_privilege(conrelid, 'update'));
  child regclass;
  n int;
begin
  if not exists (select from tenant_fences where tenant_id = tenant and state in ('incoming', 'gone')) then
    raise exception 'the tenant % is in this cell, so its rows are not deleted', tenant;
  end if;
  if is_locked or locked <> '{}' then
    perform pg_advisory_xact_lock(hashtext('redact_audit_entries')); -- two that change privileges at once would fail
  end if;
  if is_locked then
    execute format('grant delete on %s to current_user', target);
  end if;
  foreach child in array locked loop
    execute format('grant update (tenant_id) on %s to current_user', child);
  end loop;
  -- In another partition a row of the tenant may have an equal ctid: it is deleted too, which is as well.
  execute format('delete from %1$s where %2$I = $1 and ctid = any (array(select ctid from %1$s where %2$I = $1 limit $2))',
    target, tenant_column) using tenant, most;
  get diagnostics n = row_count;
  foreach child in array locked loop
    execute format('revoke update (tenant_id) on %s from current_user', child);
  end loop;
  if is_locked then
    execute format('revoke delete on %s from current_user', target);
  end if;
  return n;
end $$;
