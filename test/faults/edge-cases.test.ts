// Unusual and hostile input.
import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { test } from "node:test"
import { type Any, createCaller, inParallel, newContact, newIntent, startTestServer } from "../harness.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, keys } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const outcomeOf = ({ status, body }: { status: number; body: Any }) => [status, body.error?.code]

test("answers 404 to a NUL in a path, and serves concurrent requests", async () => {
  const other = await server.otherTenant()
  for (const path of ["contacts", "services", "partnerships"])
    assert.deepEqual(outcomeOf(await api.get(`/v1/${path}/x%00`)), [404, "GEN-1004"])
  const responses = await inParallel(40, i => (i % 2 ? other.get("/v1/contacts/a%40b%00") : api.get(`/v1/contacts/${contact.email}`)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200, 404]))
  assert.ok(responses.every(({ status }, i) => status === (i % 2 ? 404 : 200)))
})

test("a batched look-up that fails does not fail the others of its batch", async () => {
  const { batchedLookup } = await import("../../src/kit/db/batched-lookup.ts")
  const lookUp = batchedLookup<{ tenant_id: string; n0: number }, { x: number }>(
    "select n, 1 / n0 as x from jsonb_to_recordset($1) as input(n int, tenant_id text, n0 int)",
  )
  const responses = await Promise.allSettled([1, 0, 1, 0, 1].map(n0 => lookUp({ tenant_id: keys.tenantId, n0 })))
  assert.deepEqual(
    responses.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
  )
})

test("refuses times outside the supported range and names their field; filters accept the last supported time", async () => {
  for (const dueAt of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"]) {
    const response = await api.post("/v1/payment-intents/create", newIntent(contact._id, { dueAt }))
    assert.deepEqual([...outcomeOf(response), response.body.error.errors[0].path], [400, "VAL-1003", "dueAt"])
    assert.deepEqual(outcomeOf(await api.get(`/v1/contacts?updatedAt[gte]=${encodeURIComponent(dueAt)}`)), [400, "VAL-1003"])
  }
  await create()
  const count = async (filter: string) => (await api.get(`/v1/payment-intents?createdAt${filter}`)).body.count
  const all = (await api.get("/v1/payment-intents")).body.count
  assert.deepEqual(
    [await count("[lte]=9999-12-31T23:59:59Z"), await count("[gte]=9999-12-31T23:59:59Z"), await count("[gte]=0001-01-01T00:00:00Z")],
    [all, 0, all],
  )
  assert.equal(await count("[lt]=1960-01-01T00:00:00Z"), 0)
})

test("the audit log is filtered by an exact time like any list", async () => {
  const [entry] = (await api.get(`/v1/contacts/${contact._id}/timeline`)).body.data
  for (const filter of ["", "[in]"])
    assert.equal((await api.get(`/v1/contacts/${contact._id}/timeline?createdAt${filter}=${entry.at}`)).body.count, 1)
  assert.equal((await api.get(`/v1/contacts/${contact._id}/timeline?createdAt[ne]=${entry.at}`)).body.count, 0)
})

test("accepts only one key without NUL in a metadata filter, and no operator", async () => {
  assert.deepEqual(outcomeOf(await api.get("/v1/contacts?metadata[a%00]=x")), [400, "VAL-1003"])
  assert.deepEqual(outcomeOf(await api.get("/v1/contacts?metadata[a][ne]=x")), [400, "VAL-1003"])
})

