import assert from "node:assert/strict"
import { after, test } from "node:test"
import Stripe from "stripe"
import { startStripe } from "./server.ts"

process.env["STRIPE_SUPPRESS_NOTICES"] = "true" // they are for people who try Stripe out
after(() => delete process.env["STRIPE_SUPPRESS_NOTICES"])
const double = await startStripe()
double.keys.set("sk_test_full", { lacks: [] })
double.keys.set("rk_test_narrow", { lacks: ["refunds"] })

const clientOf = (key: string) => {
  const { hostname: host, port } = new URL(double.url)
  return new Stripe(key, { host, port: Number(port), protocol: "http", maxNetworkRetries: 0, telemetry: false })
}
const client = clientOf("sk_test_full")
const newKey = () => ({ idempotencyKey: crypto.randomUUID() })
const params = { amount: 500, currency: "eur", payment_method: "pm_card_visa" }

test("Stripe's own package can use the double, and reads its lists to the end", async () => {
  const { id } = await client.paymentIntents.create(params, newKey())
  const confirmed = await client.paymentIntents.confirm(id, { return_url: "https://x.example" }, newKey())
  assert.deepEqual([confirmed.status, (await client.paymentIntents.retrieve(id)).id], ["succeeded", id])
  for (let n = 0; n < 3; n++) await client.refunds.create({ payment_intent: id, amount: 5 }, newKey())
  const refunds = await client.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 })
  assert.equal(refunds.length, 3)
})

test("a key takes one request once: it is replayed, refused with other parameters, and refused while the first one runs", async () => {
  const key = newKey()
  const calls = await Promise.allSettled(Array.from({ length: 8 }, () => client.paymentIntents.create(params, key)))
  const { id } = await client.paymentIntents.create(params, key)
  for (const call of calls) {
    if (call.status === "fulfilled") assert.equal(call.value.id, id)
    else assert.equal(call.reason.code, "idempotency_key_in_use")
  }
  await assert.rejects(client.paymentIntents.create({ ...params, amount: 6 }, key), Stripe.errors.StripeIdempotencyError)
})

test("a server error is replayed too, and what was not valid is not", async () => {
  const [key, other] = [newKey(), newKey()]
  double.faults.push({ status: 500, when: "after", path: "/v1/payment_intents" })
  for (let n = 0; n < 2; n++) await assert.rejects(client.paymentIntents.create(params, key), Stripe.errors.StripeAPIError)
  const wrong = { ...params, currency: "" }
  await assert.rejects(client.paymentIntents.create(wrong, other), Stripe.errors.StripeInvalidRequestError)
  await client.paymentIntents.create(params, other)
})

test("refusals are those that Stripe's own package knows", async () => {
  const declined = await client.paymentIntents.create({ ...params, payment_method: "pm_card_chargeDeclined" }, newKey())
  const confirm = client.paymentIntents.confirm(declined.id, { return_url: "https://x.example" }, newKey())
  await assert.rejects(confirm, Stripe.errors.StripeCardError)
  await assert.rejects(client.paymentIntents.retrieve("pi_none"), { code: "resource_missing", statusCode: 404 })
  await assert.rejects(client.checkout.sessions.create({ locale: "de" }, newKey()), { code: "parameter_unknown", param: "locale" })
  await assert.rejects(clientOf("sk_test_revoked").balance.retrieve(), Stripe.errors.StripeAuthenticationError)
  await assert.rejects(clientOf("rk_test_narrow").refunds.list(), Stripe.errors.StripePermissionError)
  double.faults.push({ status: 429, when: "before", path: "/v1/balance" })
  await assert.rejects(client.balance.retrieve(), Stripe.errors.StripeRateLimitError)
})
