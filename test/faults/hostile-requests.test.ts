// Requests that no ordinary client sends: what they are answered, and that they have no effect.
import assert from "node:assert/strict"
import { once } from "node:events"
import { request } from "node:http"
import { connect } from "node:net"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../harness.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, keys } = server
const port = Number(new URL(server.baseUrl).port)
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data

/** Sends these lines on a new connection and returns the whole response. */
async function sendRaw(lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1")
  socket.write([...lines, "", ""].join("\r\n"))
  let text = ""
  socket.on("data", chunk => (text += chunk.toString()))
  await once(socket, "close")
  return text
}

test("answers an unknown Expect header and a missing Host header with the usual error format", async () => {
  const noHost = await sendRaw(["GET /healthz HTTP/1.1"])
  assert.match(noHost, /^HTTP\/1\.1 400 .*"code":"GEN-1001","message":"Malformed HTTP request: it has no Host header; nothing was done"/s)
  const expectation = await sendRaw(["POST /v1/contacts/create HTTP/1.1", "Host: localhost", "Expect: nonsense", "Content-Length: 2"])
  assert.match(expectation, /^HTTP\/1\.1 417 .*"code":"GEN-1011"/s)
  for (const text of [noHost, expectation]) {
    const [, requestId] = /^x-request-id: (\S+)\r$/im.exec(text) ?? []
    assert.ok(requestId && text.includes(`"requestId":"${requestId}"`), text)
    for (const name of ["x-content-type-options", "strict-transport-security", "content-security-policy", "cache-control"])
      assert.match(text, new RegExp(`^${name}: `, "im"), text)
  }
  assert.match(await sendRaw(["GET /healthz HTTP/1.0"]), /^HTTP\/1\.1 200 /) // Host came with HTTP/1.1
  const continued = ["POST /v1/contacts/create HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Connection: close"]
  assert.match(await sendRaw(continued), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /)
})

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}"\\u0041"${"]}".repeat(levels / 2)}`

test("JSON that is nested too deep is refused at every entrance", async () => {
  for (const levels of [70, 8_000, 100_000]) {
    const body = `{"email":"a@example.com","profile":{},"metadata":${nested(levels)}}`
    const rest = await api.post("/v1/contacts/create", body)
    assert.deepEqual([rest.status, rest.body.error.code], [400, "VAL-1001"])
    assert.match(rest.body.error.message, /nested more than 64 levels deep; send at most 64$/)
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"contact_create","arguments":${body}}}`
    const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${keys.apiKey}` }
    const agent = await api.send("POST", "/v1/mcp", call, headers)
    assert.deepEqual([agent.status, agent.body.error.code], [400, -32700])
    assert.match(agent.body.error.message, /nested more than 64 levels deep/)
    const event = await api.post("/v1/gateways/simulator/events", `{"tenant":"${keys.tenantId}","more":${nested(levels)}}`)
    assert.deepEqual([event.status, event.body.error.code], [400, "VAL-1001"])
  }
  const metadata = { brackets: "[".repeat(200) }
  assert.deepEqual((await api.post("/v1/contacts/create", newContact({ metadata }))).body.data.metadata, metadata)
})

test("refuses JSON with many thousand fields at every entrance, with a short message", async () => {
  const many = `{${Array.from({ length: 100_000 }, (_, i) => `"${i}":1`).join()}}`
  const contact = newContact()
  for (const [path, body] of [
    ["/v1/contacts/create", many],
    ["/v1/contacts/create", JSON.stringify({ ...contact, metadata: "*" }).replace('"*"', many)],
    ["/v1/sessions/create", many],
    ["/v1/gateways/simulator/events", many],
  ] as const) {
    const { status, body: answer, text } = await api.post(path, body)
    assert.deepEqual([status, answer.error.code], [400, "VAL-1001"], path)
    assert.match(answer.error.message, /more than 5000 fields; send at most 5000$/)
    assert.ok(text.length < 1_000, `${text.length} characters`)
  }
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"contact_create","arguments":${many}}}`
  const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${keys.apiKey}` }
  const agent = await api.send("POST", "/v1/mcp", call, headers)
  assert.deepEqual([agent.status, agent.body.error.code], [400, -32700])
})

test("refuses a NUL in a parameter of OAuth as the client's error", async () => {
  const redirect_uri = "http://127.0.0.1:47631/callback"
  const { client_id } = (await api.post("/oauth/register", { redirect_uris: [redirect_uri] })).body as Any
  const pkce = { code_challenge: "a".repeat(43), code_challenge_method: "S256" }
  for (const more of [{ state: "\0" }, { login_hint: "\0" }, { client_id: "\0" }]) {
    const asked = new URLSearchParams({ response_type: "code", client_id, redirect_uri, ...pkce, ...more })
    const { status, text } = await api.get(`/oauth/authorize?${asked.toString()}`)
    assert.deepEqual([status, text.includes("a parameter must be text without NUL")], [400, true], JSON.stringify(more))
  }
  for (const path of ["/oauth/token", "/oauth/revoke"]) {
    const body = new URLSearchParams({ client_id: "\0", token: "\0", grant_type: "refresh_token", refresh_token: "\0" })
    const response = await fetch(`${server.baseUrl}${path}`, { method: "POST", body })
    assert.deepEqual([response.status, ((await response.json()) as Any).error], [401, "invalid_client"])
  }
})

test("refuses metadata named __proto__ and names it, on create, on update and for agents", async () => {
  const withProto = (fields: object) => `${JSON.stringify(fields).slice(0, -1)},"metadata":{"a":"1","__proto__":"2"}}`
  const answers = [
    await api.post("/v1/contacts/create", withProto(newContact())),
    await api.post("/v1/contacts/create", withProto(newContact()).replace("__proto__", "\\u005f_proto__")),
    await api.post("/v1/payment-intents/create", withProto(newIntent(contact))),
    await api.post(`/v1/contacts/${contact}/update`, `{"metadata":{"__proto__":"2"}}`),
  ]
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.error.code], [400, "VAL-1003"])
    assert.deepEqual(body.error.errors, [{ path: "metadata.__proto__", message: "metadata.__proto__ is not a possible name; use another" }])
  }
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"contact_create","arguments":${withProto(newContact())}}}`
  const headers = { accept: "application/json, text/event-stream", authorization: `Bearer ${keys.apiKey}` }
  assert.match((await api.send("POST", "/v1/mcp", call, headers)).text, /metadata\.__proto__ is not a possible name/)
  const metadata = { constructor: "1", toString: "2", hasOwnProperty: "3" }
  const { data } = (await api.post("/v1/contacts/create", newContact({ metadata }))).body
  assert.deepEqual(data.metadata, metadata)
  assert.deepEqual((await api.post(`/v1/contacts/${data._id}/update`, { metadata: { toString: "" } })).body.data.metadata, {
    constructor: "1",
    hasOwnProperty: "3",
  })
})

