import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api } = await startTestServer({ ROLE: "api" }) // no worker, so a charge stays in processing
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const team = (await api.post("/v1/teams/create", { name: "Sales" })).body.data

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/payment-intents/${_id}`)).body.data
const update = (intent: Any, fields: object, headers = {}) => api.post(`/v1/payment-intents/${intent._id}/update`, fields, headers)
const eventsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/dev/events?object=${_id}`)).body.data
const timelineOf = async ({ _id }: Any): Promise<number> => (await api.get(`/v1/payment-intents/${_id}/timeline`)).body.count

/** Each leaves a payment of the intent in processing. */
const payments: [what: string, pay: (intent: Any) => Promise<Any>][] = [
  [
    "charge",
    ({ _id }) =>
      api.create("/v1/gateways/simulator/charges/create", { paymentIntent: _id, method: "card", token: "tok_processing_then_success" }),
  ],
  [
    "recorded payment",
    ({ _id }) => api.create("/v1/transactions/create", { paymentIntent: _id, amount: 1, method: "cash", status: "processing" }),
  ],
]

for (const [what, pay] of payments)
  test(`a ${what} in processing leaves the intent's version unchanged, and If-Match takes the version of the last event`, async () => {
    const intent = await create()
    const changed = (await update(intent, { description: "New" })).body.data
    assert.equal((await pay(intent)).body.data.status, "processing")
    assert.deepEqual(await read(intent), changed)
    const [last, ...others] = await eventsOf(intent)
    assert.deepEqual([last.data.version, others.length], [changed.version, 1])
    const next = await update(intent, { description: "Newer" }, { "if-match": String(last.data.version) })
    assert.deepEqual([next.status, next.body.data.version], [200, changed.version + 1])
    const { error } = (await update(intent, {}, { "if-match": String(last.data.version) })).body
    assert.deepEqual([error.code, error.details], ["GEN-1009", { kind: "payment intent", version: changed.version + 1 }])
  })

test("a charge of an installment leaves the versions of the installment and its plan unchanged", async () => {
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const plan = await create({ intentType: "payment-plan", schedule })
  const installment = await read({ _id: plan.installments[0] })
  for (const [, pay] of payments) assert.equal((await pay(installment)).body.data.status, "processing")
  assert.deepEqual([await read(plan), await read(installment)], [plan, installment])
})

test("JSON that is sent again in another order of keys changes no version and creates no event", async () => {
  const documents = [{ name: "Receipt", url: "https://example.com/receipt.pdf" }]
  const body = { paymentIntent: (await create())._id, amount: 5, method: "cash", documents }
  const transaction = (await api.create("/v1/transactions/create", body)).body.data
  const before = (await eventsOf(transaction)).length
  for (const same of [documents, documents.map(({ name, url }) => ({ url, name }))]) {
    const { status, body } = await api.post(`/v1/transactions/${transaction._id}/update`, { documents: same })
    assert.deepEqual([status, body.data.version], [200, transaction.version])
  }
  assert.equal((await eventsOf(transaction)).length, before)
})

test("an update with the same values changes no version and creates no event", async () => {
  const fields = { dueAt: inDays(9), reference: "A-1", description: "Course", team: team._id, metadata: { b: "1", a: "2" } }
  const intent = await create(fields)
  for (const same of [fields, {}, { metadata: { a: "2" } }, { metadata: { absent: "" } }, { team: team._id, dueAt: intent.dueAt }]) {
    const { status, body } = await update(intent, same)
    assert.deepEqual([status, body.data], [200, intent])
  }
  assert.deepEqual(await read(intent), intent)
  assert.deepEqual([(await eventsOf(intent)).length, await timelineOf(intent)], [1, 1])
  const { data } = (await update(intent, { ...fields, reference: null })).body
  assert.deepEqual([data.version, (await eventsOf(intent)).length, await timelineOf(intent)], [2, 2, 2])
})
