-- One row: what a contact bought. Its items live in it: they are read and written with it and never alone.
create table orders (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  number text collate "C" not null,
  contact_id text collate "C" not null,
  source text not null check (source in ('manual', 'portal', 'ecommerce', 'workflow')),
  status text collate "C" not null check (status in ('open', 'completed', 'canceled')),
  items jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, contact_id) references contacts
);
create index orders_by_contact on orders (tenant_id, contact_id, id);
create index orders_by_status on orders (tenant_id, status, id);
select protect('orders');
