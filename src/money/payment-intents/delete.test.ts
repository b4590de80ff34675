import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type ApiResponse, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const { api, sql } = await startTestServer({ ROLE: "api" }) // no worker, so that an open charge stays open
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const charge = (intent: string, token: string) =>
  api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent, method: "card", token })
const pay = (intent: Any, fields: object = {}) =>
  api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 100, method: "cash", ...fields })
const transfer = (intent: Any, amount: number) =>
  api.post("/v1/simulations/bank-transfers/create", { reference: intent.number, amount, currency: "BRL" })
const remove = (intent: Any) => api.post(`/v1/payment-intents/${intent._id}/delete`)
const cancel = (intent: Any) => api.post(`/v1/payment-intents/${intent._id}/cancel`)
const find = (intent: Any) => api.get(`/v1/payment-intents/${intent._id}`)
const refusalOf = ({ status, body }: ApiResponse) => [status, body.error?.code]
const transactionsOf = (id: string): Promise<Any[]> =>
  sql("select id, status from transactions where payment_intent_id = $1 order by id", [id])
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("deletes an intent whose charges were all declined, and keeps its transactions", async () => {
  const intent = await create()
  for (const token of ["tok_declined", "tok_insufficient_funds"]) assert.equal((await charge(intent._id, token)).status, 402)
  const recorded = (await pay(intent, { status: "processing" })).body.data
  await api.post(`/v1/transactions/${recorded._id}/fail`)
  const before = (await api.get(`/v1/transactions?paymentIntent=${intent.number}`)).body
  assert.deepEqual([before.count, before.data.map(({ status }: Any) => status)], [3, ["failed", "failed", "failed"]])
  assert.deepEqual((await remove(intent)).body.data, { _id: intent._id, deleted: true })
  assert.deepEqual(refusalOf(await find(intent)), [404, "GEN-1004"])
  assert.equal((await api.get(`/v1/payment-intents?number=${intent.number}`)).body.count, 0)
  for (const transaction of before.data) assert.deepEqual((await api.get(`/v1/transactions/${transaction._id}`)).body.data, transaction)
  const ofContact = (await api.get(`/v1/transactions?contact=${contact._id}`)).body.data
  assert.deepEqual(ofContact, before.data)
  assert.deepEqual(refusalOf(await charge(intent._id, "tok_success")), [404, "SMR-1001"])
  await assertLedgerVerifies()
})

test("deletes a plan with declined charges and its installments, and a canceled intent with its canceled payments", async () => {
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const plan = await create({ intentType: "payment-plan", schedule })
  for (const id of [plan._id, ...plan.installments]) assert.equal((await charge(id, "tok_declined")).status, 402)
  assert.equal((await remove(plan)).status, 200)
  for (const _id of plan.installments) assert.equal((await find({ _id })).status, 404)
  const canceled = await create()
  const { _id } = (await pay(canceled, { status: "processing" })).body.data
  await cancel(canceled)
  assert.equal((await remove(canceled)).status, 200)
  assert.equal((await api.get(`/v1/transactions/${_id}`)).body.data.status, "canceled")
  await assertLedgerVerifies()
})

test("refuses to delete an intent with a payment that is open, may still succeed, succeeded or was reversed", async () => {
  const open = await create()
  const recorded = (await pay(open, { status: "processing" })).body.data
  const refused = await remove(open)
  assert.deepEqual([...refusalOf(refused), refused.body.error.details.transaction], [409, "PIN-1006", recorded._id])
  const charged = await create()
  assert.equal((await charge(charged._id, "tok_processing_then_success")).status, 201)
  assert.deepEqual(refusalOf(await remove(charged)), [409, "PIN-1006"])
  const unanswered = await create()
  assert.equal((await charge(unanswered._id, "tok_unreachable")).status, 503)
  assert.deepEqual(refusalOf(await remove(unanswered)), [409, "PIN-1007"])
  const credited = await create()
  await cancel(credited)
  await transfer(credited, 300)
  assert.deepEqual(refusalOf(await remove(credited)), [409, "PIN-1007"])
  const reversed = await create()
  const { _id } = (await charge(reversed._id, "tok_success_then_reversed")).body.data
  await sql("update payment_intents set paid = 0, status = 'due', revision = revision + 1 where id = $1", [reversed._id])
  await sql("update transactions set status = 'reversed', revision = revision + 1 where id = $1", [_id])
  const answer = await remove(reversed)
  assert.deepEqual(refusalOf(answer), [409, "PIN-1007"])
  assert.ok(answer.body.error.message.includes(`${_id} is reversed`), answer.text)
})

test("either deletes an intent or books its payment when both happen at once", async () => {
  const attempts: ((intent: Any) => Promise<ApiResponse>)[] = [
    intent => charge(intent._id, "tok_success"),
    intent => charge(intent._id, "tok_declined"),
    intent => pay(intent),
    intent => pay(intent, { status: "processing" }),
    intent => transfer(intent, 100),
  ]
  for (let round = 0; round < faultRounds(20); round++) {
    const intent = await create()
    if (round % 2 === 1) await cancel(intent)
    const [removed] = await Promise.all([remove(intent), attempts[round % 5]!(intent)])
    const statuses = (await transactionsOf(intent._id)).map(({ status }) => status)
    if (removed.status === 200)
      assert.ok(
        statuses.every(status => status === "failed"),
        `${round}: ${statuses.join()}`,
      )
    else assert.equal((await find(intent)).status, 200)
  }
  const { differences } = (await api.get("/v1/ledger/verify")).body.data
  assert.deepEqual(
    differences.filter(({ what }: Any) => what === "payment intent"),
    [],
  )
})

test("verify reports a payment whose intent is missing", async () => {
  const intent = await create()
  const { _id } = (await pay(intent)).body.data
  await sql("delete from payment_intents where id = $1", [intent._id])
  const { differences } = (await api.get("/v1/ledger/verify")).body.data
  assert.deepEqual(
    differences.filter(({ object }: Any) => object === _id),
    [{ object: _id, what: "payment intent", expected: intent._id, found: "deleted" }],
  )
})
