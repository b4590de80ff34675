-- expand
-- Whether a visitor of a payment link gave the e-mail, and nobody has paid under it or confirmed it yet.
alter table contacts add column is_draft boolean not null default false;

-- One row: an address at which anybody can buy the same lines. `uses` counts the purchases that are not released, and each line counts in
-- `taken` the units that these hold. The checks keep both within their limits, whatever the code does.
create table payment_links (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  number text collate "C" not null,
  slug text collate "C" not null check (slug ~ '^[a-z0-9]([a-z0-9-]{1,58}[a-z0-9])$'),
  name text not null check (length(name) between 1 and 200),
  description text not null,
  status text collate "C" not null check (status in ('active', 'inactive')),
  currency text not null,
  lines jsonb not null check (jsonb_array_length(lines) between 1 and 20),
  open_amount jsonb,
  fields jsonb not null check (jsonb_array_length(fields) <= 10),
  max_uses bigint check (max_uses >= 1),
  uses bigint not null check (uses >= 0),
  opens_at timestamptz,
  closes_at timestamptz,
  hold_minutes bigint not null check (hold_minutes between 10 and 43200),
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  constraint payment_links_uses check (uses <= max_uses),
  constraint payment_links_stock check (not jsonb_path_exists(lines, '$[*] ? (@.taken > @.stock || @.taken < 0)')),
  constraint payment_links_period check (opens_at < closes_at)
);
select protect('payment_links');
create unique index payment_links_by_number on payment_links (tenant_id, number);
create unique index payment_links_by_slug on payment_links (tenant_id, slug);
create index payment_links_by_status on payment_links (tenant_id, status, id);

-- One row: what a visitor wanted of a payment link. It holds its units until it is paid; once it is released, others can buy them.
create table payment_link_purchases (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  payment_link_id text collate "C" not null,
  contact_id text collate "C" not null,
  order_id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  payment_intent_number text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  email text not null,
  lines jsonb not null,
  answers jsonb not null,
  amount bigint not null check (amount >= 1),
  currency text not null,
  status text collate "C" not null check (status in ('open', 'paid', 'released')),
  expires_at timestamptz not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_link_id) references payment_links,
  foreign key (tenant_id, contact_id) references contacts,
  foreign key (tenant_id, order_id) references orders
);
select protect('payment_link_purchases');
create unique index payment_link_purchases_by_intent on payment_link_purchases (tenant_id, payment_intent_id);
create index payment_link_purchases_by_link on payment_link_purchases (tenant_id, payment_link_id, id);
create index payment_link_purchases_by_contact on payment_link_purchases (tenant_id, contact_id, id);
create index payment_link_purchases_by_order on payment_link_purchases (tenant_id, order_id);
create index payment_link_purchases_by_status on payment_link_purchases (tenant_id, status, id);
create trigger refuse_erased_contact after insert on payment_link_purchases
  referencing new table as added for each statement execute function refuse_erased_contact();
