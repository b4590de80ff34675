import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { adminOf, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api } = server
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const newPayable = async (fields: object = {}) => (await api.create("/v1/payment-intents/create", newIntent(contact, fields))).body.data
const pay = (paymentIntent: string, amount: number, fields: object = {}) =>
  api.create("/v1/transactions/create", { paymentIntent, amount, method: "cash", ...fields })

test("accepts only payments received between the year 2000 and tomorrow, through REST and through the dashboard", async () => {
  const { _id } = await newPayable()
  const page = await signedIn(server, adminOf(server))
  for (const receivedAt of ["1999-12-31T23:59:59Z", "0150-06-01T00:00:00Z", inDays(3), "2999-01-01T00:00:00Z"]) {
    const body = { paymentIntent: _id, amount: 1, method: "cash", receivedAt }
    for (const response of [await pay(_id, 1, { receivedAt }), await page.post("/v1/transactions/create", body)]) {
      assert.deepEqual([response.status, response.body.error?.code], [400, "VAL-1003"], receivedAt)
      assert.match(response.body.error.message, /receivedAt must lie between the year 2000 and tomorrow/)
    }
    assert.equal((await pay(_id, 1, { receivedAt, status: "processing" })).status, 400)
  }
  for (const receivedAt of ["2000-01-01T00:00:00Z", inDays(0), inDays(1)])
    assert.equal((await pay(_id, 1, { receivedAt })).status, 201, receivedAt)
})

test("an fx whose amounts contradict its rate is refused, and nothing is recorded", async () => {
  const { _id } = await newPayable({ currency: "EUR", items: [{ name: "Course", amount: 100_000 }] })
  const cent = { fx: { sourceCurrency: "USD", sourceAmount: 1, rate: 0.9 } }
  const { status, body } = await pay(_id, 100_000, cent)
  assert.deepEqual([status, body.error?.code], [400, "TRX-1002"])
  assert.match(body.error.message, /0\.01 USD at the rate 0\.9 are 0\.01 EUR, not 1000\.00 EUR/)
  const yen = { fx: { sourceCurrency: "JPY", sourceAmount: 16_250, rate: 0.0061541 } }
  assert.equal((await pay(_id, 100, yen)).body.error?.code, "TRX-1002")
  assert.equal((await pay(_id, 10_000, { ...yen, status: "processing" })).status, 201)
  assert.equal((await pay(_id, 10_000, yen)).status, 201)
  assert.equal((await api.get(`/v1/payment-intents/${_id}`)).body.data.paid, 10_000)
})

test("tells the second person who confirms a payment that it succeeded, not that nothing was paid", async t => {
  const { _id: intent } = await newPayable()
  const { _id } = (await pay(intent, 10_000, { status: "processing" })).body.data
  const path = `/v1/transactions/${_id}/confirm`
  const op = application.operations.find(({ route }) => route === "POST /v1/transactions/{id}/confirm")!
  const { subject } = op
  t.after(() => Object.assign(op, { subject }))
  op.subject = async (ctx, reference) => {
    const stale = await subject!(ctx, reference)
    op.subject = subject!
    assert.equal((await api.post(path)).status, 200) // another person confirms it while this request runs
    return stale
  }
  const { status, body } = await api.post(path)
  assert.deepEqual([status, body.error?.code], [409, "TRX-2003"])
  assert.match(body.error.message, /This transaction is succeeded/)
  assert.equal((await api.get(`/v1/payment-intents/${intent}`)).body.data.status, "paid-full")
})
