import { prepare, type Query } from "../../kit/db/query.ts"
import { isInBudget } from "../../money/disputes/rules.ts"
import { disputeStages, disputeStatuses } from "../../money/disputes/values.ts"
import { isActive } from "../../money/payment-splits/rules.ts"
import { splitStatuses } from "../../money/payment-splits/values.ts"
import { isReserved } from "../../money/payouts/rules.ts"
import { payoutStatuses } from "../../money/payouts/values.ts"
import { isOpen } from "../../money/refund-intents/rules.ts"
import { refundStatuses } from "../../money/refund-intents/values.ts"

/** Statements that add up many rows. PostgreSQL returns only sums that differ, so memory does not grow with the number of rows. */

const quoted = (words: readonly string[]) => words.map(word => `'${word}'`).join(", ")
const openRefunds = quoted(refundStatuses.filter(isOpen))
const reservedPayouts = quoted(payoutStatuses.filter(isReserved))
const promisedSplits = quoted(splitStatuses.filter(status => isActive(status) || status === "pending-approval"))
const states = disputeStages.flatMap(stage => disputeStatuses.map(status => ({ stage, status })))
const budgetedDisputes = states
  .filter(isInBudget)
  .map(({ stage, status }) => `('${stage}', '${status}')`)
  .join(", ")

/** Each posting with the class and the owner of its account; `n` is credit less debit. */
const postings = `
  select e.id, e.kind, e.currency, e.effective_at, split_part(p.account, ':', 1) as class, split_part(p.account, ':', 2) as owner,
    p.credit - p.debit as n
  from ledger_entries e cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint)
  where e.tenant_id = $1`

/** The ledger's balances by currency and account class. */
const balances = prepare(`select currency || ' ' || class as name, sum(n)::text as n from (${postings}) p group by 1 order by 1`)

/** Compares two sums of each object. Both statements return rows of `object`, `what` and `n`. */
const differing = (expected: string, found: string) =>
  prepare(`
  select object, what, sum(expected)::text as expected, sum(found)::text as found
  from (
    select object, what, n as expected, 0 as found from (${expected}) e
    union all select object, what, 0, n from (${found}) f
  ) each
  group by object, what having sum(expected) <> sum(found)
  order by 1, 2 limit 100`)

const counters = ["paid", "refunded", "disputed"]
/** One row for each of these columns. */
const columnsOf = (table: string, object: string, columns: readonly string[], where: string) => `
    select ${object} as object, c.what, c.n
    from ${table} cross join lateral (values ${columns.map(each => `('${each}', ${each})`).join(", ")}) c(what, n)
    where tenant_id = $1 and c.n <> 0 and ${where}`

/**
 * The counters of a payment intent are what the ledger received, refunded and lost for it, and it was paid when its last payment arrived.
 * The counters of a plan are compared with those of its installments.
 */
const intents = prepare(`
  with ledger as (
    select owner, coalesce(sum(n) filter (where class = 'received'), 0) as paid,
      coalesce(-sum(n) filter (where class = 'refunds'), 0) as refunded,
      coalesce(-sum(n) filter (where class = 'disputes'), 0) as disputed,
      (max(array[id, effective_at::text collate "C"])
        filter (where class = 'received' and kind in ('charge', 'charge-again')))[2]::timestamptz as paid_at
    from (${postings}) p where class in ('received', 'refunds', 'disputes') group by owner
  ), compared as (
    select coalesce(i.id, l.owner) as id, i.id is null as is_deleted, coalesce(i.intent_type = 'payment-plan', false) as is_plan,
      i.paid, i.refunded, i.disputed, i.amount, i.paid_at, coalesce(l.paid, 0) as ledger_paid, coalesce(l.refunded, 0) as ledger_refunded,
      coalesce(l.disputed, 0) as ledger_disputed, l.paid_at as ledger_paid_at
    from ledger l
    full join (
      select id, intent_type, amount, paid, refunded, disputed, paid_at from payment_intents where tenant_id = $1
    ) i on i.id = l.owner
    where i.id is null or i.paid_at is distinct from case when i.intent_type <> 'payment-plan' and i.paid = i.amount then l.paid_at end
      or i.intent_type <> 'payment-plan' and (i.paid, i.refunded, i.disputed)
        is distinct from (coalesce(l.paid, 0), coalesce(l.refunded, 0), coalesce(l.disputed, 0))
  )
  select c.id as object, d.what, coalesce(d.expected, 'none') as expected, coalesce(d.found, 'none') as found
  from compared c
  cross join lateral (values
    ('payment intent', 'one with ledger entries', 'deleted', is_deleted),
    ('paid', ledger_paid::text, paid::text, not is_plan and ledger_paid <> paid),
    ('refunded', ledger_refunded::text, refunded::text, not is_plan and ledger_refunded <> refunded),
    ('disputed', ledger_disputed::text, disputed::text, not is_plan and ledger_disputed <> disputed),
    ('paidAt', ledger_paid_at::text, paid_at::text,
      not is_plan and paid = ledger_paid and paid = amount and paid_at is distinct from ledger_paid_at),
    ('paidAt', null, paid_at::text, (is_plan or paid <> amount) and paid_at is not null)
  ) d(what, expected, found, differs)
  where d.differs
  order by 1 limit 100`)

/** The amounts of a plan are the sums of its installments. */
const planSums = differing(
  columnsOf(
    "payment_intents i",
    "plan_id",
    [...counters, "amount"],
    "exists (select 1 from payment_intents p where p.tenant_id = $1 and p.id = i.plan_id and p.intent_type = 'payment-plan')",
  ),
  columnsOf("payment_intents", "id", [...counters, "amount"], "intent_type = 'payment-plan'"),
)

