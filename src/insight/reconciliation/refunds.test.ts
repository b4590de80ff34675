import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api, sql } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: new Date(Date.now() + (400 + i) * 86_400_000).toISOString() }))
const plan = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { intentType: "payment-plan", schedule }))).body.data
const charge = (await api.create("/v1/transactions/create", { paymentIntent: plan._id, amount: 10_000, method: "cash" })).body.data
const draft = async (amount: number): Promise<Any> =>
  (await api.create("/v1/refund-intents/create", { transaction: charge._id, amount })).body.data
const open = await draft(1000)
const { _id } = await draft(3000)
await api.post(`/v1/refund-intents/${_id}/approve`)
const settled = (await api.post(`/v1/refund-intents/${_id}/settle`, { reference: "TED 77" })).body.data
const [, last] = plan.installments

const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data

const tamperings: [statement: string, undo: string, id: string, differences: string[]][] = [
  ["transactions set refunded = 2999", "transactions set refunded = 3000", charge._id, [`${charge._id} settled refunds`]],
  ["transactions set refunding = 0", "transactions set refunding = 1000", charge._id, [`${charge._id} open refunds`]],
  ["refund_intents set amount = 999", "refund_intents set amount = 1000", open._id, [`${open._id} items`, `${charge._id} open refunds`]],
  ["refund_intents set fees = 1", "refund_intents set fees = 0", settled._id, [`${settled._id} fees`]],
  ["refund_intents set amount = 2999", "refund_intents set amount = 3000", settled._id, [`${settled._id} refunded`]],
  [
    "transactions set amount = 2999",
    "transactions set amount = 3000",
    settled.refundTransaction,
    [`${settled.refundTransaction} refunded`, `${charge._id} settled refunds`],
  ],
  ["payment_intents set refunded = 2999", "payment_intents set refunded = 3000", last, [`${last} refunded`, `${plan._id} refunded`]],
  ["payment_intents set refunded = 2999", "payment_intents set refunded = 3000", plan._id, [`${plan._id} refunded`]],
]

/** This refund settled before refunds by amount were split over lines: only `shares` has its parts, and the intent's counters have none. */
test("accepts a refund of an earlier version, and reports a change of its parts", async () => {
  const items = [6000, 4000].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const made = async (path: string, body: object): Promise<Any> => (await api.create(`/v1/${path}/create`, body)).body.data
  const intent = await made("payment-intents", newIntent(contact._id, { items }))
  const { _id: transaction } = await made("transactions", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
  const { _id: id } = await made("refund-intents", { transaction, amount: 500 })
  await api.post(`/v1/refund-intents/${id}/approve`)
  await api.post(`/v1/refund-intents/${id}/settle`, { reference: "TED 78" })
  await sql("update refund_intents set items = '[]' where id = $1", [id])
  await sql("update payment_intents set refunded_lines = '{}' where id = $1", [intent._id])
  assert.deepEqual((await verify()).differences, [])
  await sql("update refund_intents set shares = jsonb_set(shares, '{0,amount}', '1') where id = $1", [id])
  assert.deepEqual(
    (await verify()).differences.map((each: Any) => [each.object, each.what]),
    [[id, "items"]],
  )
  await sql("update refund_intents set shares = jsonb_set(shares, '{0,amount}', '300') where id = $1", [id])
})

test("the ledger, the refunds, the charge and its intents agree", async () => {
  assert.deepEqual((await verify()).differences, [])
})

for (const [statement, undo, id, differences] of tamperings)
  test(`a difference is reported: ${statement}`, async () => {
    await sql(`update ${statement} where id = $1`, [id])
    const report = await verify()
    assert.deepEqual(
      report.differences.map((each: Any) => `${each.object} ${each.what}`),
      differences,
    )
    await sql(`update ${undo} where id = $1`, [id])
    assert.equal((await verify()).ok, true)
  })
