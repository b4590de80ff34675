import { balanceOf, differing, postings, type Rule } from "./sql.ts"

const isOpen = "(o.status in ('needs-response', 'under-review'))"
/** What the payer's bank contests is set aside. What it took is gone, also while an appeal is open. */
const isSetAside = `(${isOpen} and o.stage = 'dispute')`
const isGone = `(o.stage <> 'inquiry' and o.status <> 'won' and not ${isSetAside})`
const tenantNow = "now() + t.clock_offset_ms * interval '1 millisecond'"
/** What a second ago was due may be on its way. */
const isLate = (time: string) => `${time} < ${tenantNow} - interval '5 minutes'`

export const disputeRules: Rule[] = [
  {
    name: "the money of a dispute is where its status says",
    sql: differing(
      "disputes",
      "what is set aside and what is gone",
      `array[case when ${isSetAside} then o.amount else 0 end, case when ${isGone} then o.amount else 0 end]::numeric[]`,
      `array[${balanceOf("reserved")}, (select coalesce(-sum(p.n), 0) from postings p where p.tenant_id = o.tenant_id
        and p.source_type = 'dispute' and p.source_id = o.id and p.class in ('disputes', 'credit', 'shortfall'))]::numeric[]`,
    ),
  },
  {
    name: "a charge knows its disputes",
    sql: differing(
      "transactions",
      "disputed",
      `(select coalesce(sum(d.amount), 0) from disputes d
        where d.tenant_id = o.tenant_id and d.transaction_id = o.id and d.status <> 'won' and d.stage <> 'inquiry')`,
      "o.disputed",
      "refund_of is null",
    ),
  },
  {
    name: "an intent lost to disputes what the ledger took from it",
    sql: differing("payment_intents", "disputed", `-${balanceOf("disputes")}`, "o.disputed", "intent_type <> 'payment-plan'"),
  },
  {
    name: "a dispute has the decision of the payer's bank",
    sql: `select coalesce(o.tenant_id, s.tenant_id) as tenant_id, coalesce(o.id, s.key) as object,
        'the bank says ' || coalesce(s.decision, 'nothing') || ', we know ' || coalesce(o.decision, 'nothing') as what
      from simulator_disputes s
      full join (select * from disputes where gateway = 'simulator') o on o.tenant_id = s.tenant_id and o.reference = s.key
      where s.key is null or o.id is null or s.decision is distinct from o.decision`,
  },
]

export const scheduleRules: Rule[] = [
  {
    name: "each cycle of a subscription is raised once, and none is left out",
    sql: differing(
      "subscriptions",
      "the number of its bills and that of the last one",
      "array[o.cycle, o.cycle]::bigint[]",
      `(select array[count(*), coalesce(max(i.cycle), 0)] from payment_intents i
        where i.tenant_id = o.tenant_id and i.subscription_id = o.id)::bigint[]`,
    ),
  },
  {
    name: "no cycle is raised before its day",
    sql: `select o.tenant_id, o.id as object,
        'the bill of the cycle ' || i.cycle || ', due on ' || i.due_at || ', is of ' || i.created_at as what
      from subscriptions o join payment_intents i on i.tenant_id = o.tenant_id and i.subscription_id = o.id
      where i.created_at < i.due_at - (o.due_after_days + 1) * interval '1 day' - interval '1 hour'`,
  },
  {
    name: "no cycle is late",
    sql: `select o.tenant_id, o.id as object, 'the next cycle was due on ' || o.next_cycle_at as what
      from subscriptions o join tenants t on t.id = o.tenant_id where o.status = 'active' and ${isLate("o.next_cycle_at")}`,
  },
  {
    name: "what is past its due date is overdue, and nothing else is",
    sql: `select o.tenant_id, o.id as object, o.status || ', due on ' || o.due_at as what
      from payment_intents o join tenants t on t.id = o.tenant_id
      where (o.status = 'due' and ${isLate("o.due_at")}) or (o.status = 'overdue' and o.due_at > ${tenantNow})`,
  },
  {
    name: "no charge waits for a payer whose time is over",
    sql: `select o.tenant_id, o.id as object, 'it expired on ' || (o.action->>'expiresAt') as what
      from transactions o join tenants t on t.id = o.tenant_id
      where o.status = 'processing' and ${isLate("(o.action->>'expiresAt')::timestamptz")}`,
  },
]

/** What the gateway knows by itself. */
export const bankRules: Rule[] = [
  {
    name: "the gateway paid out what is paid here, and took back what is returned",
    sql: `select coalesce(s.tenant_id, o.tenant_id) as tenant_id, coalesce(o.id, s.key) as object,
        'the gateway says ' || coalesce(s.outcome || ' ' || s.amount, 'nothing') || ', we say ' ||
        coalesce(o.status || ' ' || o.amount, 'nothing') as what
      from simulator_payouts s
      full join (select * from payouts where gateway = 'simulator') o on o.tenant_id = s.tenant_id and o.id = s.key
      where case when s.key is null then o.status in ('paid', 'returned')
        else (s.outcome, s.amount) is distinct from (o.status, o.amount) end`,
  },
  {
    name: "what payers paid by instructions was settled as the gateway reports it",
    sql: `select o.tenant_id, o.id as object, 'the fee is ' || o.fee || ' of ' || o.amount as what
      from transactions o join simulator_charges s on s.tenant_id = o.tenant_id and s.key = o.id
      where s.action is not null and s.status = 'succeeded' and (o.settlement is null or o.fee <> s.amount / 100)`,
  },
  {
    name: "a mandate is what the payer's bank says",
    sql: `with s as (
        select tenant_id, key, case when revoked_at is not null then 'revoked' when holder = 'Fail Mandate' then 'failed'
          else 'active' end as status
        from simulator_mandates)
      select s.tenant_id, s.key as object, 'the bank says ' || s.status || ', we say ' || coalesce(o.status, 'nothing') as what
      from s left join authorizations o on o.tenant_id = s.tenant_id and o.id = s.key where s.status is distinct from o.status`,
  },
]

/** A bank returns money days after it has settled. What was booked for it then is booked back once, and the rest stays. */
export const returnRules: Rule[] = [
  {
    name: "a refund that failed after all is booked back once",
    sql: `with ${postings} select o.tenant_id, o.id as object, 'the ledger still has ' || sum(p.n) || ' of a refund that failed' as what
      from transactions o join postings p on p.tenant_id = o.tenant_id and p.source_type = 'transaction' and p.source_id = o.id
      where o.refund_of is not null and o.status = 'reversed' and p.class = 'refunds'
      group by o.tenant_id, o.id having sum(p.n) <> 0`,
  },
]
