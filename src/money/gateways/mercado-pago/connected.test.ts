import assert from "node:assert/strict"
import { test } from "node:test"
import { newMessage, startMercadoPago } from "../../../../test/doubles/mercado-pago/server.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../../test/harness.ts"
import { sendRequest } from "../../../../test/request.ts"

const credentials = { accessToken: "APP_USR-4599991948843755-110914-token", webhookSecret: "the secret of the webhook" }
const user = { id: 1245621468, nickname: "ESCOLA", country_id: "BR", site_id: "MLB", tags: ["test_user"] }
const { url, books, requests } = await startMercadoPago({ accessToken: credentials.accessToken, user })
const { api, sql } = await startTestServer({ MERCADO_PAGO_API_URL: url })
const connected = { gateway: "mercado-pago", name: "Mercado Pago", credentials }
const connection: Any = (await api.create("/v1/gateway-connections/create", connected)).body.data
const contact = (await api.create("/v1/contacts/create", newContact())).body.data

async function charge() {
  const paymentIntent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data._id
  const { _id } = (await api.create("/v1/gateways/mercado-pago/charges/create", { paymentIntent, method: "pix" })).body.data
  await sql("update jobs set next_at = now() + interval '1 day' where payload->>'transaction' = $1", [_id]) // the next look-up is far
  return { _id: _id as string, order: books.findOrders(_id)[0]!.id }
}
const statusOf = async (id: string): Promise<string> => (await api.get(`/v1/transactions/${id}`)).body.data.status
const isWaiting = async (id: string) =>
  (await sql("select 1 from jobs where payload->>'transaction' = $1 and next_at > now() + interval '30 seconds'", [id])).length === 1

/** Sends a message whose signature is of another secret. */
async function sendForged(order: string) {
  const { headers, query, bytes } = newMessage("another secret", { action: "order.processed", order })
  const address = `${connection.eventsUrl}?${new URLSearchParams(query).toString()}`
  const { status, text } = await sendRequest(address, { method: "POST", headers, body: bytes.toString() })
  assert.deepEqual([status, JSON.parse(text).error.code], [401, "GTW-1001"])
}

test("a message with a wrong signature is refused, and the payment that it names is soon found by asking", async () => {
  const { _id, order } = await charge()
  books.pay(order)
  await sendForged(order)
  await until(async () => (await statusOf(_id)) === "succeeded", "the payment was found")
  assert.equal((await sql("select 1 from gateway_messages where connection_id = $1", [connection._id])).length, 0)
  assert.equal((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("a message with a wrong signature changes nothing that Mercado Pago does not say, and makes us ask once a minute", async () => {
  const { _id, order } = await charge()
  const asked = () => requests.filter(each => each.method === "GET" && each.url.startsWith(`/v1/orders/${order}`)).length
  const before = asked()
  await sendForged(order)
  await until(async () => asked() > before && (await isWaiting(_id)), "the order was looked up, and will be again")
  const once = asked()
  await sendForged(order)
  assert.ok(await isWaiting(_id))
  assert.deepEqual([await statusOf(_id), asked()], ["processing", once])
})

test("a message with a wrong signature about what is not ours makes us ask nothing", async () => {
  const { _id } = await charge()
  const before = requests.length
  for (const order of ["ORD01NOBODY", _id, "../users/me", ""]) await sendForged(order)
  assert.ok(await isWaiting(_id))
  assert.equal(requests.length, before)
})
