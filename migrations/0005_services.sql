-- One row: something the tenant sells, a product or a service.
create table services (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null check (name_key = lower(name_key)),
  description text not null,
  category text not null,
  price_amount bigint check (price_amount between 0 and 9007199254740991),
  price_currency text,
  supplier_id text collate "C",
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, name_key),
  foreign key (tenant_id, supplier_id) references partnerships,
  check ((price_amount is null) = (price_currency is null))
);
select protect('services');
