import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const terms = { type: "percentage", basisPoints: 333 }
const partner = (await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms: terms })).body.data
const items = [
  { name: "Course", amount: 12_345, supplier: "casa" },
  { name: "Books", amount: 1000 },
]
const preview = (body: object) => api.post("/v1/payment-splits/preview", body)
const expected = { currency: "BRL", amount: 13_345, shared: 411, kept: 12_934, splits: [{ partnership: partner._id, amount: 411, terms }] }

test("a preview shows the splits of lines that are not sold yet, and writes nothing", async () => {
  const { status, body } = await preview({ currency: "BRL", items })
  assert.deepEqual([status, body.data], [200, expected])
  assert.equal((await api.get("/v1/payment-splits")).body.count, 0)
})

test("a preview of a payment intent equals the splits that its payment creates", async () => {
  const { _id } = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  assert.deepEqual((await preview({ paymentIntent: _id })).body.data, expected)
  await api.create("/v1/transactions/create", { paymentIntent: _id, amount: 13_345, method: "cash" })
  const { data } = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body
  assert.deepEqual([data.length, data[0].amount, data[0].accrued], [1, 411, 411])
})

test("refuses a preview of a sale that would be refused", async () => {
  assert.equal((await preview({})).body.error.code, "VAL-1002")
  assert.equal((await preview({ paymentIntent: "PI-000001", currency: "BRL" })).body.error.code, "VAL-1003")
  for (const amount of [0, -5, Number.MAX_SAFE_INTEGER]) {
    const two = [1, 2].map(n => ({ name: `line ${n}`, amount }))
    assert.equal((await preview({ currency: "BRL", items: two })).body.error.code, "PIN-1002", `${amount}`)
  }
  assert.equal((await preview({ currency: "BRL", items: [{ name: "x", amount: 1, supplier: "nobody" }] })).body.error.code, "SMR-1001")
  const discounted = [...items, { name: "Discount", amount: -13_000 }]
  assert.equal((await preview({ currency: "BRL", items: discounted })).body.error.code, "SPL-2001")
})
