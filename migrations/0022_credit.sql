-- What a contact has paid beyond what was due: minor units by currency, as text, without currencies in which it is nothing. The ledger has
-- the same sum; the contact's row shows it, so its events and its version tell every change of it.
alter table contacts add column credit jsonb not null default '{}';
alter table contacts add constraint contacts_credit
  check (jsonb_typeof(credit) = 'object' and not jsonb_path_exists(credit, '$.* ? (!(@ like_regex "^[1-9][0-9]*$"))'));
update contacts c set credit = s.credit
from (
  select tenant_id, contact, jsonb_object_agg(currency, n::text) as credit
  from (
    select e.tenant_id, split_part(p.account, ':', 2) as contact, e.currency, sum(p.credit - p.debit) as n
    from ledger_entries e
    cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
    where p.account like 'credit:%'
    group by 1, 2, 3
  ) sums
  where n <> 0
  group by tenant_id, contact
) s
where c.tenant_id = s.tenant_id and c.id = s.contact;

-- A payment intent that was never paid may be deleted; its failed and canceled transactions are history and keep its id. All other
-- transactions keep their intent: the code refuses to delete it, and GET /v1/ledger/verify reports one that is missing.
alter table transactions drop constraint transactions_tenant_id_payment_intent_id_fkey;
