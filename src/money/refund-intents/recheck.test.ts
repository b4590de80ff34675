import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, fakeProvider } from "../../../test/providers.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { nextRecheckDelayMs } from "./rules.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const { api, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const connected = { gateway: "fakepay", name: "Fakepay", credentials: { key: "test_azul" } }
const connection: Any = (await api.create("/v1/gateway-connections/create", connected)).body.data
state.answer = ({ reference }) => ({ status: "succeeded", reference })

async function refunded(): Promise<Any> {
  const paymentIntent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data._id
  const charge = (await api.create("/v1/gateways/fakepay/charges/create", { paymentIntent, method: "card" })).body.data
  const { _id } = (await api.create("/v1/refund-intents/create", { transaction: charge._id, amount: 4000 })).body.data
  await api.post(`/v1/refund-intents/${_id}/approve`)
  return waitFor(_id, "settled")
}
const waitFor = (id: string, status: string): Promise<Any> =>
  until(async () => {
    const { data } = (await api.get(`/v1/refund-intents/${id}`)).body
    return data.status === status && data
  }, `the refund is ${status}`)
const rechecks = (id: string): Promise<Any[]> =>
  sql("select next_at, real_time from jobs where kind = 'recheck-refund' and payload->>'refundIntent' = $1", [id])
const hurry = (id: string) => sql("update jobs set next_at = now() where kind = 'recheck-refund' and payload->>'refundIntent' = $1", [id])

test("a paid refund is looked up again after 1, 3, 7, 14 and 30 days, and then no more", () => {
  const delays = [0, 1, 3, 7, 14, 30].map(days => nextRecheckDelayMs(days * dayMs))
  assert.deepEqual(
    delays.map(delay => delay && delay / dayMs),
    [1, 2, 4, 7, 16, undefined],
  )
})

test("finds a refund that failed after it was paid, though the provider's message was lost", async () => {
  const { _id, paymentIntent } = await refunded()
  const [planned] = await rechecks(_id)
  assert.equal(planned.real_time, true)
  assert.ok(planned.next_at.getTime() - Date.now() > 0.9 * dayMs)
  await hurry(_id)
  await until(async () => state.calls.filter(call => call === "refund lookUp").length === 1, "the provider was asked")
  await until(async () => (await rechecks(_id)).some(({ next_at }) => next_at.getTime() - Date.now() > 0.9 * dayMs), "it is asked again")
  assert.equal((await waitFor(_id, "settled")).status, "settled")
  state.refunds.set(_id, { status: "declined", reference: "re_1", code: "account_closed", reason: "the account is closed" })
  await hurry(_id)
  assert.equal((await waitFor(_id, "failed")).failure.code, "account_closed")
  assert.equal((await api.get(`/v1/payment-intents/${paymentIntent}`)).body.data.refunded, 0)
  assert.equal((await sql("select 1 from mails where kind = 'refund-failed' and object_id = $1", [_id])).length, 1)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  await until(async () => (await rechecks(_id)).length === 0, "nothing is left to ask")
})

test("asks nothing of a connection that has ended", async () => {
  const { _id } = await refunded()
  await api.post(`/v1/gateway-connections/${connection._id}/disconnect`)
  await until(
    async () => (await api.get(`/v1/gateway-connections/${connection._id}`)).body.data.status === "disconnected",
    "the connection has ended",
  )
  const asked = state.calls.length
  await hurry(_id)
  await until(async () => (await rechecks(_id)).length === 0, "nothing is left to ask")
  assert.equal(state.calls.length, asked)
})
