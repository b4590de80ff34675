import assert from "node:assert/strict"
import { test } from "node:test"
import { messagesTo, settleCharge } from "../../../../test/doubles/stripe/payer.ts"
import { settleRefund } from "../../../../test/doubles/stripe/refunds.ts"
import { startStripe } from "../../../../test/doubles/stripe/server.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../../test/harness.ts"
import { sendRequest } from "../../../../test/request.ts"

/** An account whose balance is in euros, and payers who pay in reais. */
const double = await startStripe()
const { state, keys } = double
keys.set("rk_test_51KeyOfTheAccount", { lacks: [] })
const { api } = await startTestServer({ STRIPE_API_URL: double.url })
const credentials = { secretKey: "rk_test_51KeyOfTheAccount" }
const connection: Any = (await api.create("/v1/gateway-connections/create", { gateway: "stripe", name: "Stripe", credentials })).body.data
const contact = (await api.create("/v1/contacts/create", newContact())).body.data

const read = async (kind: string, id: string): Promise<Any> => (await api.get(`/v1/${kind}/${id}`)).body.data
const differences = async () => (await api.get("/v1/ledger/verify")).body.data.differences

async function deliver(...objects: string[]) {
  for (const { bytes, headers } of messagesTo(state, connection.eventsUrl, objects)) {
    const signature = { "content-type": "application/json", "stripe-signature": headers["stripe-signature"] ?? "" }
    assert.equal((await sendRequest(connection.eventsUrl, { method: "POST", headers: signature, body: bytes.toString() })).status, 200)
  }
}

/** A charge of 100.00 BRL, which Stripe settled as 18.00 EUR less its fee. */
async function chargeInReais(): Promise<Any> {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const body = { paymentIntent: intent._id, method: "card", token: "pm_card_visa", connection: connection._id }
  const charged = (await api.create("/v1/gateways/stripe/charges/create", body)).body.data
  assert.equal(charged.status, "succeeded", JSON.stringify(charged))
  const [payment] = [...state.intents.values()].filter(({ metadata }) => metadata["key"] === charged._id)
  settleCharge(state, payment!.id, { amount: 1800, currency: "eur", rate: 0.18 })
  await deliver(String(payment!.latest_charge))
  return until(async () => {
    const now = await read("transactions", charged._id)
    return now.settlement && { ...now, payment: payment!.id }
  }, "the charge is settled")
}

async function refund({ _id }: Any, amount: number): Promise<Any> {
  const drafted = (await api.create("/v1/refund-intents/create", { transaction: _id, amount })).body.data
  await api.post(`/v1/refund-intents/${drafted._id}/approve`)
  return until(async () => {
    const now = await read("refund-intents", drafted._id)
    return now.status === "settled" && now
  }, "the refund is settled")
}

/** What Stripe holds less what the ledger says, by currency. */
async function compared(): Promise<Any> {
  const { currencies } = (await api.get(`/v1/gateway-connections/${connection._id}/reconciliation`)).body.data
  return Object.fromEntries(currencies.map((each: Any) => [each.currency, each.difference]))
}

test("a refund takes from the books what Stripe took, in Stripe's currency, and a late failure gives it back", async () => {
  const charged = await chargeInReais()
  const { refundTransaction, _id } = await refund(charged, 5000)
  const { settlement, amount, currency } = await read("transactions", refundTransaction)
  assert.deepEqual([amount, currency, settlement.net, settlement.currency, settlement.rate], [5000, "BRL", -900, "EUR", "0.18"])
  assert.deepEqual(await compared(), { BRL: 0, EUR: 0 })
  const [atStripe] = [...state.refunds.values()].filter(({ metadata }) => metadata?.["key"] === _id)
  settleRefund(state, atStripe!.id, "failed", 0.2) // the money comes back at the rate of that day
  await deliver(atStripe!.id)
  await until(async () => (await read("transactions", refundTransaction)).settlement.net === 100, "the return is booked")
  assert.deepEqual([(await read("refund-intents", _id)).status, await compared()], ["failed", { BRL: 0, EUR: 0 }])
  assert.deepEqual(await differences(), [])
})
