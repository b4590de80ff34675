-- Who decides for an approver is looked up whenever a request waits for that approver, to mail them too.
create index approval_delegations_by on approval_delegations (tenant_id, user_id, until_at);
