import assert from "node:assert/strict"
import { test } from "node:test"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import { bankPays, bankRefuses, failToPay, intentOf, messagesTo, pay, payLater } from "../../../../test/doubles/stripe/payer.ts"
import { idOf } from "../../../../test/doubles/stripe/payments.ts"
import type { ChargeRequest } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { stripe } from "./stripe.ts"

const { double } = await startFixture()
const { state } = double

async function listen(): Promise<OpenConnection> {
  const connection = newConnection()
  const { secret } = await stripe.open(connection).events.register!()
  return { ...connection, eventSecrets: [secret] }
}
const connection = await listen()
const gateway = stripe.open(connection)

async function begin(fields: Partial<ChargeRequest> = {}) {
  const request = newRequest(fields)
  const { reference } = await gateway.prepare!(request)
  return { ...request, reference }
}

/** What the messages about a page and its payment lead to, in their order. */
async function reportsAbout(session: string) {
  const messages = messagesTo(state, connection.eventsUrl, [session, intentOf(state, session)])
  const hints = (await Promise.all(messages.map(message => gateway.events.verify(message)))).flatMap(each => each ?? [])
  return (await Promise.all(hints.map(hint => gateway.events.read(hint)))).flat()
}

test("a page has the amount, the way back, and our tenant and key at everything that Stripe keeps of it", async () => {
  double.requests.length = 0
  const { key, reference } = await begin()
  const metadata = { tenant, key, amount: "1234", currency: "eur" }
  assert.deepEqual(double.requests[0]?.params, {
    mode: "payment",
    line_items: [{ quantity: "1", price_data: { currency: "eur", unit_amount: "1234", product_data: { name: "PI-000123" } } }],
    success_url: "https://pay.example.com/pay/link/return/attempt",
    cancel_url: "https://pay.example.com/pay/link/return/attempt",
    client_reference_id: `${tenant}_${key}`,
    metadata,
    payment_intent_data: { description: "PI-000123", metadata: { ...metadata, via: "checkout" } },
    customer_email: "ada@example.com",
  })
  const outcome = await gateway.charge({ ...newRequest(), key, reference })
  assert.ok(outcome.status === "action" && outcome.action.type === "redirect")
  assert.match(outcome.action.url, /^https:\/\/checkout\.stripe\.com\//)
  assert.equal(outcome.action.expiresAt?.getTime(), state.sessions.get(reference)!.expires_at * 1000)
})

test("a page ends when the tenant says so, where Stripe can; other methods of the account are left out where one was chosen", async () => {
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
  const { reference } = await begin({ expiresAt })
  assert.equal(state.sessions.get(reference)?.expires_at, expiresAt.getTime() / 1000)
  const { reference: tooSoon } = await begin({ expiresAt: new Date(Date.now() + 60_000) })
  assert.ok(state.sessions.get(tooSoon)!.expires_at * 1000 > Date.now() + 23 * 3_600_000)
  double.requests.length = 0
  await begin({ method: "pix", currency: "BRL" })
  assert.deepEqual(double.requests[0]?.params["allowed_payment_method_types"], ["pix"])
})

test("a page that is done but unpaid is processing, until the bank has paid or refused", async () => {
  for (const [decide, status, type] of [
    [bankPays, "succeeded", "charge.succeeded"],
    [bankRefuses, "declined", "charge.failed"],
  ] as const) {
    const { key, reference } = await begin()
    payLater(state, reference)
    assert.deepEqual(await gateway.lookUp(tenant, key, reference), { status: "processing", reference })
    assert.deepEqual((await reportsAbout(reference)).at(-1), { type: "charge.processing", key })
    assert.deepEqual(await gateway.cancel!(tenant, key, reference), { status: "processing", reference })
    decide(state, reference)
    const outcome = await gateway.lookUp(tenant, key, reference)
    assert.equal(outcome.status, status)
    if (outcome.status === "declined") assert.deepEqual([outcome.code, outcome.reason], ["insufficient_funds", "The debit was returned."])
    assert.ok((await reportsAbout(reference)).every(report => report.type === type))
  }
})

test("a card that was declined on the page fails nothing: the payer may try another one there", async () => {
  const { key, reference } = await begin()
  failToPay(state, reference)
  assert.equal((await gateway.lookUp(tenant, key, reference)).status, "action")
  assert.deepEqual(await reportsAbout(reference), [])
  pay(state, reference)
  assert.equal((await gateway.lookUp(tenant, key, reference)).status, "succeeded")
  assert.deepEqual(await reportsAbout(reference), [{ type: "charge.succeeded", key }])
})

test("nothing is booked where Stripe reports another amount or currency than was asked for", async () => {
  for (const change of [{ amount_total: 1 }, { currency: "usd" }]) {
    const { key, reference } = await begin()
    pay(state, reference)
    state.sessions.set(reference, { ...state.sessions.get(reference)!, ...change })
    await assert.rejects(gateway.lookUp(tenant, key, reference), /nothing is booked/)
    await assert.rejects(gateway.events.read({ id: "evt_1", type: "checkout.session.completed", reference }), /nothing is booked/)
  }
})

test("a method that the payer saves is charged later by the reference of that charge, or by its own id", async () => {
  const saved = await begin({ savesMethod: true })
  const session = state.sessions.get(saved.reference)!
  assert.equal(state.customers.get(idOf(session.customer)!)?.email, "ada@example.com")
  pay(state, saved.reference)
  const method = idOf(state.intents.get(intentOf(state, saved.reference))?.payment_method)!
  for (const token of [saved.reference, method]) {
    assert.ok(gateway.isToken(token))
    const later = await begin({ token })
    assert.match(later.reference, /^pi_/)
    assert.deepEqual(await gateway.charge(later), { status: "succeeded", reference: later.reference })
    assert.equal(state.intents.get(later.reference)?.customer, session.customer)
  }
  const again = await begin({ savesMethod: true })
  assert.equal(state.sessions.get(again.reference)?.customer, session.customer, "the payer's customer is used again")
  const unsaved = await begin()
  pay(state, unsaved.reference)
  await assert.rejects(begin({ token: unsaved.reference }), /did not save/)
  await assert.rejects(begin({ token: saved.reference, tenant: "b".repeat(24) }), /did not save/)
})
