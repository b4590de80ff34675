import assert from "node:assert/strict"
import { test } from "node:test"
import { startProxy } from "../../../../test/doubles/proxy.ts"
import { detachMethod } from "../../../../test/doubles/stripe/accounts.ts"
import { authenticate, intentOf, messagesTo, pay } from "../../../../test/doubles/stripe/payer.ts"
import { idOf } from "../../../../test/doubles/stripe/payments.ts"
import { startStripe } from "../../../../test/doubles/stripe/server.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../../test/harness.ts"
import { sendRequest } from "../../../../test/request.ts"
import { subscriptionFixtures } from "../../../../test/subscription-fixtures.ts"

const double = await startStripe()
const { state, keys } = double
const proxy = await startProxy(double.url)
const secretKey = "rk_test_51KeyForSavedCards"
keys.set(secretKey, { lacks: [] })

const { api, sql } = await startTestServer({ STRIPE_API_URL: proxy.url })
const { becomes, chargeCard, chargesOf, mailed, mailsTo, raised, read, attempted, assertLedgerVerifies } = subscriptionFixtures(api)
const made = await api.create("/v1/gateway-connections/create", { gateway: "stripe", name: "Stripe", credentials: { secretKey } })
const connection: Any = made.body.data

const bill = async (contact: string): Promise<Any> => {
  const items = { currency: "EUR", items: [{ name: "Course", amount: 10_000 }] }
  return (await api.create("/v1/payment-intents/create", newIntent(contact, items))).body.data
}
const charge = (intent: Any, fields: object) =>
  api.create("/v1/gateways/stripe/charges/create", { paymentIntent: intent._id, method: "card", ...fields })
const paymentsOf = (key: string) => [...state.intents.values()].filter(({ metadata }) => metadata["key"] === key)
const confirmMail = /Please confirm your payment/

/** Sends what Stripe sends about these objects. */
async function deliver(...objects: string[]) {
  for (const { bytes, headers } of messagesTo(state, connection.eventsUrl, objects)) {
    const signature = { "content-type": "application/json", "stripe-signature": headers["stripe-signature"] ?? "" }
    const { status } = await sendRequest(connection.eventsUrl, { method: "POST", headers: signature, body: bytes.toString() })
    assert.equal(status, 200)
  }
}

/** A payer pays on Stripe's page, and saves a card there that later behaves as this method of Stripe's test mode. */
async function save(later?: string): Promise<{ card: Any; contact: Any; method: string }> {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const { body } = await charge(await bill(contact._id), { saveConsent: "Escola Azul may charge this card later." })
  const session = [...state.sessions.values()].find(({ metadata }) => metadata?.["key"] === body.data._id)!.id
  pay(state, session, later)
  await deliver(session)
  const card = await becomes("saved-methods", body.data.savedMethod, ({ status }) => status === "active", "the card is saved")
  return { card, contact, method: idOf(state.intents.get(intentOf(state, session))?.payment_method)! }
}

test("a card that is saved on Stripe's page is known by its brand and digits, and kept with the connection", async () => {
  const { card, method } = await save()
  assert.deepEqual(
    [card.gateway, card.connection, card.brand, card.last4, card.expiryMonth, card.expiryYear],
    ["stripe", connection._id, "visa", "4242", 8, 2034],
  )
  assert.ok(!JSON.stringify(card).includes(method))
  assert.equal((await sql("select gateway_reference from saved_methods where id = $1", [card._id]))[0].gateway_reference, method)
})

test("a cycle is charged once to the saved card, also when the answer of Stripe is lost", async () => {
  const { card } = await save()
  proxy.loseAnswer(3) // the method is read, the payment is made, then it is confirmed
  const subscription = await chargeCard(card)
  const [intent] = await raised(subscription, 1)
  const [transaction] = await until(async () => {
    const rows = await chargesOf(intent)
    return rows[0]?.outcome === "unknown" && rows
  }, "the outcome is unknown")
  assert.ok(proxy.stopLosing())
  const [payment, ...others] = paymentsOf(transaction!._id)
  assert.deepEqual([payment!.status, payment!.customer !== null, others.length], ["succeeded", true, 0])
  await deliver(payment!.id)
  await attempted(intent, 1)
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  assert.equal([...state.charges.values()].filter(each => each.payment_intent === payment!.id).length, 1)
  await assertLedgerVerifies()
})

