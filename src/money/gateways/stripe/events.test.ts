import assert from "node:assert/strict"
import { test } from "node:test"
import Stripe from "stripe"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import { settleCharge, sign } from "../../../../test/doubles/stripe/payer.ts"
import { idOf } from "../../../../test/doubles/stripe/payments.ts"
import { payOut, returnPayout } from "../../../../test/doubles/stripe/resources.ts"
import { stripe } from "./stripe.ts"

const { double } = await startFixture()
const { state } = double
const secret = "whsec_of_this_test"
const gateway = stripe.open(newConnection({ eventSecrets: [secret] }))
const { verify, read } = gateway.events
const payload = JSON.stringify({ id: "evt_1", type: "payout.paid", created: 1, data: { object: { id: "po_1" } } })

test("messages are judged as Stripe's own package judges them", async () => {
  const { webhooks } = new Stripe("sk_test_of_this_test")
  const now = Math.floor(Date.now() / 1000)
  for (const [timestamp, key] of [
    [now, secret],
    [now - 200, secret],
    [now - 400, secret],
    [now, "whsec_another"],
  ] as const) {
    const message = sign(payload, key, timestamp)
    const header = message.headers["stripe-signature"]!
    const isAccepted = await Promise.resolve()
      .then(() => webhooks.constructEvent(message.bytes, header, secret))
      .then(
        () => true,
        () => false,
      )
    assert.equal((await verify(message)) !== undefined, isAccepted, `${now - timestamp} s old`)
  }
  assert.deepEqual(await verify(sign(payload, secret)), [{ id: "evt_1", type: "payout.paid", reference: "po_1" }])
})

test("a message with several signatures counts where one of them is ours, and never one of another scheme", async () => {
  const { bytes, headers } = sign(payload, secret)
  const [time, signature] = headers["stripe-signature"]!.split(",")
  const accepted = (header: string) => verify({ bytes, headers: { "stripe-signature": header } })
  assert.ok(await accepted(`${time},v1=${"0".repeat(64)},${signature}`))
  for (const header of [
    `${time},${signature!.replace("v1=", "v0=")}`,
    `${signature}`,
    `t=,${signature}`,
    `t=${"9".repeat(20)},${signature}`,
  ])
    assert.equal(await accepted(header), undefined, header)
})

test("the endpoint gets the version of the adapter, and the types that it reads", async () => {
  const connection = newConnection()
  const { endpoint } = await stripe.open(connection).events.register!()
  const { api_version, enabled_events } = state.endpoints.get(endpoint)!
  assert.equal(api_version, "2026-10-28.endive")
  for (const type of ["checkout.session.completed", "charge.updated", "refund.failed", "charge.dispute.created", "payout.paid"])
    assert.ok(enabled_events.includes(type), type)
})

test("what Stripe keeps of a charge is reported once it knows it, in the currency of its own books", async () => {
  const request = newRequest({ token: "pm_card_visa" })
  const { reference } = await gateway.prepare!(request)
  await gateway.charge({ ...request, reference })
  const { key } = request
  const charge = idOf(state.intents.get(reference)!.latest_charge)!
  assert.deepEqual(await read({ id: "evt_1", type: "charge.updated", reference: charge }), [])
  assert.deepEqual(await read({ id: "evt_2", type: "payment_intent.succeeded", reference }), [{ type: "charge.succeeded", key }])
  settleCharge(state, reference, { amount: 1400, currency: "usd", rate: 0.0000113456 })
  const movement = state.movements.get(idOf(state.charges.get(charge)?.balance_transaction)!)!
  const settled = {
    type: "charge.settled",
    key,
    net: 1330,
    fee: 70,
    currency: "USD",
    rate: "0.0000113456",
    availableAt: new Date(movement.available_on * 1000),
  }
  assert.deepEqual(await read({ id: "evt_3", type: "charge.updated", reference: charge }), [settled])
  const both = [{ type: "charge.succeeded", key }, settled]
  assert.deepEqual(await read({ id: "evt_4", type: "payment_intent.succeeded", reference }), both)
  const other = stripe.open(newConnection({ tenant: "b".repeat(24) }))
  assert.deepEqual(await other.events.read({ id: "evt_5", type: "charge.updated", reference: charge }), [])
})

test("money that Stripe sent to the owner's bank is reported, and that it came back", async () => {
  const payout = payOut(state, 5_000, "eur")
  const report = { reference: payout.id, amount: 5_000, currency: "EUR", at: new Date(payout.arrival_date * 1000) }
  const hint = { id: "evt_1", reference: payout.id }
  assert.deepEqual(await read({ ...hint, type: "payout.paid" }), [{ type: "withdrawal.paid", ...report }])
  returnPayout(state, payout)
  assert.deepEqual(await read({ ...hint, type: "payout.failed" }), [{ type: "withdrawal.failed", ...report }])
  const movements = await gateway.balance!.movements(new Date(0), new Date("2100-01-01"))
  assert.deepEqual(
    movements.slice(-2).map(({ type, amount }) => [type, amount]),
    [
      ["payout", -5_000],
      ["payout", 5_000],
    ],
  )
})

test("a movement names our charge, and lists are read to their end", async () => {
  const request = newRequest({ token: "pm_card_visa" })
  const { reference } = await gateway.prepare!(request)
  await gateway.charge({ ...request, reference })
  for (let n = 0; n < 120; n++) settleCharge(state, reference)
  const movements = await gateway.balance!.movements(new Date(0), new Date("2100-01-01"))
  assert.equal(movements.filter(({ key }) => key === request.key).length, 120)
  assert.deepEqual(await gateway.balance!.movements(new Date("2100-01-01"), new Date("2100-01-02")), [])
})

test("a message about an unknown object or of an unknown type reports nothing", async () => {
  for (const [type, reference] of [
    ["checkout.session.completed", "cs_unknown"],
    ["payment_intent.succeeded", "pi_unknown"],
    ["charge.updated", "ch_unknown"],
    ["refund.updated", "re_unknown"],
    ["charge.dispute.created", "du_unknown"],
    ["setup_intent.succeeded", "seti_unknown"],
    ["mandate.updated", "mandate_unknown"],
    ["payment_method.detached", "pm_unknown"],
    ["payout.paid", "po_unknown"],
    ["invoice.paid", "in_1"],
  ] as const)
    assert.deepEqual(await read({ id: "evt_1", type, reference }), [], type)
  assert.equal((await gateway.lookUp(tenant, "k", "pi_unknown")).status, "absent")
})