test("metadata never exceeds fifty entries, also after several updates", async () => {
  const entries = (from: number, n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${from + i}`, "v"]))
  const { _id } = (await api.post("/v1/contacts/create", newContact({ metadata: entries(0, 50) }))).body.data
  const path = `/v1/contacts/${_id}/update`
  assert.deepEqual(outcomeOf(await api.post(path, { metadata: entries(50, 1) })), [400, "VAL-1003"])
  assert.equal((await api.post(path, { metadata: { k0: "", ...entries(50, 1) } })).status, 200)
})

test("accepts one of several updates of a user with the same If-Match version", async () => {
  const { _id, version } = (await api.get("/v1/users?type=person")).body.data[0]
  const responses = await inParallel(6, i => api.post(`/v1/users/${_id}/update`, { name: `Name ${i}` }, { "if-match": String(version) }))
  assert.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409, 409, 409, 409, 409],
  )
})

test("a user can't change a user with a higher role, and the role of an API key can't change", async () => {
  const key = async (role: string): Promise<Any> => (await api.post("/v1/dev/api-keys/create", { name: role, role })).body.data
  const admin = await key("admin")
  const caller = createCaller(server.baseUrl, { ...keys, apiKey: admin.key })
  const [owner] = (await api.get("/v1/users?role=super-admin&type=person")).body.data
  assert.deepEqual(outcomeOf(await caller.post(`/v1/users/${owner._id}/update`, { name: "Taken over" })), [403, "PRM-1002"])
  assert.deepEqual(outcomeOf(await api.post(`/v1/users/${admin.user}/update`, { role: "viewer" })), [409, "USR-1002"])
  assert.equal((await api.post(`/v1/users/${admin.user}/update`, { role: "admin", name: "The same" })).status, 200)
})

test("invalid Dry-Run and If-Match headers are refused without effect", async () => {
  const intent = await create()
  const cancel = (headers: Record<string, string>) => api.post(`/v1/payment-intents/${intent._id}/cancel`, undefined, headers)
  for (const dry of ["1", "yes", "", "true, true"]) assert.deepEqual(outcomeOf(await cancel({ "dry-run": dry })), [400, "VAL-1003"], dry)
  for (const ifMatch of ["abc", "", "1.0"]) assert.deepEqual(outcomeOf(await cancel({ "if-match": ifMatch })), [400, "VAL-1003"], ifMatch)
  assert.deepEqual(outcomeOf(await cancel({ "if-match": '"7"' })), [409, "GEN-1009"])
  assert.equal((await cancel({ "dry-run": "TRUE", "if-match": "*" })).status, 200)
  const read = await api.get(`/v1/payment-intents/${intent._id}`, { "if-match": "99" })
  assert.deepEqual([read.status, read.body.data.status], [200, "due"])
  assert.equal((await cancel({ "dry-run": "false", "if-match": 'W/"1"' })).status, 200)
})

test("a dry run with a used idempotency key returns what the real request would", async () => {
  const body = newIntent(contact._id)
  const headers = { "idempotency-key": "dry-run" }
  const first = await api.post("/v1/payment-intents/create", body, headers)
  const dryRun = (fields: object) => api.post("/v1/payment-intents/create", { ...body, ...fields }, { ...headers, "dry-run": "true" })
  assert.deepEqual(outcomeOf(await dryRun({ reference: "other" })), [422, "IDM-1002"])
  assert.equal((await dryRun({})).text, first.text)
})

test("twenty concurrent payments of one intent emit its events in the order of the changes", async () => {
  const intent = await create()
  const body = { paymentIntent: intent._id, amount: 1, method: "cash" }
  const responses = await inParallel(20, () => api.create("/v1/transactions/create", body))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
  const events: Any[] = (await api.get(`/v1/dev/events?object=${intent._id}&sort=createdAt&limit=100`)).body.data
  const versions = events.map(({ data }) => data.version)
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  )
  assert.equal(events.length, 21)
})

test("an intent for a canceled order is refused", async () => {
  const order = (await api.create("/v1/orders/create", { contact: contact._id, source: "manual" })).body.data
  await api.post(`/v1/orders/${order._id}/cancel`)
  assert.deepEqual(outcomeOf(await api.post("/v1/payment-intents/create", newIntent(contact._id, { order: order._id }))), [409, "ORD-2001"])
})

test("lists can be filtered by a payment intent's number, and an unknown number is 404", async () => {
  const intent = await create()
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 5, method: "cash" })
  assert.equal((await api.get(`/v1/transactions?paymentIntent=${intent.number.toLowerCase()}`)).body.count, 1)
  for (const list of ["transactions", "payment-splits", "bank-transfers"])
    for (const reference of ["PI-999999", "zz", "f".repeat(24)])
      assert.deepEqual(outcomeOf(await api.get(`/v1/${list}?paymentIntent=${reference}`)), [404, "SMR-1001"])
})

test("a list sorted by another column reports a deleted cursor", async () => {
  const intent = await create()
  await api.post(`/v1/payment-intents/${intent._id}/delete`)
  const response = await api.get(`/v1/payment-intents?sort=dueAt&startingAfter=${intent._id}`)
  assert.deepEqual([...outcomeOf(response), response.body.error.errors[0].path], [400, "VAL-1003", "startingAfter"])
  assert.equal((await api.get(`/v1/payment-intents?startingAfter=${intent._id}`)).status, 200)
  const last = (await api.get("/v1/payment-intents?sort=dueAt&limit=100")).body.data.at(-1)
  assert.deepEqual((await api.get(`/v1/payment-intents?sort=dueAt&startingAfter=${last._id}`)).body.data, [])
})

test("an unpaginated list respects its limit and its filters, and accepts no cursor", async () => {
  for (const currency of ["BRL", "EUR"]) await create({ currency })
  const { data, hasMore, count } = (await api.get("/v1/balances?limit=1")).body
  assert.deepEqual([data.length, hasMore, count > 1], [1, true, true])
  const currencies = async (query: string) => (await api.get(`/v1/balances?${query}`)).body.data.map((row: Any) => row.currency)
  assert.deepEqual([await currencies("currency=EUR"), await currencies("currency=JPY")], [["EUR"], []])
  assert.deepEqual(await currencies("currency[in]=EUR,BRL"), ["BRL", "EUR"])
  assert.equal((await currencies("currency[ne]=EUR")).includes("EUR"), false)
  assert.deepEqual(outcomeOf(await api.get(`/v1/balances?startingAfter=${"f".repeat(24)}`)), [400, "VAL-1003"])
  assert.equal((await api.get("/v1/gateways?sort=-createdAt")).body.error.message, "sort is not supported by this list")
})

test("answers 415 to an unsupported content type, after authentication, and 404 to a path without an id", async () => {
  const path = "/v1/contacts/create"
  assert.deepEqual(outcomeOf(await api.post(path, "{}", { "content-type": "x" })), [415, "VAL-1008"])
  assert.deepEqual(outcomeOf(await api.post(path, "{}", { "content-type": "x", authorization: "" })), [401, "AUT-1001"])
  const events = "/v1/gateways/simulator/events"
  for (const type of ["x", "text/plain"])
    assert.deepEqual(outcomeOf(await api.post(events, "{}", { "content-type": type, authorization: "" })), [415, "VAL-1008"], type)
  assert.deepEqual(outcomeOf(await api.get("/v1/contacts/")), [404, "GEN-1006"])
})

/** Sends these raw lines on a new connection and returns the status line. */
async function sendRaw(lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1")
  socket.setTimeout(5000, () => socket.destroy(new Error("no response")))
  socket.write([...lines, "Host: localhost", "Connection: close", "", ""].join("\r\n"))
  let text = ""
  socket.on("data", chunk => (text += chunk.toString()))
  await once(socket, "close")
  return text.slice(0, text.indexOf("\r\n"))
}

test("a request with a content type and no body gets a response", async () => {
  const intent = await create()
  const headers = [`Authorization: ApiKey ${keys.apiKey}`, `X-TENANT-ID: ${keys.tenantId}`, "Content-Type: application/json"]
  assert.equal(await sendRaw([`POST /v1/payment-intents/${intent._id}/cancel HTTP/1.1`, ...headers]), "HTTP/1.1 200 OK")
  assert.equal(await sendRaw(["DELETE /v1/contacts HTTP/1.1", ...headers]), "HTTP/1.1 405 Method Not Allowed")
  assert.equal(await sendRaw(["POST /v1/gateways/simulator/events HTTP/1.1", ...headers]), "HTTP/1.1 401 Unauthorized")
})
