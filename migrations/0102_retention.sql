-- What is deleted by age is found by it. Rows are nearly in that order, so a block range index costs next to nothing.
create index mails_by_age on mails using brin (created_at);
create index gateway_events_by_age on gateway_events using brin (received_at);
create index approval_requests_by_age on approval_requests (resolved_at) where resolved_at is not null;
