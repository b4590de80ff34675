import assert from "node:assert/strict"
import { after, test } from "node:test"
import pg from "pg"
import { openBusiness } from "../prove/business.ts"
import { newClient, newLog } from "../prove/client.ts"
import { checkPromises } from "../prove/promises.ts"
import { seeded } from "../prove/random.ts"
import { startReceiver } from "../prove/receiver.ts"
import { findAllBroken, findBroken, rules } from "../prove/rules.ts"
import { signerOf } from "../prove/sign.ts"
import { finish } from "../prove/trial.ts"
import { steps } from "../prove/workload.ts"
import { startTestServer } from "./harness.ts"

const seed = 11
const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const random = seeded(seed)
const receiver = await startReceiver(seeded(seed + 1)) // of its own, because deliveries come at any time
const log = newLog()
const database = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
await database.connect()
after(async () => {
  await database.end()
  receiver.close()
})
const clientOf = (keys: { tenantId: string; apiKey: string }) => newClient([server.baseUrl], keys, random, log)
const others = (await server.otherTenant()).keys
const open = async (keys: typeof others) => {
  const sign = await signerOf(database, keys.tenantId)
  return openBusiness(clientOf(keys), { clientOf: apiKey => clientOf({ ...keys, apiKey }), receiver, sign })
}
const [business, other] = [await open(server.keys), await open(others)]

/** In this order every rule gets something to look at. */
const script = [
  "createContact",
  "createIntent",
  "createPlan",
  "charge",
  "pay",
  "transfer",
  "refund",
  "decideRefund",
  "payOut",
  "decidePayout",
  "createMandate",
  "subscribe",
  "saveCard",
  "chargeByInstructions",
  "endWaiting",
  "dispute",
  "answerDispute",
  "decideDispute",
  "payOutByGateway",
  "payPlanAtOnce",
  "reportLate",
  "loseDispute",
  "reverseDecision",
]
for (let n = 0; n < 12; n++)
  for (const name of [...script, "decideRequest"] as const) await steps[name as keyof typeof steps]({ business, other, random, log, n })
assert.deepEqual(await finish(database, [business, other]), [])

const belonging = ["payment_intents", "transactions", "refund_intents", "payment_splits", "approval_requests", "disputes", "subscriptions"]
const publishing = [...belonging, "contacts", "payouts", "authorizations", "saved_methods"]

