import assert from "node:assert/strict"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, inDays, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
await api.post("/v1/services/create", { name: "Course", price: { amount: 1000, currency: "BRL" } })
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier" })

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const createOrder = async (): Promise<Any> =>
  (await api.create("/v1/orders/create", { contact: contact._id, source: "manual", services: ["Course"] })).body.data
const data = async (path: string): Promise<Any> => (await api.get(path)).body.data
const lower = ({ number }: Any) => number.toLowerCase()

test("a path may name a payment intent by its number, in upper or lower case", async () => {
  const intent = await create()
  for (const reference of [intent.number, lower(intent)]) assert.deepEqual(await data(`/v1/payment-intents/${reference}`), intent)
  const updated = await api.post(`/v1/payment-intents/${lower(intent)}/update`, { reference: "A-1" }, { "if-match": "1" })
  assert.deepEqual([updated.status, updated.body.data._id, updated.body.data.reference], [200, intent._id, "A-1"])
  assert.equal((await data(`/v1/payment-intents/${intent.number}/timeline`)).length, 2)
  assert.equal((await api.post(`/v1/payment-intents/${intent.number}/remind`)).status, 200)
  assert.equal((await api.post(`/v1/payment-intents/${intent.number}/cancel`)).body.data.status, "canceled")
  assert.deepEqual((await api.post(`/v1/payment-intents/${lower(intent)}/delete`)).body.data, { _id: intent._id, deleted: true })
  for (const reference of [intent.number, "PI-999999", "PI-1", "nothing"])
    assert.equal((await api.get(`/v1/payment-intents/${reference}`)).body.error.code, "GEN-1004", reference)
})

test("payments, charges, splits and transfers refer to a payment intent by its number", async () => {
  const intent = await create()
  const paymentIntent = lower(intent)
  const requests: [path: string, body: object][] = [
    ["/v1/transactions/create", { paymentIntent, amount: 10, method: "cash" }],
    ["/v1/gateways/simulator/charges/create", { paymentIntent, method: "card", token: "tok_success", amount: 20 }],
    ["/v1/payment-splits/create", { paymentIntent, partnership: "CASA", amount: 30 }],
  ]
  for (const [path, body] of requests) {
    const { status, body: answer } = await api.create(path, body)
    assert.deepEqual([status, answer.data?.paymentIntent], [201, intent._id], path)
    assert.equal((await api.create(path, { ...body, paymentIntent: "PI-999999" })).body.error.code, "SMR-1001", path)
  }
  assert.equal((await api.post("/v1/payment-splits/preview", { paymentIntent })).body.data.amount, 10_000)
  const transfer = { reference: "no idea", amount: 5, currency: "BRL" }
  const { _id } = (await api.post("/v1/simulations/bank-transfers/create", transfer)).body.data
  assert.equal((await api.post(`/v1/bank-transfers/${_id}/allocate`, { paymentIntent })).body.data.paymentIntent, intent._id)
  for (const list of ["transactions", "payment-splits", "bank-transfers"])
    for (const reference of [intent._id, intent.number, paymentIntent]) {
      const { body } = await api.get(`/v1/${list}?paymentIntent=${reference}`)
      assert.deepEqual([body.count, body.data[0].paymentIntent], [list === "transactions" ? 3 : 1, intent._id], `${list} ${reference}`)
    }
  assert.equal((await api.get("/v1/transactions?paymentIntent=PI-999999")).body.error.code, "SMR-1001")
})

test("a retried charge by number finds its first attempt, even when the response was never stored", async () => {
  const intent = await create()
  const body = { paymentIntent: intent.number, method: "card", token: "tok_success" }
  const charge = () => api.create("/v1/gateways/simulator/charges/create", body, "by number")
  const first = await charge()
  await server.sql("delete from idempotency_keys where key = 'key by number'")
  const second = await charge()
  assert.deepEqual([first.status, second.text], [201, first.text])
  assert.equal((await data(`/v1/payment-intents/${intent.number}`)).paid, intent.amount)
})

test("paths, bodies and filters accept the number of an order, and filters the number of a plan", async () => {
  const order = await createOrder()
  assert.deepEqual(await data(`/v1/orders/${lower(order)}`), order)
  const attached = await create({ order: lower(order) })
  assert.equal(attached.order, order._id)
  const billed = (await api.post(`/v1/orders/${order.number}/payment-intents/create`, { dueAt: "2099-01-31T12:00Z" })).body.data
  assert.deepEqual([billed.order, billed.dueAt], [order._id, "2099-01-31T12:00:00.000Z"])
  for (const reference of [order._id, order.number, lower(order)])
    assert.equal((await api.get(`/v1/payment-intents?order=${reference}`)).body.count, 2)
  assert.equal((await api.create("/v1/payment-intents/create", newIntent(contact._id, { order: "OR-9" }))).body.error.code, "SMR-1001")
  const schedule = [10, 20].map(days => ({ dueAt: inDays(days), amount: 5000 }))
  const plan = await create({ intentType: "payment-plan", schedule })
  assert.equal((await api.get(`/v1/payment-intents?plan=${lower(plan)}`)).body.count, 2)
})

test("does not find a number of another tenant", async () => {
  const other = await server.otherTenant()
  const intent = await create()
  assert.equal((await other.get(`/v1/payment-intents/${intent.number}`)).body.error.code, "GEN-1004")
  const body = { paymentIntent: intent.number, amount: 1, method: "cash" }
  assert.equal((await other.create("/v1/transactions/create", body)).body.error.code, "SMR-1001")
})

test("agents name payment intents and orders by their number", async () => {
  const client = new Client({ name: "Test", version: "1" })
  const headers = { authorization: `Bearer ${server.keys.apiKey}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/v1/mcp`), { requestInit: { headers } }))
  after(() => client.close())
  const use = async (name: string, args: Record<string, unknown>): Promise<Any> => {
    const { structuredContent, content } = (await client.callTool({ name, arguments: args })) as Any
    assert.ok(structuredContent, content[0].text)
    return structuredContent
  }
  const [intent, order] = [await create(), await createOrder()]
  assert.deepEqual((await use("payment_intent_get", { paymentIntent: lower(intent) })).paymentIntent, intent)
  assert.deepEqual((await use("order_get", { order: lower(order) })).order, order)
  const line = { name: "Course", amount: 1000, orderItem: order.items[0]._id }
  const bill = { contact: contact._id, currency: "BRL", order: lower(order), items: [line] }
  assert.equal((await use("payment_intent_create", bill)).paymentIntent.order, order._id)
  const split = { paymentIntent: lower(intent), partnership: "CASA", amount: 5 }
  assert.equal((await use("payment_split_create", split)).paymentSplit.paymentIntent, intent._id)
  assert.equal((await use("payment_split_list", { paymentIntent: intent.number })).count, 1)
  assert.equal((await use("transaction_list", { paymentIntent: intent.number })).count, 0)
  assert.equal((await use("payment_intent_cancel", { paymentIntent: lower(intent) })).paymentIntent.status, "canceled")
})
