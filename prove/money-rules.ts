import { balanceOf, differing, entries, postings, type Rule } from "./sql.ts"

export const ledgerRules: Rule[] = [
  {
    name: "every ledger entry balances, and no amount is negative",
    sql: `with ${postings} select tenant_id, id as object, 'debits less credits are ' || -sum(n) as what from postings
      group by tenant_id, id having sum(n) <> 0 or min(debit) < 0 or min(credit) < 0`,
  },
  {
    name: "an event of a gateway is booked once: no entry has a twin",
    sql: `select tenant_id, source_id as object, count(*) || ' entries of the kind ' || kind as what from ledger_entries
      where kind in ('charge', 'reversal', 'refund', 'refund-failure', 'payout', 'payout-reserve', 'payout-release', 'payout-return')
      group by tenant_id, source_type, source_id, kind having count(*) > 1`,
  },
  {
    name: "the stored balances are the sums of the entries",
    sql: `with ${postings}, o as (
        select coalesce(e.tenant_id, t.tenant_id) as tenant_id, coalesce(e.name, t.value) as id, coalesce(e.n, 0) as expected,
          coalesce(t.n, 0) as found
        from (select tenant_id, currency || ' ' || class as name, sum(n) as n from postings group by 1, 2) e
        full join (select tenant_id, value, sum(n) as n from tallies where kind = 'ledger' group by 1, 2) t
          on t.tenant_id = e.tenant_id and t.value = e.name)
      select tenant_id, id as object, 'the balance is ' || found || ', but should be ' || expected as what from o where expected <> found`,
  },
  {
    name: "nobody's credit is negative",
    sql: `with ${postings} select tenant_id, owner as object, 'the credit is ' || sum(n) as what from postings where class = 'credit'
      group by tenant_id, owner, currency having sum(n) < 0`,
  },
  {
    name: "a contact's credit is what the ledger says",
    sql: `with ${postings}, l as (
        select tenant_id, owner, currency, sum(n) as n from postings where class = 'credit' group by 1, 2, 3),
      c as (select tenant_id, id, e.key as currency, e.value::numeric as n from contacts cross join lateral jsonb_each_text(credit) e)
      select coalesce(l.tenant_id, c.tenant_id) as tenant_id, coalesce(owner, id) as object,
        'the credit is ' || coalesce(c.n, 0) || ', but should be ' || coalesce(l.n, 0) as what
      from l full join c on c.tenant_id = l.tenant_id and c.id = l.owner and c.currency = l.currency
      where coalesce(c.n, 0) <> coalesce(l.n, 0)`,
  },
]

export const intentRules: Rule[] = [
  {
    name: "an intent was paid what the ledger received for it",
    sql: differing("payment_intents", "paid", balanceOf("received"), "o.paid", "intent_type <> 'payment-plan'"),
  },
  {
    name: "an intent was refunded what the ledger gave back for it",
    sql: differing("payment_intents", "refunded", `-${balanceOf("refunds")}`, "o.refunded", "intent_type <> 'payment-plan'"),
  },
  {
    name: "nobody pays more than an intent's amount",
    sql: differing("payment_intents", "paid beyond its amount", "false", "o.paid > o.amount"),
  },
  {
    name: "nobody gets back more than was paid",
    sql: `select tenant_id, id as object, 'refunded ' || refunded || ' and refunding ' || refunding || ' of ' || amount as what
      from transactions where refunded + refunding > amount`,
  },
  {
    name: "a plan's sums are those of its installments",
    sql: `select p.tenant_id, p.id as object, 'the installments add up to other sums' as what
      from payment_intents p join payment_intents i on i.tenant_id = p.tenant_id and i.plan_id = p.id
      group by p.tenant_id, p.id, p.amount, p.paid, p.refunded, p.disputed
      having array[sum(i.amount), sum(i.paid), sum(i.refunded), sum(i.disputed)]
        is distinct from array[p.amount, p.paid, p.refunded, p.disputed]::numeric[]`,
  },
  {
    name: "the status of an intent follows from its sums",
    sql: differing(
      "payment_intents",
      "the status",
      `case when o.paid >= o.amount then 'paid-full' when o.paid > 0 then 'paid-partial'
        when o.status = 'overdue' then 'overdue' else 'due' end`,
      "o.status",
      "status <> 'canceled'",
    ),
  },
  {
    name: "a canceled intent holds no money",
    sql: differing("payment_intents", "paid", "0", "o.paid", "status = 'canceled'"),
  },
]

