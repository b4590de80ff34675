import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const { api } = await startTestServer()
const { made, newPayer, subscribe } = subscriptionFixtures(api)
const get = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body.data

test("each cycle of a subscription makes one order of the services that its lines sell, which its payment intent bills", async () => {
  const contact = await newPayer()
  const service = await made("services", { name: "Lesson", price: { amount: 4000, currency: "BRL" } })
  const items = [
    { name: "Lesson on Mondays", amount: 4000, service: service._id, tax: { rate: "19" } },
    { name: "Printed material", amount: 500 },
    { name: "Loyal student", amount: -100, service: service._id },
  ]
  const subscription = await subscribe({ items, currency: "BRL" }, contact)
  const [order] = await until(async () => {
    const orders = await get(`orders?contact=${contact._id}`)
    return orders.length > 0 && (orders as Any[])
  }, "the first cycle is raised")
  assert.deepEqual([order.source, order.status, order.metadata], ["workflow", "completed", { subscription: subscription.number }])
  const [intent] = await get(`payment-intents?subscription=${subscription._id}`)
  assert.deepEqual([intent.order, intent.amount, intent.cycle], [order._id, 4400, 1])
  const [item] = order.items
  assert.deepEqual(
    [order.items.length, item.name, item.amount, item.tax, item.paymentIntent],
    [1, "Lesson on Mondays", 4000, { rate: "19", code: "" }, intent._id],
  )
  assert.deepEqual(
    intent.items.map((line: Any) => line.orderItem),
    [item._id, undefined, undefined],
  )
  await api.post("/v1/simulations/clock", { advance: "P1D" })
  assert.equal((await get(`orders?contact=${contact._id}`)).length, 2)
})

test("a subscription whose lines sell no service makes no order", async () => {
  const contact = await newPayer()
  const subscription = await subscribe({}, contact)
  const [intent] = await until(async () => {
    const intents = await get(`payment-intents?subscription=${subscription._id}`)
    return intents.length > 0 && (intents as Any[])
  }, "the first cycle is raised")
  assert.deepEqual([intent.order, await get(`orders?contact=${contact._id}`)], [null, []])
})
