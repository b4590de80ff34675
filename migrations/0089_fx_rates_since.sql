-- The dates of single rates that are older than `date`: those that a feed did not have, or that had changed too much.
alter table fx_rates add column since jsonb not null default '{}';
