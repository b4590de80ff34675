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
  ["refund_intents set amount = 999", "refund_intents set amount = 1000", open._id, [`${charge._id} open refunds`]],
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
