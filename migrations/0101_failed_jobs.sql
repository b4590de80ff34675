-- Jobs that failed for good are counted for the metrics, and deleted once nobody has looked at them for a long time.
create index jobs_failed on jobs (failed_at) where failed_at is not null;
