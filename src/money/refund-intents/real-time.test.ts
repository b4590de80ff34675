import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider } from "../../../test/providers.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const { api, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
await connect(api)

async function release(): Promise<Any> {
  const paymentIntent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data._id
  const charge = (await api.create("/v1/gateways/fakepay/charges/create", { paymentIntent, method: "card", token: "pm_1" })).body.data
  const { _id } = (await api.create("/v1/refund-intents/create", { transaction: charge._id, amount: 4000 })).body.data
  return (await api.post(`/v1/refund-intents/${_id}/approve`)).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const asked = () => state.calls.filter(name => name === "refund lookUp").length
const dueIn = async (kind: string, { _id }: Any): Promise<number> => {
  const [job] = await sql(
    `select extract(epoch from j.next_at - now() - t.clock_offset_ms * interval '1 millisecond') as seconds
     from jobs j join tenants t on t.id = j.tenant_id where j.kind = $1 and j.payload->>'refundIntent' = $2 and j.failed_at is null`,
    [kind, _id],
  )
  return Number(job?.seconds)
}
const hurry = (kind: string, { _id }: Any) =>
  sql("update jobs set next_at = now() where kind = $1 and payload->>'refundIntent' = $2 and leased_until is null", [kind, _id])

test("looks a refund up by the real time, and never gives it up by a moved clock", async () => {
  state.refund = key => ({ status: "processing", reference: `re_${key}` })
  const refund = await release()
  await until(async () => state.refunds.has(refund._id), "the provider has the refund")
  const before = asked()
  await api.post("/v1/simulations/clock", { advance: "P30D" })
  assert.deepEqual([asked(), (await read(refund)).status], [before, "processing"])
  assert.ok((await dueIn("resolve-refund", refund)) < 16)
  state.refunds.delete(refund._id) // the provider knows nothing of it yet, and it is seconds old
  await hurry("resolve-refund", refund)
  await until(async () => asked() > before, "the provider was asked")
  await until(async () => (await dueIn("resolve-refund", refund)) > 16, "it is asked again")
  assert.equal((await read(refund)).status, "processing")
  assert.ok((await dueIn("resolve-refund", refund)) < 120, "a refund of some seconds is asked for again soon")
})

test("a refund that waits for its provider is sent when the provider is back, whatever the clock says", async () => {
  let isDown = true
  state.before["refund"] = () => {
    if (isDown) throw new Error("the provider is down")
  }
  state.refund = key => ({ status: "succeeded", reference: `re_${key}` })
  const refund = await release()
  await until(async () => state.calls.includes("refund"), "the provider was called")
  await api.post("/v1/simulations/clock", { advance: "P30D" })
  assert.equal((await read(refund)).status, "processing")
  isDown = false
  delete state.before["refund"]
  state.refunds.set(refund._id, { status: "succeeded", reference: `re_${refund._id}` })
  await hurry("resolve-refund", refund)
  await until(async () => (await read(refund)).status === "settled", "the refund is settled")
})