/** The counters of a charge are what its refunds and disputes add up to. */
const chargeCounters = differing(
  `select refund_of as object, 'settled refunds' as what, amount as n from transactions
   where tenant_id = $1 and refund_of is not null and status = 'succeeded'
   union all select transaction_id, 'open refunds', amount from refund_intents where tenant_id = $1 and status in (${openRefunds})
   union all select transaction_id, 'disputes', amount from disputes where tenant_id = $1 and (stage, status) in (${budgetedDisputes})`,
  `select id as object, c.what, c.n from transactions
   cross join lateral (values ('settled refunds', refunded), ('open refunds', refunding), ('disputes', disputed)) c(what, n)
   where tenant_id = $1 and c.n > 0`,
)

/** The counters of an intent's lines are what refunds by line gave back. A refund of an installment has no lines. */
const lineCounters = differing(
  `select r.payment_intent_id as object, 'refunded of line ' || l.line as what, l.amount as n
   from refund_intents r
   join payment_intents i on i.tenant_id = $1 and i.id = r.payment_intent_id and i.plan_id is null
   cross join lateral jsonb_to_recordset(r.items) as l(line text, amount bigint)
   where r.tenant_id = $1 and r.status = 'settled'`,
  `select i.id as object, 'refunded of line ' || l.key as what, l.value::bigint as n
   from payment_intents i cross join lateral jsonb_each_text(i.refunded_lines) l
   where i.tenant_id = $1 and i.refunded_lines <> '{}'`,
)

/**
 * Once the calculated splits of an intent are inserted, its counter is the sum of all its splits. A canceled intent promises nothing: a
 * split that was already paid out remains, as the partner's debt.
 */
const splitCounters = differing(
  `select i.id as object, 'split' as what, s.amount as n
   from payment_splits s
   join payment_intents i on i.tenant_id = $1 and i.id = s.payment_intent_id and i.splits_made and i.status <> 'canceled'
   where s.tenant_id = $1 and s.status in (${promisedSplits})`,
  columnsOf("payment_intents", "id", ["split"], "(splits_made or status = 'canceled')"),
)

/** A contact shows the credit that the ledger owes it. */
const credits = differing(
  `select owner as object, 'credit ' || currency as what, n from (${postings}) p where class = 'credit'`,
  `select c.id as object, 'credit ' || e.key as what, e.value::numeric as n
   from contacts c cross join lateral jsonb_each_text(c.credit) e where c.tenant_id = $1 and c.credit <> '{}'`,
)

/** The ledger owes each partner what splits accrued and did not pay out, less what payouts have set aside. */
const payables = differing(
  `select owner as object, 'payable ' || currency as what, n from (${postings}) p where class = 'payable'`,
  `select partnership_id as object, 'payable ' || currency as what, accrued - paid_out as n from payment_splits where tenant_id = $1
   union all select partnership_id, 'payable ' || currency, -amount from payouts
     where tenant_id = $1 and partnership_id is not null and status in (${reservedPayouts})`,
)

/** What a split was paid, by which payouts, and which payout has it set aside. */
const splitPayouts = prepare(`
  with paying as (
    select a."paymentSplit" as split, a.amount, p.id, p.status, p.partnership_id || ' ' || p.currency as recipient
    from payouts p cross join lateral jsonb_to_recordset(p.allocations) as a("paymentSplit" text, amount bigint)
    where p.tenant_id = $1 and (p.status = 'paid' or p.status in (${reservedPayouts}))
  ), by_split as (
    select split, sum(amount) filter (where status = 'paid') as paid, array_agg(id order by id) filter (where status = 'paid') as paid_by,
      max(id) filter (where status <> 'paid') as set_aside_by, (array_agg(recipient order by id desc))[1] as recipient
    from paying group by split
  )
  select s.id as object, d.what, d.expected, d.found
  from payment_splits s left join by_split b on b.split = s.id
  cross join lateral (
    select coalesce(array_to_string(b.paid_by, ', '), 'none') as paid_by,
      case when s.status = 'scheduled' then coalesce(s.payout_id, 'none') else 'none' end as set_aside_by
  ) p
  cross join lateral (values
    ('paidOut', coalesce(b.paid, 0)::text, s.paid_out::text),
    ('partner and currency of its payouts', b.recipient, case when b.recipient is not null then s.partnership_id || ' ' || s.currency end),
    ('payout', p.paid_by,
      case when s.payout_id is null or s.status = 'scheduled' or s.payout_id = any(b.paid_by) then p.paid_by else s.payout_id end),
    ('payout that has it set aside', coalesce(b.set_aside_by, 'none'), p.set_aside_by)
  ) d(what, expected, found)
  where s.tenant_id = $1 and d.expected is distinct from d.found
  order by 1, 2 limit 100`)

/** A cycle of a subscription is raised once. */
const repeatedCycles = prepare(`
  select max(id) as object, 'payment intents of cycle ' || cycle as what, '1' as expected, count(*)::text as found
  from payment_intents where tenant_id = $1 and subscription_id is not null and cycle is not null
  group by subscription_id, cycle having count(*) > 1
  order by 1 limit 100`)

const forTenant = (tenant: string, ...statements: ReturnType<typeof prepare>[]): Query[] =>
  statements.map(statement => ({ ...statement, values: [tenant] }))

export const ledgerBalances = (tenant: string): Query => ({ ...balances, values: [tenant] })
export const intentDifferences = (tenant: string) => ({ ...intents, values: [tenant] })
export const planDifferences = (tenant: string) => forTenant(tenant, planSums, repeatedCycles)
export const counterDifferences = (tenant: string) => forTenant(tenant, chargeCounters, lineCounters, credits)
export const splitDifferences = (tenant: string) => forTenant(tenant, splitPayouts, payables, splitCounters)
