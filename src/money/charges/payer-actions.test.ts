import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { payerOf } from "../../../test/payer.ts"
import { simulator } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api } = server
const { bill } = payerOf(server)
const charge = async (intent: Any, method: string): Promise<Any> => {
  const fields = { paymentIntent: intent._id, method }
  return (await api.create("/v1/gateways/simulator/charges/create", fields)).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/transactions/${_id}`)).body.data
const statusOf = async ({ _id }: Any): Promise<string> => (await api.get(`/v1/payment-intents/${_id}`)).body.data.status
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })

test("a charge by Pix answers with its code, and counts once the payer has paid", async () => {
  const intent = await bill(5000)
  const open = await charge(intent, "pix")
  assert.deepEqual([open.status, open.outcome, open.action.type, open.connection], ["processing", null, "qr", null])
  assert.equal(await statusOf(intent), "due")
  const paid = await api.post(`/v1/simulations/transactions/${open._id}/pay`)
  assert.deepEqual([paid.status, paid.body.data.status, paid.body.data.action], [200, "succeeded", null])
  assert.equal(await statusOf(intent), "paid-full")
  const again = await api.post(`/v1/simulations/transactions/${open._id}/expire`)
  assert.deepEqual([again.status, again.body.error.code], [409, "TRX-2003"])
})

test("instructions that nobody follows expire by the tenant's clock, and the payment is free again", async () => {
  const intent = await bill(5000)
  const open = await charge(intent, "pix")
  await advance("PT29M")
  assert.equal((await read(open)).status, "processing")
  await advance("PT2M")
  await until(async () => (await read(open)).status === "expired", "the simulator reports that it expired")
  assert.equal((await api.post(`/v1/simulations/transactions/${open._id}/pay`)).body.error.code, "TRX-2003")
  const next = await charge(intent, "boleto")
  assert.equal(next.action.type, "voucher")
  const expired = await api.post(`/v1/simulations/transactions/${next._id}/expire`)
  assert.equal(expired.body.data.status, "expired")
  assert.equal(await statusOf(intent), "due")
})

test("another way to pay cancels the open one first; a payment that came first counts", async () => {
  const intent = await bill(5000)
  const first = await charge(intent, "pix")
  const second = await charge(intent, "hosted-card")
  assert.deepEqual([(await read(first)).status, second.action.type], ["canceled", "redirect"])
  // The payer pays at the simulator, and its event has not arrived when the attempt is canceled.
  await server.sql("update simulator_charges set status = 'succeeded' where key = $1", [second._id])
  const canceled = await api.post(`/v1/transactions/${second._id}/cancel`)
  assert.equal(canceled.body.error.code, "TRX-2008")
  assert.equal(await statusOf(intent), "paid-full")
})

test("the simulator reports what it kept of a payment a few seconds later", async () => {
  const open = await charge(await bill(5099), "pix")
  await api.post(`/v1/simulations/transactions/${open._id}/pay`)
  await advance("PT10S")
  const events = "select type from gateway_events where event_id = $1"
  await until(async () => (await server.sql(events, [`${open._id}-charge.settled`])).length === 1, "the settlement has arrived")
  const { body } = await api.get("/v1/ledger/verify")
  assert.equal(body.data.ok, true)
})

test("only what waits for its payer at the simulator can be paid or expired by a simulation", async () => {
  const intent = await bill(5000)
  const fields = { paymentIntent: intent._id, method: "card", token: "tok_processing_then_success" }
  const { data } = (await api.create("/v1/gateways/simulator/charges/create", fields)).body
  for (const act of ["pay", "expire"]) {
    const { status, body } = await api.post(`/v1/simulations/transactions/${data._id}/${act}`)
    assert.deepEqual([status, body.error.code], [409, "TRX-2003"])
  }
  const live = await server.otherTenant("live")
  assert.equal((await live.post(`/v1/simulations/transactions/${data._id}/pay`)).status >= 400, true)
})

test("a refund that fails after it had succeeded is reported as failed", async () => {
  const intent = await bill(5000)
  const fields = { paymentIntent: intent._id, method: "card", token: "tok_refund_fails_after_success" }
  const { data } = (await api.create("/v1/gateways/simulator/charges/create", fields)).body
  const request = { tenant: server.keys.tenantId, key: "late", charge: { key: data._id, reference: null }, amount: 100, currency: "BRL" }
  const refunds = simulator.refunds!
  assert.equal((await refunds.refund(request)).status, "succeeded")
  assert.equal((await refunds.lookUp(request)).status, "succeeded")
  await advance("PT6S")
  assert.equal((await refunds.lookUp(request)).status, "declined")
  const events = "select type from gateway_events where event_id = $1"
  await until(async () => (await server.sql(events, ["late-failed"])).length === 1, "the failure has arrived")
})
