import type { Facts } from "../src/control/approvals/schema.ts"
import type { BenchServer } from "./bench-server.ts"

/** Inserts charges that succeeded, each of another intent. They are large enough for many refunds each. */
export async function fillSettledCharges(server: BenchServer, tenantId: string, size: number) {
  await fillPayments(server, tenantId, size, { amount: 1_000_000_000, intent: "paid-full", status: "succeeded", isHeld: false })
}

/** Inserts payments, each of another intent, that the user of the API key may approve. Intent, payment and request have the same id. */
export async function fillHeldPayments(server: BenchServer, tenantId: string, size: number) {
  await fillPayments(server, tenantId, size, { amount: 1000, intent: "due", status: "pending-approval", isHeld: true })
  await server.sql(requests, [tenantId, size, JSON.stringify(policy), JSON.stringify(facts), JSON.stringify(effects)])
  await server.sql(seats, [tenantId])
  await server.sql("vacuum (analyze) approval_requests, approval_seats")
  await server.sql("checkpoint")
}

type Kind = { amount: number; intent: string; status: string; isHeld: boolean }

async function fillPayments({ sql }: BenchServer, tenantId: string, size: number, { amount, intent, status, isHeld }: Kind) {
  await sql("set session_replication_role = replica") // checking the foreign keys takes long, and these are valid
  const items = [{ name: "Room", description: "", category: "", amount }]
  await sql(intents, [tenantId, size, amount, intent, isHeld ? 0 : amount, JSON.stringify(items)])
  await sql(transactions, [tenantId, size, amount, status, isHeld])
  await sql("set session_replication_role = origin")
  await sql("vacuum (analyze) payment_intents, transactions")
  await sql("checkpoint")
}

const ids = "select g, lpad(to_hex(g), 24, '0') as id, lpad(to_hex(g % 1000 + 1), 24, '0') as contact_id from generate_series(1, $2::int) g"

const intents = `
  insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
    split, splits_made, installments, metadata, created_at, updated_at, version)
  select $1, id, 'PI-' || lpad(g::text, 9, '0'), 'ad-hoc', contact_id, 'EUR', $4, $3, $5, 0, $6::jsonb, now() + interval '9 years',
    0, false, '[]', '{}', now(), now(), 1
  from (${ids}) each`

const transactions = `
  insert into transactions (tenant_id, id, number, payment_intent_id, contact_id, transaction_type, method, amount, currency, status,
    allocations, approval, release_to, received_at, documents, metadata, created_at, updated_at, version)
  select $1, id, g, id, contact_id, 'charge', 'bank-transfer', $3, 'EUR', $4,
    case when $5 then '[]' else jsonb_build_array(jsonb_build_object('paymentIntent', id, 'amount', $3::bigint)) end,
    jsonb_build_object('required', $5, 'status', case when $5 then 'pending' else 'none' end, 'request', case when $5 then id end),
    case when $5 then 'succeeded' end, now(), '[]', '{}', now(), now(), case when $5 then 1 else 2 end
  from (${ids}) each`

/** What the service stores about the policy that holds the payments, about the payments, and about the effect of each decision. */
const policy = { name: "Payments over 10", conditions: { amountMin: 1000 }, priority: 0, partnership_id: null, four_eyes: false }
const facts: Facts = {
  action: "create",
  amount: 1000,
  sourceCurrency: "EUR",
  targetCurrency: "EUR",
  method: "bank-transfer",
  recipientType: "self",
  team: null,
  partnerships: [],
}
const effects = {
  onApprove: [{ code: "payment-recorded", text: "The payment of EUR 10.00 is recorded and pays down PI-000001." }],
  onReject: [{ code: "payment-canceled", text: "The payment is canceled; nothing is paid on PI-000001." }],
}

const requests = `
  insert into approval_requests (tenant_id, id, policy_id, policy, entity_type, entity_id, facts, effects, also_matched, status, strategy,
    approvers, decisions, remaining, requested_by, expires_at, metadata, created_at, updated_at, version, revision)
  select $1, id, lpad('', 24, 'e'), $3::jsonb, 'transaction', id, $4::jsonb, $5::jsonb, '[]', 'pending', 'any-of',
    approvers, '[]', approvers, lpad('', 24, 'd'), now() + interval '7 days', '{}', now(), now(), 1, 1
  from (${ids}) each
  cross join (select jsonb_build_array(user_id) as approvers from api_keys where tenant_id = $1) approver`

const seats = `
  insert into approval_seats (tenant_id, user_id, request_id)
  select tenant_id, approvers ->> 0, id from approval_requests where tenant_id = $1`