/** A change of the database that breaks the rule, by the names of the rules. */
const changes: Record<string, string> = {
  "every ledger entry balances, and no amount is negative":
    "update ledger_entries set postings = jsonb_set(postings, '{0,debit}', to_jsonb((postings->0->>'debit')::bigint + 1))",
  "an event of a gateway is booked once: no entry has a twin":
    "insert into ledger_entries select (jsonb_populate_record(e, jsonb_build_object('id', 'twin' || e.id))).* from ledger_entries e " +
    "where kind = 'charge'",
  "the stored balances are the sums of the entries": "update tallies set n = n + 1 where kind = 'ledger'",
  "nobody's credit is negative":
    "update ledger_entries set postings = replace(postings::text, 'received:', 'credit:')::jsonb where kind in ('charge', 'refund'); " +
    "update ledger_entries set postings = replace(postings::text, 'cash:simulator', 'credit:nobody')::jsonb",
  "a contact's credit is what the ledger says": `update contacts set credit = '{"BRL": 5}'`,
  "an intent was paid what the ledger received for it": "update payment_intents set paid = paid + 1 where paid > 0",
  "an intent was refunded what the ledger gave back for it": "update payment_intents set refunded = refunded + 1",
  "nobody pays more than an intent's amount": "update payment_intents set amount = paid - 1 where paid > 1",
  "nobody gets back more than was paid": "update transactions set refunded = amount, refunding = 1",
  "a plan's sums are those of its installments": "update payment_intents set amount = amount + 1 where plan_id is not null",
  "the status of an intent follows from its sums": "update payment_intents set status = 'paid-partial' where status = 'paid-full'",
  "a canceled intent holds no money": "update payment_intents set status = 'canceled' where paid > 0",
  "a payment is booked exactly when it succeeded": "update transactions set status = 'failed' where status = 'succeeded'",
  "a payment is taken back exactly when it was reversed": "update transactions set status = 'reversed' where status = 'succeeded'",
  "what a payment is allocated to is not more than the payment": "update transactions set amount = 1 where amount > 1",
  "a refund is settled once, by one transaction of its amount": "update refund_intents set amount = amount + 1 where status = 'settled'",
  "a charge knows its refunds": "update transactions set refunded = refunded + 1",
  "what partners are owed is in the ledger": "update payment_splits set accrued = accrued + 1",
  "a split was paid out what its paid payouts say": "update payment_splits set paid_out = paid_out + 1",
  "the shares of an intent are not more than the intent": "update payment_splits set amount = amount + 1000000",
  "a payout sets its money aside once, and ends once": "delete from ledger_entries where kind = 'payout-reserve'",
  "what is set aside belongs to open payouts and disputes": "update payouts set status = 'failed' where status in ('draft', 'processing')",
  "what is held has moved no money":
    "update approval_requests set status = 'pending', entity_id = (select source_id from ledger_entries where kind = 'charge' limit 1)",
  "a released request has its approvals, each by an approver":
    "update approval_requests set status = 'approved', decisions = '[]', entity_id = id",
  "what policies hold from an amount on was released by a request":
    "delete from approval_requests; update approval_policies set created_at = '2000-01-01', conditions = '{\"amountMin\": 1}'",
  "an object has at most one open request":
    "insert into approval_requests select (jsonb_populate_record(r, jsonb_build_object('id', 'twin' || r.id, 'status', 'pending'))).* " +
    "from approval_requests r; update approval_requests set status = 'pending'",
  "the events of an object are numbered without a gap, and none is told twice":
    "delete from events where sequence = 1 and event = 'contacts.create'; update events set sequence = 3 where event = 'payouts.create'",
  "every event has its audit entry": "delete from audit_entries where action = 'contacts.create'",
  "every event since an endpoint was registered is delivered to it once":
    "update deliveries set status = 'failed'; update delivery_history set status = 'failed'",
  "no delivery is invented": "update deliveries set event_id = 'unknown'; update delivery_history set event_id = 'unknown'",
  "the gateway charged what succeeded here, and nothing else": "update simulator_charges set amount = amount + 1",
  "the gateway gave back what is settled here, and nothing else": "update simulator_refunds set amount = amount + 1, status = 'succeeded'",
  "no request is left without an answer": "update idempotency_keys set status = null, body = null, event_id = null",
  "no job failed for good":
    "insert into jobs (tenant_id, id, kind, payload, next_at, attempts, failed_at, created_at, real_time) " +
    "select id, 'failed', 'refund', '{}', now(), 10, now(), now(), false from tenants",
  "numbers are given once": "update payment_intents set number = 'PI-000001'",
  "the money of a dispute is where its status says":
    "update ledger_entries set postings = replace(postings::text, 'reserved:', 'elsewhere:')::jsonb where kind = 'dispute'",
  "a charge knows its disputes": "update transactions set disputed = disputed + 1",
  "an intent lost to disputes what the ledger took from it": "update payment_intents set disputed = disputed + 1",
  "a dispute has the decision of the payer's bank":
    "update simulator_disputes set decision = case decision when 'won' then 'lost' else 'won' end, decided_at = now()",
  "each cycle of a subscription is raised once, and none is left out": "update subscriptions set cycle = cycle + 1",
  "no cycle is raised before its day": "update payment_intents set due_at = created_at + interval '400 days'",
  "no cycle is late": "update subscriptions set status = 'active', next_cycle_at = '2000-01-01'",
  "what is past its due date is overdue, and nothing else is": "update payment_intents set status = 'due', due_at = '2000-01-01'",
  "no charge waits for a payer whose time is over":
    "update transactions set status = 'processing', action = '{\"expiresAt\": \"2000-01-01T00:00:00Z\"}'",
  "the gateway paid out what is paid here, and took back what is returned":
    "update payouts set id = 'unknown' || id, gateway = 'simulator', status = 'paid'",
  "what payers paid by instructions was settled as the gateway reports it":
    "update simulator_charges set action = '{}', status = 'succeeded'; update transactions set settlement = null",
  "a mandate is what the payer's bank says": "update authorizations set status = 'pending'",
  "a refund that failed after all is booked back once": "update transactions set status = 'reversed' where refund_of is not null",
  ...Object.fromEntries(
    publishing.map(table => [
      `the last event about ${table.replaceAll("_", " ")} tells what they are`,
      `update ${table} set version = version + 1`,
    ]),
  ),
  ...Object.fromEntries(
    belonging.map(table => [
      rules.find(({ name }) => name.startsWith(`${table.replaceAll("_", " ")} belong`))!.name,
      `update ${table} set tenant_id = (select id from tenants t where t.id <> tenant_id limit 1)`,
    ]),
  ),
}

