-- Moves with every change of the tenant's policies: a create that read older ones is refused at its commit and runs again.
alter table tenants add column approval_revision int not null default 0;

-- One row: a rule that holds some entities until the right people have approved them.
create table approval_policies (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  name text not null,
  entity_type text collate "C" not null,
  strategy text not null,
  approvers jsonb not null,
  conditions jsonb not null,
  priority double precision not null,
  enabled boolean not null,
  partnership_id text collate "C",
  four_eyes boolean not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('approval_policies');
alter table approval_policies add constraint approval_policies_name check (length(name) between 1 and 200);
alter table approval_policies add constraint approval_policies_entity_type
  check (entity_type in ('transaction', 'payout', 'payment-split', 'authorization', 'refund-intent'));
alter table approval_policies add constraint approval_policies_strategy
  check (strategy in ('any-of', 'all-of', 'sequential', 'round-robin', 'auto-approve'));
alter table approval_policies add constraint approval_policies_approvers
  check (jsonb_array_length(approvers) between (case when strategy = 'auto-approve' then 0 else 1 end) and 100);
create index approval_policies_by_type on approval_policies (tenant_id, entity_type) where enabled;

-- One row: how many requests a round-robin policy has assigned, which says whose turn is next.
create table approval_rotations (
  tenant_id text collate "C" not null,
  policy_id text collate "C" not null,
  turn bigint not null,
  primary key (tenant_id, policy_id)
);
select protect('approval_rotations');

-- One row: an entity that waits for approval, or did, with the policy as it was and what was asked.
create table approval_requests (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  policy_id text collate "C" not null,
  policy jsonb not null,
  entity_type text collate "C" not null,
  entity_id text collate "C" not null,
  facts jsonb not null,
  effects jsonb not null,
  also_matched jsonb not null,
  status text collate "C" not null,
  strategy text not null,
  approvers jsonb not null,
  assignee_id text collate "C",
  decisions jsonb not null,
  remaining jsonb not null,
  requested_by text collate "C" not null,
  reason text,
  reminded_at timestamptz,
  expires_at timestamptz not null,
  resolved_at timestamptz,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('approval_requests');
alter table approval_requests add constraint approval_requests_status check (status in ('pending', 'approved', 'rejected', 'canceled'));
alter table approval_requests add constraint approval_requests_resolved check ((status = 'pending') = (resolved_at is null));
create unique index approval_requests_pending on approval_requests (tenant_id, entity_id) where status = 'pending';
create index approval_requests_by_entity on approval_requests (tenant_id, entity_id, id);
create index approval_requests_by_status on approval_requests (tenant_id, status, id);

-- One row: a user who is an approver of a request, so that lists find the requests of a user.
create table approval_seats (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  request_id text collate "C" not null,
  primary key (tenant_id, user_id, request_id)
);
select protect('approval_seats');

-- One row: a user who lets another decide in their place for a time.
create table approval_delegations (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  user_id text collate "C" not null,
  to_user text collate "C" not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  revision int not null,
  primary key (tenant_id, id)
);
select protect('approval_delegations');
alter table approval_delegations add constraint approval_delegations_period check (until_at > from_at);
alter table approval_delegations add constraint approval_delegations_other check (user_id <> to_user);
create index approval_delegations_to on approval_delegations (tenant_id, to_user, until_at);

-- A held payment or split waits as pending-approval and knows its request; `release_to` is what a payment becomes once it is approved.
alter table transactions add column approval jsonb not null default '{"required": false, "status": "none", "request": null}';
alter table transactions add column release_to text;
alter table transactions add constraint transactions_release_to check (release_to in ('processing', 'succeeded', 'charge'));
alter table payment_splits add column approval jsonb not null default '{"required": false, "status": "none", "request": null}';