/** Sends the key as UTF-8, as most clients do. */
async function createWith(key: Buffer): Promise<Any> {
  const headers = {
    authorization: `ApiKey ${keys.apiKey}`,
    "x-tenant-id": keys.tenantId,
    "content-type": "application/json",
    "idempotency-key": key.toString("latin1"),
  }
  const sent = request(`${server.baseUrl}/v1/payment-intents/create`, { method: "POST", headers })
  const body = JSON.stringify(newIntent(contact, { dueAt: "2036-01-01T00:00:00Z" }))
  sent.end(Buffer.from(body)) // as bytes: Node would encode a text otherwise
  const [response] = (await once(sent, "response")) as [Any]
  const text = (await response.toArray()).join("")
  return { status: response.statusCode, replayed: response.headers["idempotent-replayed"], text, body: JSON.parse(text) as Any }
}

test("accepts an idempotency key of up to 256 characters of any script", async () => {
  for (const character of ["é", "漢", "😀"]) {
    const [longest, tooLong] = [256, 257].map(length => Buffer.from(character.repeat(length)))
    const first = await createWith(longest!)
    assert.equal(first.status, 201, first.text)
    const second = await createWith(longest!)
    assert.deepEqual([second.replayed, second.text], ["true", first.text])
    assert.equal((await createWith(tooLong!)).body.error.code, "IDM-1001")
  }
  const stored = await server.sql("select key from idempotency_keys where key like 'key 漢%'")
  assert.deepEqual(stored, [{ key: `key ${"漢".repeat(256)}` }])
})

test("reads an idempotency key that is not UTF-8 byte by byte", async () => {
  const key = Buffer.from([0xe9, 0x20, 0xff])
  const first = await createWith(key)
  assert.equal(first.status, 201)
  assert.equal((await createWith(key)).replayed, "true")
})