test("a business that nobody tampered with breaks no rule", async () => {
  assert.deepEqual(log.violations, [])
  assert.deepEqual(await findAllBroken(database), [])
  const { lost, doubled, differing } = await checkPromises(database, log.promises)
  assert.deepEqual([lost, doubled, differing], [[], [], []])
})

for (const rule of rules)
  test(`the checker notices when it is not true that ${rule.name}`, () =>
    tamper(changes[rule.name]!, async () => assert.equal((await findBroken(database, rule)).length, 1)))

test("the checker notices a changed, a removed and an added audit entry, and a changed link", async () => {
  for (const change of [
    "update audit_entries set after = '{}' where id = (select min(id) from audit_entries)",
    "delete from audit_entries where id = (select min(id) from audit_entries)",
    'insert into audit_entries select (jsonb_populate_record(a, \'{"id": "added"}\')).* from audit_entries a limit 1',
    "update audit_chain set hash = 'changed' where seq = 1",
  ])
    await tamper(change, async () => {
      const found = (await findAllBroken(database)).map(({ rule }) => rule)
      assert.ok(found.includes("the audit chain is whole"), change)
    })
})

test("the checker notices a promise that was not kept", async () => {
  await tamper("delete from events where event = 'contacts.create'; delete from audit_entries where action = 'contacts.create'", async () =>
    assert.ok((await checkPromises(database, log.promises)).lost.length > 0),
  )
  await tamper("update events set data = '{}', entry_id = null where event = 'paymentIntents.create'", async () =>
    assert.ok((await checkPromises(database, log.promises)).differing.length > 0),
  )
  const twice = log.promises.map(promise => ({ ...promise, key: `${promise.key} again` }))
  assert.ok((await checkPromises(database, [...log.promises, ...twice])).doubled.length > 0)
})

/** Takes away what would refuse the change. */
const loosen = `
  create function pg_temp.loosen(name text) returns void language plpgsql as $$
  declare each record;
  begin
    execute format('grant all on %I to current_user', name);
    execute format('alter table %I disable trigger user', name);
    for each in select conrelid::regclass as owner, conname from pg_constraint
      where name::regclass in (conrelid, confrelid) and contype in ('c', 'f', 'u') and coninhcount = 0
    loop execute format('alter table %s drop constraint if exists %I', each.owner, each.conname); end loop;
    for each in select indexrelid::regclass as index from pg_index where indrelid = name::regclass and indisunique and not indisprimary
    loop execute format('drop index %s', each.index); end loop;
  end $$`

/** Changes the database without its triggers and constraints, as a mistake would, looks at it, and takes the change back. */
async function tamper(change: string, look: () => Promise<void>) {
  await database.query("begin")
  try {
    await database.query(loosen)
    for (const [, table] of change.matchAll(/(?:update|into|from) (\w+)/g)) await database.query("select pg_temp.loosen($1)", [table])
    await database.query(change)
    await look()
  } finally {
    await database.query("rollback")
  }
}
