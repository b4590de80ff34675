-- The simulator has charges that wait for their payer: what the payer must do, until when, and where a page of it sends the payer back to.
alter table simulator_charges add action jsonb;
alter table simulator_charges add expires_at timestamptz;
alter table simulator_charges add return_url text;
alter table simulator_charges drop constraint simulator_charges_status_check;
alter table simulator_charges add constraint simulator_charges_status_check
  check (status in ('succeeded', 'processing', 'declined', 'action', 'expired', 'canceled')) not valid;
alter table simulator_charges validate constraint simulator_charges_status_check;
alter table simulator_charges add constraint simulator_charges_action_check check (status <> 'action' or action is not null) not valid;
alter table simulator_charges validate constraint simulator_charges_action_check;
-- The address of a simulated page has the reference.
create index simulator_charges_by_reference on simulator_charges (tenant_id, reference) where action is not null;

-- A refund that had succeeded may fail later.
alter table simulator_refunds add fails_at timestamptz;
