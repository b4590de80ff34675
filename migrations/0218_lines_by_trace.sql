-- expand
create index concurrently if not exists payment_file_lines_by_trace on payment_file_lines (tenant_id, trace) where trace is not null;
