-- expand
-- What each contact owes and since when, so that aged receivables read neither settled payment intents nor the table.
create index concurrently if not exists payment_intents_open_by_contact on payment_intents (tenant_id, contact_id, due_at)
  include (currency, amount, paid)
  where status in ('due', 'overdue', 'paid-partial') and intent_type <> 'payment-plan';
