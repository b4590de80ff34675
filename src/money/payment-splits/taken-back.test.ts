import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api, sql, keys } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })

const create = async (): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
}
const pay = async ({ _id }: Any, amount: number): Promise<Any> =>
  (await api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })).body.data
async function refund({ _id }: Any, amount: number) {
  const drafted = (await api.create("/v1/refund-intents/create", { transaction: _id, amount })).body.data
  for (const action of ["approve", "settle"])
    assert.equal((await api.post(`/v1/refund-intents/${drafted._id}/${action}`, action === "settle" ? { reference: "T" } : {})).status, 200)
}
const splitsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/payment-splits?paymentIntent=${_id}&sort=createdAt`)).body.data
const figuresOf = async (intent: Any) =>
  (await splitsOf(intent)).map(({ accrued, reversed, outstanding, status }) => [accrued, reversed, outstanding, status])
const assertVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("reversed is always earned less accrued, in whatever order payments and refunds come", async () => {
  const intent = await create()
  const first = await pay(intent, 5005)
  await refund(first, 1)
  assert.deepEqual(await figuresOf(intent), [[500, 0, 500, "due"]])
  await pay(intent, 4995)
  assert.deepEqual(await figuresOf(intent), [[1000, 0, 1000, "due"]])
  await refund(first, 3332)
  assert.deepEqual(await figuresOf(intent), [[1000, 333, 667, "due"]])
  const filtered = async (query: string) => (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}&${query}`)).body.count
  for (const shown of ["accrued=1000", "reversed=333", "outstanding=667"]) assert.equal(await filtered(shown), 1, shown)
  for (const other of ["accrued=667", "outstanding[gt]=667"]) assert.equal(await filtered(other), 0, other)
  await assertVerifies()
})

test("shows what an earlier refund took back of a split that is created after it", async () => {
  const intent = await create()
  await refund(await pay(intent, 10_000), 5000)
  await api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: "AGENT", amount: 301 })
  assert.deepEqual(await figuresOf(intent), [
    [1000, 500, 500, "due"],
    [301, 150, 151, "due"],
  ])
  await assertVerifies()
})

/**
 * Recreates a row of earlier versions: one unit too much was taken back, and `reversed` did not count refunds before the split was created.
 */
async function leaveAsBefore({ _id, partnership, paymentIntent }: Any, reversed: number) {
  await sql("update payment_splits set accrued = accrued - 1, reversed = $2 where id = $1", [_id, reversed])
  await sql(
    `insert into ledger_entries
     select tenant_id, overlay(id placing '000' from 22), 'split-reversal', source_type, source_id, currency, effective_at,
       jsonb_build_array(jsonb_build_object('account', 'payable:' || $2, 'debit', 1, 'credit', 0),
         jsonb_build_object('account', 'shares:' || $3, 'debit', 0, 'credit', 1)), created_at, partnership_id, booked_on
     from ledger_entries where source_id = $1 order by id limit 1`,
    [_id, partnership, paymentIntent],
  )
  const tallies =
    "insert into tallies (tenant_id, kind, value, n) values ($1, 'ledger', 'BRL shares', 1), ($1, 'ledger', 'BRL payable', -1)"
  await sql(tallies, [keys.tenantId])
}

test("the upgrade gives back the unit that was rounded up, with a ledger entry", async () => {
  const intent = await create()
  await refund(await pay(intent, 10_000), 3333)
  await api.create("/v1/payment-splits/create", { paymentIntent: intent._id, partnership: "AGENT", amount: 302 })
  const right = [await figuresOf(intent), (await api.get("/v1/balances")).body.data]
  const [calculated, later] = (await splitsOf(intent)) as [Any, Any]
  await leaveAsBefore(calculated, 334)
  await leaveAsBefore(later, 0)
  assert.deepEqual(await figuresOf(intent), [
    [1000, 334, 666, "due"],
    [302, 0, 201, "due"],
  ])
  // Entries had no day of booking when that migration ran.
  await sql("drop policy open_month on ledger_entries")
  await sql("alter table ledger_entries alter column booked_on drop not null")
  await sql(readFileSync("migrations/0084_splits_taken_back.sql", "utf8"))
  await sql("grant update (booked_on) on ledger_entries to current_user")
  await sql("update ledger_entries set booked_on = to_char(effective_at, 'YYYY-MM-DD') where booked_on is null")
  await sql("update migrations set at = now() where name = '0084_splits_taken_back.sql'")
  assert.deepEqual([await figuresOf(intent), (await api.get("/v1/balances")).body.data], right)
  await assertVerifies()
})
