import assert from "node:assert/strict"
import { test } from "node:test"
import { appealDispute, decideDispute, openDispute } from "../../../../test/doubles/stripe/disputes.ts"
import { messagesTo, settleCharge } from "../../../../test/doubles/stripe/payer.ts"
import { idOf } from "../../../../test/doubles/stripe/payments.ts"
import { settleRefund } from "../../../../test/doubles/stripe/refunds.ts"
import { startStripe } from "../../../../test/doubles/stripe/server.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../../test/harness.ts"
import { sendRequest } from "../../../../test/request.ts"

/** An account whose balance is in euros, and payers who pay in reais. */
const double = await startStripe()
const { state, keys } = double
keys.set("rk_test_51KeyOfTheAccount", { lacks: [] })
const { api, sql } = await startTestServer({ STRIPE_API_URL: double.url })
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
  await deliver(idOf(payment!.latest_charge)!)
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

/** Stripe has said what became of the dispute; it is known here once its status is this one. */
async function hears(dispute: string, status: string, net: number): Promise<Any> {
  await deliver(dispute)
  return until(async () => {
    const [now] = (await api.get(`/v1/disputes?connection=${connection._id}&reference=${dispute}`)).body.data
    return now?.status === status && now.settlement?.net === net && now
  }, `the dispute is ${status}`)
}

test("a dispute is booked in Stripe's currency, from the fee over the loss and the appeal to the money that comes back", async () => {
  const { payment } = await chargeInReais()
  const { id } = openDispute(state, payment)
  const opened = await hears(id, "needs-response", -3300)
  assert.deepEqual(
    [opened.amount, opened.currency, opened.fees, opened.settlement],
    [10_000, "BRL", 0, { net: -3300, fee: 1500, currency: "EUR" }],
  )
  assert.deepEqual(await compared(), { BRL: 0, EUR: -1800 }) // Stripe takes the money of an open dispute at once
  decideDispute(state, id, "lost")
  await hears(id, "lost", -3300)
  assert.deepEqual([await compared(), await differences()], [{ BRL: 0, EUR: 0 }, []])
  appealDispute(state, id)
  await hears(id, "needs-response", -3300)
  assert.deepEqual([await compared(), await differences()], [{ BRL: 0, EUR: 0 }, []])
  decideDispute(state, id, "won", 0.19)
  await hears(id, "won", -1400)
  assert.deepEqual([await compared(), await differences()], [{ BRL: 0, EUR: 0 }, []])
})

test("finds a settlement of a dispute that was changed in the database", async () => {
  const { payment } = await chargeInReais()
  const { id } = openDispute(state, payment)
  decideDispute(state, id, "lost")
  const { _id } = await hears(id, "lost", -3300)
  for (const change of [`{"net": -3299}`, `{"fee": 1499}`, `{"currency": "USD"}`]) {
    const [before] = await sql("select settlement from disputes where id = $1", [_id])
    await sql("update disputes set settlement = settlement || $2::jsonb where id = $1", [_id, change])
    assert.ok(
      (await differences()).some((each: Any) => each.object === _id),
      change,
    )
    await sql("update disputes set settlement = $2 where id = $1", [_id, before.settlement])
  }
  assert.deepEqual(await differences(), [])
})