test("Stripe asks for authentication: the payer gets one mail, follows it to the bank, and the payment counts", async () => {
  const { card, contact } = await save("pm_card_authenticationRequired")
  const intent = await bill(contact._id)
  const { body } = await charge(intent, { savedMethod: card._id })
  assert.deepEqual([body.data.status, body.data.action.type], ["processing", "redirect"])
  assert.match(body.data.action.url, /^https:\/\/hooks\.stripe\.com\//)
  const [payment] = paymentsOf(body.data._id)
  await deliver(payment!.id) // it tells of the first refusal too
  const mail = await mailed(contact, confirmMail)
  assert.ok(mail.text.includes(intent.links.long))
  const page = await (await fetch(intent.links.long, { headers: { "accept-language": "en" } })).text()
  assert.ok(page.includes("Confirm with your bank") && page.includes(`href="${body.data.action.url}"`))
  authenticate(state, payment!.id)
  await fetch(`${intent.links.long}/return/${body.data._id}`, { redirect: "manual" })
  assert.equal((await read("payment-intents", intent._id)).status, "paid-full")
  assert.equal((await mailsTo(contact)).filter(({ subject }) => confirmMail.test(subject)).length, 1)
})

test("a payer who fails to authenticate makes the charge fail, and nothing is taken", async () => {
  const { card, contact } = await save("pm_card_authenticationRequired")
  const failed = (await charge(await bill(contact._id), { savedMethod: card._id })).body.data
  const [payment] = paymentsOf(failed._id)
  authenticate(state, payment!.id, false)
  await deliver(payment!.id)
  const { failure } = await becomes("transactions", failed._id, ({ status }) => status === "failed", "the charge has failed")
  assert.equal(failure.code, "payment_intent_authentication_failure")
})

test("where Stripe gives no page of the bank, the charge is declined for good, and the same mail asks the payer", async () => {
  const { card, contact } = await save("pm_card_authenticationRequired")
  const intent = await bill(contact._id)
  state.hasBankPage = false
  const { body } = await charge(intent, { savedMethod: card._id })
  state.hasBankPage = true
  assert.deepEqual([body.error.code, body.error.details.declineCode], ["GTW-2001", "authentication_required"])
  assert.equal(paymentsOf(body.error.details.transaction)[0]!.status, "canceled", "nothing can take the money later")
  assert.ok((await mailed(contact, confirmMail)).text.includes(intent.links.long))
  assert.equal((await mailsTo(contact)).filter(({ subject }) => confirmMail.test(subject)).length, 1)
  assert.equal((await read("saved-methods", card._id)).status, "active", "the card itself is well")
})

test("a card that is detached at Stripe says so at once, and one of which no message came when it is charged", async () => {
  const [told, silent] = [await save(), await save()]
  detachMethod(state, told.method)
  await deliver(told.method)
  await becomes("saved-methods", told.card._id, ({ status }) => status === "detached", "the card is detached")
  detachMethod(state, silent.method)
  const { body } = await charge(await bill(silent.contact._id), { savedMethod: silent.card._id })
  assert.deepEqual([body.error.code, body.error.details.declineCode], ["GTW-2001", "method_detached"])
  assert.equal((await read("saved-methods", silent.card._id)).status, "detached")
})

test("removing a card detaches it at Stripe, also when the first answer is lost", async () => {
  const { card, method } = await save()
  proxy.loseAnswer(1)
  assert.equal((await api.post(`/v1/saved-methods/${card._id}/remove`)).body.data.status, "removed")
  await until(async () => idOf(state.methods.get(method)?.customer) === null, "Stripe has forgotten the card")
  proxy.stopLosing()
})

test("a message about a method that is not ours changes nothing", async () => {
  const { card } = await save()
  const { card: other, method } = await save()
  await sql("update saved_methods set connection_id = null where id = $1", [other._id])
  detachMethod(state, method)
  await deliver(method)
  await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${connection._id}/messages`)).body
    return data.some(({ reference, status }: Any) => reference === method && status !== "pending")
  }, "the message is read")
  assert.equal((await read("saved-methods", other._id)).status, "active")
  assert.equal((await read("saved-methods", card._id)).status, "active")
})
