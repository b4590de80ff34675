import type { Rule } from "./sql.ts"

/** Objects that a policy can hold. A decision moves money only once, and only the decision does. */
export const approvalRules: Rule[] = [
  {
    name: "what is held has moved no money",
    sql: `select o.tenant_id, o.entity_id as object, 'money moved while its request is ' || o.status as what
      from approval_requests o join ledger_entries e on e.tenant_id = o.tenant_id and e.source_id = o.entity_id
      where o.status in ('pending', 'rejected', 'canceled') and e.kind in ('charge', 'refund', 'payout')
        and not exists (select 1 from approval_requests a
          where a.tenant_id = o.tenant_id and a.entity_id = o.entity_id and a.status = 'approved')`,
  },
  {
    name: "a released request has its approvals, each by an approver",
    sql: `select tenant_id, id as object, 'approved by ' || decisions::text as what from approval_requests
      where status = 'approved' and not exists (
        select 1 from jsonb_array_elements(decisions) d where d->>'decision' = 'approved' and approvers ? (d->>'user'))`,
  },
  {
    name: "what policies hold from an amount on was released by a request",
    sql: `select o.tenant_id, o.id as object, 'sent without a release' as what
      from (select tenant_id, id, created_at, status, 'payout' as type, amount from payouts
          where status in ('processing', 'paid', 'returned') union all
        select tenant_id, id, created_at, status, 'transaction', amount from transactions
          where gateway is null and method = 'cash' and refund_of is null and status in ('succeeded', 'reversed') union all
        select tenant_id, id, created_at, status, 'refund-intent', amount from refund_intents
          where status in ('processing', 'settled')) o
      join approval_policies p on p.tenant_id = o.tenant_id and p.entity_type = o.type and p.enabled and p.created_at < o.created_at
      where o.amount >= (p.conditions->>'amountMin')::bigint and not exists (
        select 1 from approval_requests a where a.tenant_id = o.tenant_id and a.entity_id = o.id and a.status = 'approved')`,
  },
  {
    name: "an object has at most one open request",
    sql: `select tenant_id, entity_id as object, count(*) || ' open requests' as what from approval_requests where status = 'pending'
      group by tenant_id, entity_type, entity_id having count(*) > 1`,
  },
]

const published = [
  ["contacts", "contacts"],
  ["payment_intents", "paymentIntents"],
  ["transactions", "transactions"],
  ["refund_intents", "refundIntents"],
  ["payouts", "payouts"],
  ["payment_splits", "splitIntents"],
  ["approval_requests", "approvalRequests"],
  ["disputes", "disputes"],
  ["subscriptions", "subscriptions"],
  ["authorizations", "authorizations"],
  ["saved_methods", "savedMethods"],
] as const

export const tellingRules: Rule[] = [
  {
    name: "the events of an object are numbered without a gap, and none is told twice",
    sql: `select tenant_id, object_id as object, count(*) || ' events, numbered from ' || min(sequence) || ' to ' || max(sequence) as what
      from events where event not like '%.delete' group by tenant_id, object_id, split_part(event, '.', 1)
      having min(sequence) <> 1 or max(sequence) <> count(*) or count(distinct sequence) <> count(*)`,
  },
  ...published.map(([table, noun]) => ({
    name: `the last event about ${table.replace("_", " ")} tells what they are`,
    sql: `select o.tenant_id, o.id as object, 'version ' || o.version || ', but the last event has ' || coalesce(max(e.sequence), 0) as what
      from ${table} o left join events e on e.tenant_id = o.tenant_id and e.object_id = o.id and e.event like '${noun}.%'
      group by o.tenant_id, o.id, o.version having coalesce(max(e.sequence), 0) <> o.version`,
  })),
  {
    name: "every event has its audit entry",
    sql: `select e.tenant_id, e.object_id as object, count(*) || ' audit entries for ' || e.event || ' ' || e.events || ' events' as what
      from (select tenant_id, object_id, event, count(*) as events from events group by 1, 2, 3) e
      left join audit_entries a on a.tenant_id = e.tenant_id and a.object_id = e.object_id and a.action = e.event
      group by e.tenant_id, e.object_id, e.event, e.events having count(a.id) <> e.events`,
  },
  {
    name: "every event since an endpoint was registered is delivered to it once",
    sql: `with d as (
        select tenant_id, endpoint_id, event_id, status from deliveries
        union all select tenant_id, endpoint_id, event_id, status from delivery_history)
      select e.tenant_id, e.id as object, count(d.event_id) || ' deliveries that succeeded' as what
      from webhook_endpoints w join events e on e.tenant_id = w.tenant_id and e.id > w.id and e.event <> 'webhooks.create'
      left join d on d.tenant_id = e.tenant_id and d.event_id = e.id and d.endpoint_id = w.id and d.status = 'delivered'
      group by e.tenant_id, w.id, e.id having count(d.event_id) <> 1`,
  },
  {
    name: "no delivery is invented",
    sql: `select d.tenant_id, d.id as object, 'no event ' || d.event_id as what
      from (select tenant_id, id, event_id from deliveries union all select tenant_id, id, event_id from delivery_history) d
      left join events e on e.tenant_id = d.tenant_id and e.id = d.event_id where e.id is null`,
  },
]

