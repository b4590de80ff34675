-- What documents say about the tenant, and which kinds it numbers. What is absent has its default.
alter table tenants add column document_settings jsonb not null default '{}';

-- One row: the PDF of an object, of one kind and in one language. One without a number is made again after its object has changed.
create table documents (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  object_type text collate "C" not null,
  object_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('invoice', 'receipt', 'credit-note', 'advice', 'statement')),
  period text collate "C" not null, -- the month of a statement, else empty
  locale text collate "C" not null,
  fingerprint text collate "C" not null, -- of the state of the object that it shows
  number text collate "C",
  content bytea not null check (octet_length(content) between 1 and 33554432),
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select protect('documents');
create unique index documents_of_object on documents (tenant_id, object_id, kind, period, locale, object_type);
create unique index documents_numbered_once on documents (tenant_id, object_id, kind) where number is not null;
create unique index documents_by_number on documents (tenant_id, number) where number is not null;

-- A numbered document is never made again, whatever the code does. Only the deletion of its tenant removes it.
create function refuse_numbered_change() returns trigger language plpgsql as $$
begin
  raise exception 'a numbered document never changes' using errcode = 'restrict_violation';
end $$;
create trigger numbered_documents_stay before update on documents for each row when (old.number is not null)
  execute function refuse_numbered_change();

-- One row: the last number that a kind of document got in a year. It is locked until the commit that stores the document, so no number is
-- lost and none is given twice.
create table document_numbers (
  tenant_id text collate "C" not null references tenants,
  kind text collate "C" not null,
  year int not null,
  last bigint not null check (last >= 0),
  primary key (tenant_id, kind, year)
);
select protect('document_numbers');
