import assert from "node:assert/strict"
import { test } from "node:test"
import { callTool } from "../../../test/faults/call-tool.ts"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { act, inMinutes, newMandate, newPayer, raised, read, subscribe } = subscriptionFixtures(api)
const use = (name: string, args: object, key: string = keys.apiKey) => callTool(baseUrl, key, name, args)

test("an agent creates a schedule that asks for money and charges nobody; the same call twice creates one", async () => {
  const payer = await newPayer()
  const schedule = { contact: payer.email.toUpperCase(), currency: "EUR", items: [{ name: "Membership", amount: 5000 }], cycles: 12 }
  const body = { ...schedule, cadence: { every: 1, unit: "month" } }
  const { result } = await use("subscription_create", body)
  assert.deepEqual([result.subscription.mode, result.subscription.status, result.subscription.contact], ["request", "active", payer._id])
  const again = (await use("subscription_create", body)).result
  assert.deepEqual([again.subscription._id, again.replayed], [result.subscription._id, true])
  assert.equal((await api.get(`/v1/subscriptions?contact=${payer._id}`)).body.count, 1)
  const mandate = await newMandate()
  const debit = { ...body, contact: mandate.contact, mode: "auto-charge", authorization: mandate._id }
  assert.equal((await use("subscription_create", debit)).error.code, "VAL-1005")
})

test("an agent reads schedules by number, status, mode and contact, with their statistics", async () => {
  const payer = await newPayer()
  const subscription = await subscribe({}, payer)
  await raised(subscription, 1)
  const { result } = await use("subscription_get", { subscription: subscription.number })
  assert.deepEqual([result.subscription._id, result.subscription.cadence], [subscription._id, { every: 1, unit: "day" }])
  assert.equal(result.subscription.stats.raised, 1)
  const list = async (args: object) => (await use("subscription_list", { contact: payer.email, ...args })).result
  const found = await list({ status: "active", mode: "request", limit: 5 })
  assert.deepEqual([found.count, found.hasMore, found.subscriptions[0]._id], [1, false, subscription._id])
  assert.equal((await list({ status: "paused" })).count, 0)
  const viewer = await server.withRole("viewer")
  const refused = await use("subscription_create", { contact: payer.email }, viewer.apiKey)
  assert.equal(refused.error.code, "AGENT_TOOL_FORBIDDEN")
})

test("publishes events of the schedule and of each request in the commit that creates it", async () => {
  const subscription = await subscribe({ startAt: await inMinutes(1) })
  await api.post("/v1/simulations/clock", { advance: "PT2M" })
  const [intent] = await raised(subscription, 1)
  await act(subscription, "pause")
  const events = async (id: string): Promise<Any[]> => (await api.get(`/v1/dev/events?object=${id}&sort=createdAt`)).body.data
  const told = await events(subscription._id)
  assert.deepEqual(
    told.map(({ event, data }) => [event, data.status, data.cycle]),
    [
      ["subscriptions.create", "active", 0],
      ["subscriptions.update", "active", 1],
      ["subscriptions.update", "paused", 1],
    ],
  )
  assert.deepEqual([told[1].data.lastIntent, "stats" in told[1].data], [intent._id, false])
  const [created] = await events(intent._id)
  assert.deepEqual([created.event, created.data.subscription, created.data.cycle], ["paymentIntents.create", subscription._id, 1])
  assert.equal((await read("payment-intents", intent._id)).cycle, 1)
})

test("statistics that JSON can't express exactly are refused, and the schedule can still be canceled", async () => {
  const other = await server.otherTenant()
  const { advance, raised, subscribe } = subscriptionFixtures(other)
  const subscription = await subscribe({ items: [{ name: "Membership", amount: Number.MAX_SAFE_INTEGER }] })
  await raised(subscription, 1)
  assert.equal((await other.get("/v1/subscriptions")).body.data[0].stats.byCurrency.EUR.billed, Number.MAX_SAFE_INTEGER)
  await advance("P1D")
  await raised(subscription, 2)
  for (const path of ["/v1/subscriptions", `/v1/subscriptions/${subscription._id}`]) {
    const { status, body } = await other.get(path)
    assert.deepEqual([status, body.error.code], [422, "GEN-1020"], path)
  }
  assert.equal((await other.post(`/v1/subscriptions/${subscription._id}/cancel`)).status, 200)
})
