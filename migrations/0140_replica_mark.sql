-- One row, changed once a second by services that have a read replica of this database: a word that nobody can guess. A server that shows the
-- word follows this database, and has its changes up to that second.
create table replica_mark (
  id boolean primary key default true check (id),
  word text collate "C" not null,
  previous text collate "C" not null,
  at timestamptz not null
);
