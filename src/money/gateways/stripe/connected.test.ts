import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../../test/harness.ts"
import { startProxy } from "../../../../test/doubles/proxy.ts"
import { intentOf, messagesTo, pay, settleCharge } from "../../../../test/doubles/stripe/payer.ts"
import { startStripe } from "../../../../test/doubles/stripe/server.ts"
import { sendRequest } from "../../../../test/request.ts"

const double = await startStripe()
const { state, keys } = double
const proxy = await startProxy(double.url)
const secretKey = "rk_test_51KeyThatNobodyMaySee"
keys.set(secretKey, { lacks: [] })

const { api } = await startTestServer({ STRIPE_API_URL: proxy.url })
const connected = await api.create("/v1/gateway-connections/create", { gateway: "stripe", name: "Stripe", credentials: { secretKey } })
const connection: Any = connected.body.data
const contact = (await api.create("/v1/contacts/create", newContact())).body.data

const charge = async (fields: object = {}): Promise<{ intent: Any; body: Any }> => {
  const items = { currency: "EUR", items: [{ name: "Course", amount: 10_000 }] }
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, items))).body.data
  return { intent, ...(await api.create("/v1/gateways/stripe/charges/create", { paymentIntent: intent._id, method: "card", ...fields })) }
}
const sessionOf = (key: string) => [...state.sessions.values()].find(({ metadata }) => metadata?.["key"] === key)!.id
const waitFor = (id: string, status: string) =>
  until(async () => {
    const { data } = (await api.get(`/v1/transactions/${id}`)).body
    return data.status === status && data
  }, `the charge is ${status}`)

const chargesOf = (payment: string) => [...state.charges.values()].filter(each => each.payment_intent === payment).map(({ id }) => id)

/** Sends what Stripe sends about these objects, each message twice and the last one first. */
async function deliver(...objects: string[]) {
  const messages = messagesTo(state, connection.eventsUrl, objects).toReversed()
  for (const { bytes, headers } of [...messages, ...messages]) {
    const signature = { "content-type": "application/json", "stripe-signature": headers["stripe-signature"] ?? "" }
    const { status } = await sendRequest(connection.eventsUrl, { method: "POST", headers: signature, body: bytes.toString() })
    assert.equal(status, 200)
  }
}

test("a tenant connects its own account, and the key is never shown again", async () => {
  assert.equal(connected.status, 201, connected.text)
  assert.deepEqual([connection.account.id, connection.mode, connection.status], ["acct_1TestAccount", "sandbox", "active"])
  const shown = [connected.text, (await api.get(`/v1/gateway-connections/${connection._id}`)).text, (await api.get("/v1/audit-log")).text]
  for (const text of shown) assert.ok(!text.includes(secretKey))
})

test("a payer pays on Stripe's page, and the payment intent is paid once, however the messages come", async () => {
  const { intent, body } = await charge()
  assert.equal(body.data.action.type, "redirect")
  assert.match(body.data.action.url, /^https:\/\/checkout\.stripe\.com\//)
  const session = sessionOf(body.data._id)
  pay(state, session)
  const payment = intentOf(state, session)
  settleCharge(state, payment)
  await deliver(session, payment, ...chargesOf(payment))
  assert.equal((await waitFor(body.data._id, "succeeded")).amount, 10_000)
  const { data } = (await api.get(`/v1/payment-intents/${intent._id}`)).body
  assert.deepEqual([data.status, data.paid], ["paid-full", 10_000])
  assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("a charge that Stripe took and did not answer to is found, and taken once", async () => {
  proxy.loseAnswer(3) // the method is read, the payment is made, then it is confirmed
  const { body } = await charge({ token: "pm_card_visa" })
  assert.ok(proxy.stopLosing())
  assert.deepEqual([body.data.status, body.data.outcome], ["processing", "unknown"])
  const [payment] = [...state.intents.values()].filter(({ metadata }) => metadata["key"] === body.data._id)
  assert.equal(payment?.status, "succeeded")
  await deliver(payment.id)
  assert.equal((await waitFor(body.data._id, "succeeded")).amount, 10_000)
  assert.equal(chargesOf(payment.id).length, 1)
})

test("a declined card fails the charge with the reason of the bank", async () => {
  const { body } = await charge({ token: "pm_card_visa_chargeDeclinedInsufficientFunds" })
  assert.equal(body.error.code, "GTW-2001")
  assert.match(body.error.message, /Your card has insufficient funds/)
  assert.equal(body.error.details.declineCode, "insufficient_funds")
})

test("a revoked key charges nothing, and the connection says so", async () => {
  keys.delete(secretKey)
  assert.ok((await charge()).body.error)
  keys.set(secretKey, { lacks: [] })
  const { data } = (await api.get(`/v1/gateway-connections/${connection._id}`)).body
  assert.equal(data.status, "failing")
  assert.match(JSON.stringify(data.lastCheck), /Invalid API Key/)
})
