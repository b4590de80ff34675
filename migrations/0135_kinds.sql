-- What versions that lack a migration may do: go on (`expand`), or never use the database again. The first line of a file declares it.
-- Versions before this one know no kinds, and refuse every database with a migration that they lack.
alter table migrations add kind text not null default 'exclusive' check (kind in ('expand', 'contract', 'exclusive'));
