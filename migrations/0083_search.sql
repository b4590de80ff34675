-- Text as search compares it: in lower case, without accents, and with the nearest plain letter for those that have none to lose.
create function search_key(value text) returns text language sql immutable strict parallel safe
  return translate(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')), 'łđðıøßæœþ', 'lddiosaot');

-- One bit for each group of three letters; two groups may have the same. PostgreSQL keeps this hash, by which it partitions tables.
create function trigram_bits(value text) returns bit(512) language sql immutable strict parallel safe
  return (select coalesce(bit_or(set_bit(0::bit(512), (hashtextextended(trigram, 0) & 511)::int, 1)), 0::bit(512))
          from unnest(show_trgm(value)) as trigram);

-- One row: what search compares of an object, between two spaces. All rows of a tenant are read, so they are small.
create table search_entries (
  tenant_id text collate "C" not null references tenants,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  text text collate "C" not null,
  trigrams bit(512) not null generated always as (trigram_bits(text)) stored,
  primary key (tenant_id, kind, object_id)
);
select protect('search_entries');

insert into search_entries (tenant_id, kind, object_id, text)
select tenant_id, 'contacts', id, search_key(concat(' ', email_key, ' ', profile ->> 'firstName', ' ', profile ->> 'lastName', ' '))
from contacts
union all
select tenant_id, 'partnerships', id, search_key(concat(' ', name_key, ' ', code_key, ' ', email, ' '))
from partnerships;
