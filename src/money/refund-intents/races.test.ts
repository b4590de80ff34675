import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const { api, sql } = await startTestServer({ ROLE: "api" })
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

const pay = async (): Promise<Any> => {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  return (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })).body.data
}
const refund = ({ _id }: Any, fields: object = {}) => api.create("/v1/refund-intents/create", { transaction: _id, ...fields })
const draft = async (paid: Any, fields: object = {}): Promise<Any> => (await refund(paid, fields)).body.data
const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/refund-intents/${_id}/${action}`, body)
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const countOf = (responses: { status: number }[], status: number) => responses.filter(each => each.status === status).length
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("ten refunds at once never exceed the charge, and the database refuses more even if the code would allow it", async () => {
  const paid = await pay()
  const responses = await inParallel(10, () => refund(paid, { amount: 3000 }))
  assert.deepEqual([countOf(responses, 201), countOf(responses, 422)], [3, 7])
  await assert.rejects(sql("update transactions set refunding = 10001 where id = $1", [paid._id]), /transactions_refund_budget/)
  await assertLedgerVerifies()
})

test("approvals, rejections and cancellations of one draft at once leave one outcome", async () => {
  for (let round = 0; round < faultRounds(5); round++) {
    const paid = await pay()
    const drafted = await draft(paid, { amount: 3000 })
    const actions = ["approve", "reject", "cancel"]
    const responses = await inParallel(12, i => act(drafted, actions[i % 3]!))
    const winners = responses.flatMap(({ status, body }) => (status === 200 ? [body.data.status] : []))
    assert.equal(winners.length, 1)
    const { status } = await read(drafted)
    assert.equal(status, winners[0])
    const left = status === "processing" ? 7000 : 10_000
    assert.equal((await draft(paid)).amount, left)
  }
})

test("settling by hand ten times at once moves the money once", async () => {
  const paid = await pay()
  const drafted = await draft(paid, { amount: 3000 })
  await act(drafted, "approve")
  const responses = await inParallel(10, () => act(drafted, "settle", { reference: "TED 80" }))
  assert.equal(countOf(responses, 200), 1)
  const { count } = (await api.get(`/v1/transactions?refundOf=${paid._id}`)).body
  const { refunded } = (await api.get(`/v1/payment-intents/${paid.paymentIntent}`)).body.data
  assert.deepEqual([count, refunded], [1, 3000])
  await assertLedgerVerifies()
})