export const gatewayRules: Rule[] = [
  {
    name: "the gateway charged what succeeded here, and nothing else",
    sql: `with s as (
        select tenant_id, key, sum(amount) filter (where status = 'succeeded' or token = 'tok_processing_then_success') as amount
        from simulator_charges group by 1, 2)
      select coalesce(s.tenant_id, t.tenant_id) as tenant_id, coalesce(t.id, s.key) as object,
        'the gateway took ' || coalesce(s.amount, 0) || ', we booked ' || coalesce(t.amount, 0) as what
      from s full join (
          select tenant_id, id, amount from transactions where gateway = 'simulator' and charge_key is not null and refund_of is null
            and (status in ('succeeded', 'reversed') or failure->>'code' = 'reversed')) t
        on t.tenant_id = s.tenant_id and t.id = s.key
      where coalesce(s.amount, 0) <> coalesce(t.amount, 0)`,
  },
  {
    name: "the gateway gave back what is settled here, and nothing else",
    sql: `with s as (
        select tenant_id, key, sum(amount) filter (where status = 'succeeded' and fails_at is null) as amount from simulator_refunds
        group by 1, 2)
      select coalesce(s.tenant_id, r.tenant_id) as tenant_id, coalesce(r.id, s.key) as object,
        'the gateway gave back ' || coalesce(s.amount, 0) || ', we booked ' || coalesce(r.amount, 0) as what
      from s full join (
          select tenant_id, id, amount from refund_intents where gateway = 'simulator' and status = 'settled') r
        on r.tenant_id = s.tenant_id and r.id = s.key
      where coalesce(s.amount, 0) <> coalesce(r.amount, 0)`,
  },
]

export const isolationRules: Rule[] = [
  ["payment_intents", "contact_id", "contacts"],
  ["transactions", "payment_intent_id", "payment_intents"],
  ["refund_intents", "transaction_id", "transactions"],
  ["payment_splits", "payment_intent_id", "payment_intents"],
  ["approval_requests", "policy_id", "approval_policies"],
  ["disputes", "transaction_id", "transactions"],
  ["subscriptions", "contact_id", "contacts"],
].map(([table, column, target]) => ({
  name: `${table!.replaceAll("_", " ")} belong to ${target!.replaceAll("_", " ")} of the same tenant`,
  sql: `select o.tenant_id, o.id as object, 'its ${column} is of another tenant' as what from ${table} o
    join ${target} t on t.id = o.${column} and t.tenant_id <> o.tenant_id`,
}))

export const keyRules: Rule[] = [
  {
    name: "no request is left without an answer",
    sql: `select tenant_id, key as object, 'has no answer' as what from idempotency_keys where status is null and key like 'key %'`,
  },
  {
    name: "no job failed for good",
    sql: `select tenant_id, id as object, kind || ': ' || coalesce(last_error, '') as what from jobs where failed_at is not null`,
  },
  {
    name: "numbers are given once",
    sql: `select tenant_id, number as object, count(*) || ' objects have it' as what from (
        select tenant_id, number from payment_intents union all select tenant_id, number from payouts) o
      group by tenant_id, number having count(*) > 1`,
  },
]
