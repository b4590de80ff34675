// A database connection that breaks during a commit: nobody knows whether the commit took effect, so no response may claim to.
import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, createCaller, inParallel, linkKeyOf, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { lockTable, startDatabaseProxy, startServer } from "./server-process.ts"

const { api: other, databaseUrl, keys, sql } = await startTestServer({ ROLE: "api" })
const { _id: contact } = (await other.post("/v1/contacts/create", newContact())).body.data
const proxy = await startDatabaseProxy(databaseUrl)
const server = await startServer(proxy.url, { ROLE: "api" })
const api = createCaller(server.baseUrl, keys)

/** Sends the requests, breaks their connections while the database holds their writes, and then lets the database continue. */
async function breakDuring<T>(table: string, requests: () => Promise<T>): Promise<T> {
  const lock = await lockTable(databaseUrl, table)
  try {
    const responses = requests()
    const tooEarly = responses.then(answer => assert.fail(`answered before the database held a write: ${JSON.stringify(answer)}`))
    await Promise.race([until(async () => (await lock.countWaiting()) > 0, "the database holds a write"), tooEarly])
    tooEarly.catch(() => {})
    const again = setInterval(proxy.reset, 50) // a slower request would wait until the database continues
    proxy.reset()
    return await responses.finally(() => clearInterval(again))
  } finally {
    await lock.release()
  }
}

const assertRetryable = ({ status, body, headers }: Any) => {
  assert.deepEqual([status, body.error.code, body.error.retryable], [503, "SYS-9002", true])
  assert.equal(headers.get("retry-after"), "1")
  assert.doesNotMatch(body.error.message, /nothing/)
}

test("answers 503 over REST, which can be retried, and the same key then returns what was committed", async () => {
  const bodies = Array.from({ length: 8 }, (_, i) => newIntent(contact, { reference: `reset-${i}` }))
  const create = (i: number) => api.create("/v1/payment-intents/create", bodies[i], `reset-${i}`)
  const responses = await breakDuring("payment_intents", () => inParallel(8, create))
  for (const response of responses) assertRetryable(response)
  const retries = await inParallel(8, i =>
    until(async () => {
      const response = await create(i)
      return response.status === 201 && response
    }, "the retry is answered"),
  )
  const rows = await sql("select id, reference from payment_intents where reference like 'reset-%' order by reference")
  assert.deepEqual(
    rows.map(({ reference }) => reference),
    retries.map((_, i) => `reset-${i}`),
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    retries.map(({ body }) => body.data._id),
  )
})

test("answers an agent the same, and repeating the call creates no second object", async () => {
  const call = async (): Promise<Any> => {
    const args = { contact, currency: "BRL", items: [{ name: "By an agent", amount: 700 }] }
    const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${keys.apiKey}` }
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "payment_intent_create", arguments: args } }
    const { text } = await api.send("POST", "/v1/mcp", body, headers)
    const { result, error } = JSON.parse(text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)![1]!) as Any
    if (!result) return { isError: true, ...error } // another connection was broken too, and the caller could not be looked up
    return { isError: result.isError, ...JSON.parse(result.content[0].text) }
  }
  const { isError, code, message, retryable } = await breakDuring("payment_intents", call)
  assert.deepEqual([isError, code, retryable], [true, "SYS-9002", true])
  assert.doesNotMatch(message, /nothing/)
  const { paymentIntent } = await until(async () => {
    const result = await call()
    return !result.isError && result
  }, "the call is repeated")
  assert.equal(paymentIntent.amount, 700)
  assert.equal((await sql("select 1 from payment_intents where amount = 700")).length, 1)
})

test("answers a gateway's event the same, and applies the event once when it is sent again", async () => {
  const linkKey = await linkKeyOf({ sql }, keys.tenantId)
  const event = { id: "transfer", tenant: keys.tenantId, type: "bank-transfer.received", reference: "none", amount: 900, currency: "BRL" }
  const bytes = JSON.stringify(event)
  const headers = { authorization: null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  const send = () => api.post("/v1/gateways/simulator/events", bytes, headers)
  assertRetryable(await breakDuring("bank_transfers", send))
  await until(async () => (await send()).status === 200, "the event is accepted")
  assert.equal((await sql("select 1 from bank_transfers where amount = 900")).length, 1)
})
