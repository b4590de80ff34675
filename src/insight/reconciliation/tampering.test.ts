import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inDays, newIntent, startTestServer } from "../../../test/harness.ts"

// No worker, so there are no roll-ups: a change that only they show goes unnoticed once they are rebuilt.
const server = await startTestServer({ ROLE: "api" })
const { api, sql } = server
const tenant = server.keys.tenantId
const { contact, create, sell, charge, chargeIntent, dispute, resolve, effectOf, sendEvent, splitOf } = await disputeFixtures(
  api,
  server,
  tenant,
)
const act = async (path: string, body: object = {}): Promise<Any> => {
  const response = await api.post(`/v1/${path}`, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const refund = async (charged: Any, fields: object): Promise<Any> => create("refund-intents", { transaction: charged._id, ...fields })
const pay = (intent: Any, fields: object) => create("transactions", { paymentIntent: intent._id, method: "cash", ...fields })
const transfer = (reference: string, amount: number) => create("simulations/bank-transfers", { reference, amount, currency: "BRL" })

const splitTerms = { type: "percentage", basisPoints: 2000 }
const casa = (await api.get("/v1/partnerships/CASA")).body.data
const other = await create("partnerships", { name: "Outra", code: "OUTRA", kind: "supplier", splitTerms })
const service = await create("services", { name: "Course" })

const paid = await charge()
const [paidSplit, failed] = [await splitOf(paid), await pay(await sell(), { amount: 10, status: "processing" })]
await act(`transactions/${failed._id}/fail`)
const processing = await pay(await sell(), { amount: 20, status: "processing" })
const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: inDays(400 + i) }))
const plan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule }))
const planCharge = await chargeIntent(plan)
const partPlan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule }))
const firstPart = await pay(partPlan, { amount: 6000 })
const cash = await pay(await sell({ items: [{ name: "Course", amount: 10_000, service: service._id, supplier: "CASA" }] }), {
  amount: 10_000,
})
const settled = await refund(cash, { items: [{ line: 0, amount: 3000 }] })
await act(`refund-intents/${settled._id}/approve`)
const refunded = (await act(`refund-intents/${settled._id}/settle`, { reference: "TED" })).refundTransaction
const draft = await refund(cash, { amount: 500 })
const twoLines = [6000, 4001].map((amount, i) => ({ name: `Line ${i}`, amount }))
const byAmount = await refund(await pay(await sell({ items: twoLines }), { amount: 10_001 }), { amount: 501 })
await act(`refund-intents/${byAmount._id}/approve`)
await act(`refund-intents/${byAmount._id}/settle`, { reference: "TED" })
const refused = await refund(await chargeIntent(await sell({ items: twoLines })), { amount: 501 })
await act(`refund-intents/${refused._id}/approve`)
assert.equal(await effectOf(sendEvent("refund.failed", { key: refused._id, code: "account_closed", reason: "closed" })), "failed")
const rejected = await refund(cash, { amount: 700 })
await act(`refund-intents/${rejected._id}/reject`)
const reversed = await charge()
assert.equal(await effectOf(sendEvent("charge.reversed", { key: reversed._id })), "reversed")
const [openDispute, won, lost] = [
  await dispute(await charge(), { amount: 1000 }),
  await dispute(await charge()),
  await dispute(await charge()),
]
assert.equal((await resolve(won, "won")).status, 200)
assert.equal((await resolve(lost, "lost")).status, 200)
const named = await sell()
const matched = await transfer(named.number, 12_000)
const unallocated = await transfer("Nobody", 900)
const kept = await transfer("Somebody", 800)
const allocated = await act(`bank-transfers/${kept._id}/allocate`, { paymentIntent: (await sell())._id })
const credited = await pay(await sell(), { amount: 1500, method: "contact-credit" })
const payout = (fields: object) => create("payouts", { currency: "BRL", method: "manual", ...fields })
const toCasa = { recipientType: "supplier", partnership: "CASA" }
const paidOut = await payout({ ...toCasa, splits: [paidSplit._id] })
await act(`payouts/${paidOut._id}/confirm`, { reference: "T1" })
const returnedSplit = await splitOf(await charge())
const returned = await payout({ ...toCasa, splits: [returnedSplit._id] })
await act(`payouts/${returned._id}/confirm`, { reference: "T2" })
await act(`payouts/${returned._id}/fail`, { reason: "closed" })
const scheduledSplit = await splitOf(await charge())
const open = await payout({ ...toCasa, splits: [scheduledSplit._id] })
const canceledOut = await payout({ ...toCasa, splits: [returnedSplit._id], draft: true })
await act(`payouts/${canceledOut._id}/cancel`)
const self = await payout({ recipientType: "self", amount: 2000 })
await act(`payouts/${self._id}/confirm`, { reference: "T3" })
const fixed = await create("payment-splits", { paymentIntent: named._id, partnership: "OUTRA", amount: 300 })
const canceled = await sell()
await act(`payment-intents/${canceled._id}/cancel`)
const [takenBack] = (await api.get(`/v1/payment-splits?paymentIntent=${cash.paymentIntent}`)).body.data
const [entry] = await sql("select id from ledger_entries where source_id = $1 and partnership_id is not null", [paidSplit._id])

