-- Reopening a closed month of the journal can be held for approval.
alter table approval_policies drop constraint approval_policies_entity_type;
alter table approval_policies add constraint approval_policies_entity_type
  check (entity_type in ('transaction', 'payout', 'payment-split', 'authorization', 'refund-intent', 'journal-close')) not valid;