export const paymentRules: Rule[] = [
  {
    name: "a payment is booked exactly when it succeeded",
    sql: differing(
      "transactions",
      "the number of charge entries",
      "(o.status in ('succeeded', 'reversed'))::int",
      entries("charge"),
      "refund_of is null",
    ),
  },
  {
    name: "a payment is taken back exactly when it was reversed",
    sql: differing("transactions", "the number of reversals", "(o.status = 'reversed')::int", entries("reversal"), "refund_of is null"),
  },
  {
    name: "what a payment is allocated to is not more than the payment",
    sql: differing(
      "transactions",
      "allocated beyond its amount",
      "false",
      "(select coalesce(sum((a->>'amount')::bigint), 0) from jsonb_array_elements(o.allocations) a) > o.amount",
    ),
  },
  {
    name: "a refund is settled once, by one transaction of its amount",
    sql: differing(
      "refund_intents",
      "the number of its transactions",
      "1",
      `(select count(*) from transactions t where t.tenant_id = o.tenant_id and t.id = o.refund_transaction_id and t.amount = o.amount)`,
      "status = 'settled'",
    ),
  },
  {
    name: "a charge knows its refunds",
    sql: differing(
      "transactions",
      "refunded",
      `(select coalesce(sum(t.amount), 0) from transactions t
        where t.tenant_id = o.tenant_id and t.refund_of = o.id and t.status = 'succeeded')`,
      "o.refunded",
      "refund_of is null",
    ),
  },
]

export const partnerRules: Rule[] = [
  {
    name: "what partners are owed is in the ledger",
    sql: `with ${postings}, l as (
        select tenant_id, source_id, sum(n) as n from postings where class = 'payable' and source_type = 'paymentSplit' group by 1, 2)
      select s.tenant_id, s.id as object, 'accrued ' || s.accrued || ', but the ledger has ' || coalesce(l.n, 0) as what
      from payment_splits s left join l on l.tenant_id = s.tenant_id and l.source_id = s.id where s.accrued <> coalesce(l.n, 0)`,
  },
  {
    name: "a split was paid out what its paid payouts say",
    sql: differing(
      "payment_splits",
      "paid out",
      `(select coalesce(sum((a->>'amount')::bigint), 0) from payouts p cross join lateral jsonb_array_elements(p.allocations) a
        where p.tenant_id = o.tenant_id and p.status = 'paid' and a->>'paymentSplit' = o.id)`,
      "o.paid_out",
    ),
  },
  {
    name: "the shares of an intent are not more than the intent",
    sql: `select i.tenant_id, i.id as object, 'shared ' || sum(s.amount) || ' of ' || i.amount as what
      from payment_intents i join payment_splits s on s.tenant_id = i.tenant_id and s.payment_intent_id = i.id
      where s.status not in ('canceled', 'rejected') and i.status <> 'canceled' group by i.tenant_id, i.id, i.amount
      having sum(s.amount) > i.amount`,
  },
  {
    name: "a payout sets its money aside once, and ends once",
    sql: differing(
      "payouts",
      "the number of reserving, sending, releasing and returning entries",
      `array[1, (o.status in ('paid', 'returned'))::int, (o.status in ('failed', 'canceled', 'rejected'))::int,
        (o.status = 'returned')::int]::bigint[]`,
      `array[${["payout-reserve", "payout", "payout-release", "payout-return"].map(entries).join(", ")}]`,
    ),
  },
  {
    name: "what is set aside belongs to open payouts and disputes",
    sql: `with ${postings} select p.tenant_id, p.owner as object, 'reserved ' || sum(p.n) as what
      from postings p where p.class = 'reserved'
        and not exists (select 1 from payouts o where o.tenant_id = p.tenant_id and o.id = p.owner
          and o.status in ('draft', 'pending-approval', 'processing'))
        and not exists (select 1 from disputes d where d.tenant_id = p.tenant_id and d.id = p.owner
          and d.status in ('needs-response', 'under-review'))
      group by p.tenant_id, p.owner having sum(p.n) <> 0`,
  },
]
