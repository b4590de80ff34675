-- One row: the last good mid-market rates, as fetched from FX_RATES_URL. They are the same for all tenants.
create table fx_rates (
  base text collate "C" primary key,
  date date not null,
  rates jsonb not null,
  fetched_at timestamptz not null
);