const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data

/** An attacker with the owner's rights: neither constraints nor append-only tables stop them. */
const tables = [
  "ledger_entries",
  "payment_intents",
  "transactions",
  "refund_intents",
  "disputes",
  "bank_transfers",
  "payouts",
  "payment_splits",
]
const constraints = await sql(
  `select conrelid::regclass::text as "table", conname as name from pg_constraint
   where contype in ('f', 'c') and connamespace = 'public'::regnamespace and not conislocal = false and coninhcount = 0`,
)
for (const { table, name } of constraints) if (table !== "-") await sql(`alter table ${table} drop constraint if exists "${name}" cascade`)
await sql("grant update, delete on ledger_entries to current_user")
for (const table of [...tables, "contacts"]) await sql(`create table saved_${table} as select * from ${table}`)

async function restore(table: string) {
  await sql(`delete from ${table}`)
  await sql(`insert into ${table} select * from saved_${table}`)
}

test("the untouched ledger agrees", async () => {
  assert.deepEqual((await verify()).differences, [])
})

/** A table, the change or "delete", the row, and the object that the report names if it is not the row. */
const tamperings: [table: string, change: string, id: string, named?: string][] = [
  ["transactions", "delete", paid._id],
  ["transactions", "delete", refunded],
  ["transactions", "delete", processing._id, "balances"],
  ["transactions", "delete", failed._id, "transactions"],
  ["transactions", "delete", credited._id],
  ["transactions", `payment_intent_id = '${named._id}'`, paid._id],
  ["transactions", `payment_intent_id = '${named._id}'`, planCharge._id],
  ["transactions", `payment_intent_id = '${plan._id}'`, refunded],
  ["transactions", `payment_intent_id = '${partPlan.installments[0]}'`, firstPart._id],
  ["transactions", "currency = 'USD'", paid._id],
  ["transactions", "currency = 'USD'", refunded],
  ["transactions", "amount = amount + 1", cash._id],
  ["transactions", "fee = 7", paid._id],
  ["transactions", "status = 'reversed'", paid._id],
  ["transactions", "status = 'succeeded'", reversed._id],
  ["transactions", "status = 'succeeded'", failed._id],
  ["transactions", "status = 'canceled'", failed._id, "transactions"],
  ["transactions", "gateway = null", paid._id],
  ["transactions", "contact_id = 'nobody'", paid._id],
  ["transactions", "method = 'contact-credit'", cash._id],
  ["transactions", "allocations = '[]'", cash._id],
  ["transactions", "refunded = 0", cash._id],
  ["transactions", "refunding = 0", cash._id],
  ["transactions", "disputed = 5", paid._id],
  ["transactions", `refund_of = '${paid._id}'`, refunded],
  ["transactions", "received_at = received_at - interval '1 day'", cash._id],
  ["refund_intents", "delete", settled._id, refunded],
  ["refund_intents", "delete", draft._id, cash._id],
  ["refund_intents", "delete", rejected._id, "refund_intents"],
  ["refund_intents", "status = 'failed', refund_transaction_id = null", settled._id, refunded],
  ["refund_intents", "status = 'canceled'", draft._id, cash._id],
  ["refund_intents", "status = 'draft'", rejected._id, cash._id],
  ["refund_intents", "amount = 1", settled._id],
  ["refund_intents", "fees = 1", settled._id],
  ["refund_intents", `transaction_id = '${paid._id}'`, settled._id],
  ["refund_intents", `payment_intent_id = '${named._id}'`, settled._id],
  ["refund_intents", `items = '[{"line": 0, "name": "Course", "amount": 1}]'`, settled._id],
  ["refund_intents", `items = '[{"line": 0, "name": "Line 0", "amount": 501}]'`, byAmount._id],
  ["refund_intents", `shares = '[{"line": 0, "name": "Line 0", "amount": 501}]'`, byAmount._id],
  ["refund_intents", "items = '[]'", byAmount._id, byAmount.paymentIntent],
  ["refund_intents", "items = '[]', shares = '[]'", byAmount._id, byAmount.paymentIntent],
  ["payouts", "delete", self._id],
  ["payouts", "delete", paidOut._id],
  ["payouts", "delete", open._id],
  ["payouts", "delete", returned._id],
  ["payouts", "delete", canceledOut._id],
  ["payouts", `partnership_id = '${other._id}'`, paidOut._id],
  ["payouts", `partnership_id = '${other._id}'`, open._id],
  ["payouts", "partnership_id = null, recipient_type = 'self'", paidOut._id],
  ["payouts", "amount = amount - 1", self._id],
  ["payouts", "currency = 'USD'", self._id],
  ["payouts", "status = 'returned'", paidOut._id],
  ["payouts", "status = 'paid'", returned._id],
  ["payouts", "status = 'paid'", open._id],
  ["payouts", "status = 'canceled'", self._id],
  ["payouts", "fees = 3", paidOut._id],
  ["payouts", "allocations = '[]'", paidOut._id],
  ["payouts", "gateway = 'simulator'", self._id],
  ["payment_splits", "delete", paidSplit._id],
  ["payment_splits", "delete", takenBack._id],
  ["payment_splits", "delete", fixed._id],
  ["payment_splits", "status = 'due'", paidSplit._id],
  ["payment_splits", "status = 'canceled'", fixed._id],
  ["payment_splits", "status = 'pending-approval'", fixed._id],
  ["payment_splits", "status = 'due', payout_id = null", scheduledSplit._id],
  ["payment_splits", "reversed = 0", takenBack._id],
  ["payment_splits", "reversed = reversed + 1", takenBack._id],
  ["payment_splits", "reversed = reversed + 1, version = version + 1", takenBack._id],
  ["payment_splits", "reversed = 1", paidSplit._id],
  ["payment_splits", "earned = 0", paidSplit._id],
  ["payment_splits", "accrued = 0", paidSplit._id],
  ["payment_splits", "paid_out = 0", paidSplit._id],
  ["payment_splits", "amount = amount + 1", paidSplit._id],
  ["payment_splits", "currency = 'USD'", paidSplit._id],
  ["payment_splits", `partnership_id = '${other._id}'`, paidSplit._id],
  ["payment_splits", `payment_intent_id = '${named._id}'`, paidSplit._id],
  ["payment_splits", `payout_id = '${self._id}'`, paidSplit._id],
  ["disputes", "delete", won._id],
  ["disputes", "delete", lost._id],
  ["disputes", "delete", openDispute._id],
  ["disputes", "status = 'won'", lost._id],
  ["disputes", "status = 'lost'", won._id],
  ["disputes", "status = 'under-review'", openDispute._id],
  ["disputes", "amount = amount - 1", lost._id],
  ["disputes", "fees = 9", won._id],
  ["disputes", "currency = 'USD'", won._id],
  ["disputes", "allocations = '[]'", lost._id],
  ["disputes", "credit_taken = 5", lost._id],
  ["disputes", `transaction_id = '${paid._id}'`, won._id],
  ["disputes", `payment_intent_id = '${named._id}'`, won._id],
  ["disputes", "gateway = 'stripe'", lost._id],
  ["bank_transfers", "delete", matched._id, matched.transaction],
  ["bank_transfers", "delete", unallocated._id],
  ["bank_transfers", "delete", allocated._id],
  ["bank_transfers", "amount = amount + 1", matched._id],
  ["bank_transfers", "amount = amount + 1", unallocated._id],
  ["bank_transfers", "currency = 'USD'", matched._id],
  ["bank_transfers", "currency = 'USD'", unallocated._id],
  ["bank_transfers", "gateway = 'stripe'", matched._id],
  ["bank_transfers", "status = 'unallocated', transaction_id = null, payment_intent_id = null", matched._id],
  ["bank_transfers", `status = 'allocated', transaction_id = '${paid._id}', payment_intent_id = '${paid.paymentIntent}'`, unallocated._id],
  ["bank_transfers", `payment_intent_id = '${plan._id}'`, matched._id],
  ["bank_transfers", `transaction_id = '${paid._id}'`, matched._id],
  ["payment_intents", "delete", named._id],
  ["payment_intents", "delete", plan._id],
  ["payment_intents", "delete", plan.installments[1]],
  ["payment_intents", "delete", canceled._id, "payment_intents"],
  ["payment_intents", "paid = paid - 1", paid.paymentIntent],
  ["payment_intents", "refunded = 1", cash.paymentIntent],
  ["payment_intents", "refunded_lines = '{}'", cash.paymentIntent],
  ["payment_intents", `refunded_lines = '{"0": 301, "1": 200}'`, byAmount.paymentIntent],
  ["payment_intents", "disputed = 0", lost.paymentIntent],
  ["payment_intents", "status = 'canceled'", paid.paymentIntent],
  ["payment_intents", "status = 'due', cancel_reason = null", canceled._id, "balances"],
  ["payment_intents", "split = 1", paid.paymentIntent],
  ["payment_intents", "amount = amount + 1", plan.installments[1]],
  ["payment_intents", "currency = 'USD'", paid.paymentIntent, paid._id],
  ["payment_intents", "contact_id = 'nobody'", paid.paymentIntent],
  ["payment_intents", `plan_id = '${named._id}'`, plan.installments[1]],
  ["payment_intents", "paid_at = paid_at - interval '40 days'", paid.paymentIntent],
  ["payment_intents", `items = '[{"name": "Course", "amount": 1}]'`, paid.paymentIntent],
  ["ledger_entries", "partnership_id = null", entry.id],
  ["ledger_entries", `partnership_id = '${other._id}'`, entry.id],
  ["ledger_entries", "currency = 'USD'", entry.id, paidSplit._id],
  ["ledger_entries", "created_at = created_at - interval '40 days'", entry.id],
  ["ledger_entries", "source_id = 'nobody'", entry.id, "nobody"],
  ["ledger_entries", "source_type = 'payout'", entry.id, paidSplit._id],
  ["ledger_entries", `postings = replace(postings::text, '${casa._id}', '${other._id}')::jsonb`, entry.id, paidSplit._id],
  ["ledger_entries", "delete", entry.id, paidSplit._id],
  ["ledger_entries", "delete", allocated._id],
  ["contacts", `credit = '{"BRL": "1"}'`, contact._id],
]

for (const [table, change, id, object = id] of tamperings)
  test(`verify notices ${table} ${change.replace(/'[0-9a-f]{24}'/g, "another")} of ${id.slice(-4)}`, async () => {
    const statement = change === "delete" ? `delete from ${table}` : `update ${table} set ${change}`
    const where = table === "ledger_entries" && id !== entry.id ? "source_id = $1" : "id = $1" // all entries of an object
    const before = await sql(`select 1 from ${table} where ${where}`, [id])
    assert.ok(before.length > 0, "there is such a row")
    await sql(`${statement} where ${where}`, [id])
    const { ok, differences } = await verify()
    await restore(table)
    assert.equal(ok, false)
    assert.ok(
      differences.some((each: Any) => each.object === object),
      JSON.stringify(differences),
    )
  })

test("the restored ledger agrees again", async () => {
  assert.deepEqual((await verify()).differences, [])
})
