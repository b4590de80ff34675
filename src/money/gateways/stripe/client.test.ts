import assert from "node:assert/strict"
import { test } from "node:test"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import { GatewayUnreachable } from "../gateway.ts"
import { encodeForm } from "./form.ts"
import { stripe } from "./stripe.ts"

const { double } = await startFixture()
const gateway = stripe.open(newConnection())
const prepare = gateway.prepare!

test("parameters are written as Stripe reads them", () => {
  const params = { a: 1, b: { c: true, d: undefined, "e&f": "g=h é" }, list: ["x", { y: null }] }
  assert.equal(decodeURIComponent(encodeForm(params)), "a=1&b[c]=true&b[e&f]=g=h é&list[0]=x&list[1][y]=")
  assert.equal(encodeForm({}), "")
})

test("each request names the version, and each write a key of the charge and the step", async () => {
  const request = newRequest({ token: "pm_card_visa" })
  const { reference } = await prepare(request)
  double.requests.length = 0
  assert.equal((await gateway.charge({ ...request, reference })).status, "succeeded")
  const [confirm] = double.requests
  assert.deepEqual([confirm?.method, confirm?.path], ["POST", `/v1/payment_intents/${reference}/confirm`])
  assert.equal(confirm?.headers["stripe-version"], "2026-10-28.endive")
  assert.equal(confirm?.headers["idempotency-key"], `${tenant}:${request.key}:confirm`)
})

test("a request that Stripe takes no more of is waited for, and sent again with its key", async () => {
  const path = "/v1/checkout/sessions"
  double.faults.push({ status: 429, when: "before", path }, { status: 409, when: "before", path })
  double.requests.length = 0
  const { reference } = await prepare(newRequest())
  assert.match(reference, /^cs_/)
  assert.equal(new Set(double.requests.map(({ headers }) => headers["idempotency-key"])).size, 1)
  assert.equal(double.requests.length, 3)
})

test("a server error of Stripe leaves open what it did, and is never taken for a failure", async () => {
  for (const [when, found] of [
    ["after", "succeeded"],
    ["before", "absent"],
  ] as const) {
    const request = newRequest({ token: "pm_card_visa" })
    const { reference } = await prepare(request)
    double.faults.push({ status: 500, when, path: `/v1/payment_intents/${reference}/confirm` })
    assert.deepEqual(await gateway.charge({ ...request, reference }), { status: "unknown" })
    assert.equal((await gateway.lookUp(tenant, request.key, reference)).status, found)
    assert.equal(double.faults.length, 0)
  }
})

test("an answer that is not as documented stops the call and concludes nothing", async () => {
  const request = newRequest({ token: "pm_card_visa" })
  const { reference } = await prepare(request)
  const intent = double.state.intents.get(reference)!
  double.state.intents.set(reference, { ...intent, amount: Number.NaN }) // JSON has null for it
  await assert.rejects(gateway.lookUp(tenant, request.key, reference), /not as documented/)
})

test("what Stripe refuses to make is refused with its words, and nothing is charged", async () => {
  const request = newRequest({ token: "pm_unknown" })
  await assert.rejects(prepare(request), (error: unknown) => error instanceof GatewayUnreachable && /payment method/.test(error.message))
  await assert.rejects(prepare(newRequest({ amount: 1235, currency: "KWD" })), /steps of 0\.010/)
})
