-- How a tenant looks to its payers and partners, and whether payers may pay a part of what is due.
alter table tenants add column brand_colour text;
alter table tenants add constraint tenants_brand_colour check (brand_colour ~ '^#[0-9a-f]{6}$');
alter table tenants add column support_email text;
alter table tenants add column logo_hash text collate "C";
alter table tenants add column part_payments boolean not null default false;
alter table tenants add column min_part_percent int not null default 10;
alter table tenants add constraint tenants_min_part_percent check (min_part_percent between 1 and 100);

-- One row: the logo of a tenant, as base64. It is replaced when the tenant changes it.
create table tenant_logos (
  tenant_id text collate "C" not null references tenants,
  hash text collate "C" not null,
  type text collate "C" not null,
  content text collate "C" not null,
  primary key (tenant_id)
);
select protect('tenant_logos');
alter table tenant_logos add constraint tenant_logos_type check (type in ('image/png', 'image/jpeg', 'image/webp'));
alter table tenant_logos add constraint tenant_logos_content check (length(content) between 1 and 140000);

-- Bank accounts of the tenant that the payment page shows to payers, and the Pix key that belongs to one.
alter table bank_accounts add column shown_to_payers boolean not null default false;
alter table bank_accounts add constraint bank_accounts_shown_to_payers check (owner = 'self' or not shown_to_payers);
alter table bank_accounts add column pix_key text;
alter table bank_accounts add constraint bank_accounts_pix_key check (pix_key is null or (owner = 'self' and currency = 'BRL'));
create index bank_accounts_for_payers on bank_accounts (tenant_id, currency, id) where shown_to_payers;

-- One row: a mandate as a payer has signed it, in the words that they read, and the payment intent that is charged once it is active.
create table mandate_signatures (
  tenant_id text collate "C" not null references tenants,
  authorization_id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  amount bigint not null,
  signed_by text not null,
  text text not null,
  channel text collate "C" not null,
  address text not null,
  signed_at timestamptz not null,
  primary key (tenant_id, authorization_id)
);
select protect('mandate_signatures');
alter table mandate_signatures add constraint mandate_signatures_authorization foreign key (tenant_id, authorization_id) references authorizations;
alter table mandate_signatures add constraint mandate_signatures_intent foreign key (tenant_id, payment_intent_id) references payment_intents;
alter table mandate_signatures add constraint mandate_signatures_amount check (amount between 1 and 9007199254740991);
create index mandate_signatures_by_intent on mandate_signatures (tenant_id, payment_intent_id, authorization_id);
