// The MCP server, through the official client and over plain HTTP.
import assert from "node:assert/strict"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, newContact, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const server = await startTestServer()
const url = `${server.baseUrl}/v1/mcp`

type Revision = { mode: "legacy" | { pin: string } }
const modern: Revision = { mode: { pin: "2026-07-28" } }
const legacy: Revision = { mode: "legacy" }
const owner = await agent(server.keys.apiKey)

/** An MCP client connected with a key. `use` asserts that a tool call succeeds, `callError` that it fails. */
async function agent(key: string, revision = modern, name = "Test assistant") {
  const headers = { authorization: `Bearer ${key}` }
  const client = new Client({ name, version: "3.1" }, { versionNegotiation: revision })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  after(() => client.close())
  const call = async (name: string, args: object = {}): Promise<Any> => client.callTool({ name, arguments: args as Any })
  return {
    client,
    call,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name: string, args?: object): Promise<Any> {
      const { isError, structuredContent, content } = await call(name, args)
      assert.ok(!isError, content[0].text)
      assert.deepEqual(JSON.parse(content[0].text), structuredContent)
      return structuredContent
    },
    async callError(name: string, args?: object): Promise<Any> {
      const { isError, structuredContent, content } = await call(name, args)
      assert.deepEqual([isError, structuredContent], [true, undefined])
      return JSON.parse(content[0].text)
    },
  }
}

/** One message over plain HTTP, as an older client sends it. */
async function post(headers: Record<string, string>, body: unknown = { jsonrpc: "2.0", id: 1, method: "ping" }) {
  const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" }
  const response = await fetch(url, {
    method: "POST",
    headers: { ...accept, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text.startsWith("{") ? (JSON.parse(text) as Any) : undefined }
}
const bearer = { authorization: `Bearer ${server.keys.apiKey}` }
const request = (contact: string, amount = 10_000) => ({ contact, currency: "BRL", items: [{ name: "Course", amount }] })

for (const [name, revision] of [
  ["2026-07-28", modern],
  ["2025-11-25", legacy],
] as const)
  test(`a client of ${name} connects, reads the server's info, lists tools and calls one`, async () => {
    const { client, use, names } = await agent(server.keys.apiKey, revision)
    assert.equal(client.getNegotiatedProtocolVersion(), name)
    const { websiteUrl, icons, title } = client.getServerVersion()!
    assert.deepEqual([title, websiteUrl], ["Countersign", server.baseUrl])
    assert.match(icons![0]!.src, new RegExp(`^${server.baseUrl}/`))
    assert.ok(client.getInstructions()!.length <= 1536)
    assert.deepEqual(client.getServerCapabilities()?.tools, { listChanged: false })
    assert.ok((await names()).includes("payment_intent_create"))
    assert.equal((await use("contact_list", { limit: 1 })).hasMore, false)
  })

test("a key is accepted as Bearer and as ApiKey, without a tenant header or with the right one", async () => {
  for (const scheme of ["Bearer", "bearer", "ApiKey"])
    assert.equal((await post({ authorization: `${scheme} ${server.keys.apiKey}` })).status, 200, scheme)
  assert.equal((await post({ ...bearer, "x-tenant-id": server.keys.tenantId })).status, 200)
  const { status, body } = await post({ ...bearer, "x-tenant-id": "0".repeat(24) })
  assert.deepEqual([status, body.error.code, body.error.message], [400, "TEN-1001", "Invalid Tenant ID"])
})

test("without a valid key the response names the resource metadata, and a wrong token, before the body is parsed", async () => {
  const keys = { "AUT-1001": {}, "AUT-1002": { authorization: "Basic eDp5" }, "AUT-1003": { authorization: `Bearer cs_${"x".repeat(38)}` } }
  for (const [code, headers] of Object.entries(keys)) {
    const { status, body, headers: responseHeaders } = await post(headers, "{ no JSON")
    assert.deepEqual([status, body.error.code], [401, code])
    const metadata = `${server.baseUrl}/.well-known/oauth-protected-resource/v1/mcp`
    const reason = code === "AUT-1003" ? 'error="invalid_token", ' : ""
    assert.equal(responseHeaders.get("www-authenticate"), `Bearer ${reason}resource_metadata="${metadata}", scope="agent:read agent:write"`)
  }
  const metadata = await server.api.get("/.well-known/oauth-protected-resource/v1/mcp", { authorization: null })
  assert.deepEqual([metadata.status, (metadata.body as Any).resource], [200, url])
})

test("a deleted key stops working at once, and an expired key has its own code", async () => {
  const { body } = await server.api.post("/v1/dev/api-keys/create", { name: "short", role: "viewer" })
  const headers = { authorization: `Bearer ${body.data.key}` }
  assert.equal((await post(headers)).status, 200)
  await server.sql("update api_keys set expires_at = now() - interval '1 minute' where id = $1", [body.data._id])
  assert.equal((await post(headers)).body.error.code, "AUT-1004")
  await server.api.post(`/v1/dev/api-keys/${body.data._id}/delete`)
  const { status, body: deleted } = await post(headers)
  assert.deepEqual([status, deleted.error.code], [401, "AUT-1003"])
})

test("a foreign Origin or Host header is rejected", async () => {
  assert.equal((await post({ ...bearer, origin: "http://localhost:3000" })).status, 200)
  assert.equal((await post({ ...bearer, origin: server.baseUrl })).status, 200)
  const { status, body } = await post({ ...bearer, origin: "https://evil.example" })
  assert.deepEqual([status, body.error.code], [403, -32000])
  const rebound = get(url, { headers: { ...bearer, host: "evil.example" } }) // fetch can't set the Host header
  const [answer] = (await once(rebound, "response")) as [IncomingMessage]
  assert.equal(answer.resume().statusCode, 403)
})

test("an invalid message gets a JSON-RPC error", async () => {
  const codeOf = async (body: string, type = "application/json") => {
    const { status, body: response } = await post({ ...bearer, "content-type": type }, body)
    return [status, response.error.code]
  }
  assert.deepEqual(await codeOf('{"jsonrpc":'), [400, -32700])
  assert.deepEqual(await codeOf("[]"), [400, -32600])
  assert.deepEqual(await codeOf("{}"), [400, -32600])
  assert.deepEqual(await codeOf('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\\u0000"}}'), [400, -32600])
  assert.deepEqual(await codeOf("hello", "text/plain"), [415, "VAL-1008"])
  for (const method of ["GET", "DELETE"]) assert.equal((await fetch(url, { method, headers: bearer })).status, 405)
  await assert.rejects(owner.call("payout_send"), /There is no tool payout_send/)
})

test("a batch is answered message by message in the revisions that have batches, and is rejected in the others", async () => {
  const call = (id: number, name: string) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { limit: 1 } } })
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" }
  const batch = [{ jsonrpc: "2.0", id: 1, method: "ping" }, notification, call(2, "contact_list"), call(3, "no_such_tool")]
  for (const revision of [{}, { "mcp-protocol-version": "2025-03-26" }, { "mcp-protocol-version": "2024-11-05" }]) {
    const { status, text } = await post({ ...bearer, ...(revision as object) }, batch)
    const answers = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as Any).sort((a, b) => a.id - b.id)
    assert.deepEqual([status, answers.map(({ id }) => id)], [200, [1, 2, 3]], text)
    assert.deepEqual(Object.keys(answers[1].result.structuredContent), ["contacts", "count", "hasMore"])
    assert.equal(answers[2].error.code, -32602)
    assert.equal((await post({ ...bearer, ...(revision as object) }, [notification])).status, 202)
  }
  const rejected = async (body: unknown, revision?: string) => {
    const { status, body: answer } = await post({ ...bearer, ...(revision && { "mcp-protocol-version": revision }) }, body)
    return [status, answer.error.code]
  }
  for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) assert.deepEqual(await rejected(batch, revision), [400, -32600])
  assert.deepEqual(await rejected([]), [400, -32600])
  assert.deepEqual(await rejected([batch[0], batch[0]]), [400, -32600])
  assert.deepEqual(await rejected(Array.from({ length: 101 }, (_, id) => ({ ...batch[0], id }))), [400, -32600])
})

test("a viewer sees only the tools that read, and any other call is AGENT_TOOL_FORBIDDEN", async () => {
  const { apiKey } = await server.withRole("viewer")
  const viewer = await agent(apiKey)
  assert.deepEqual(
    (await viewer.names()).filter(name => !/_(list|get|stats)$|^search$/.test(name)),
    [],
  )
  const { code, details, docUrl } = await viewer.callError("contact_create", { email: uniqueEmail() })
  assert.deepEqual([code, details.permission, docUrl], ["AGENT_TOOL_FORBIDDEN", "contacts.edit", `${server.baseUrl}/docs/errors#PRM-1001`])
})

test("the same create returns the first result, marked replayed; a known e-mail returns the existing contact", async () => {
  const email = uniqueEmail()
  const first = await owner.use("contact_create", { email, profile: { firstName: "Ana" } })
  const again = await owner.use("contact_create", { profile: { firstName: "Ana" }, email })
  assert.deepEqual(again, { ...first, replayed: true })
  const existing = await owner.use("contact_create", { email: email.toUpperCase() })
  assert.deepEqual([existing.contact, existing.replayed], [first.contact, undefined])
})

test("a repeat returns the first result for 24 hours of the tenant's clock, and creates a new object after that", async () => {
  const tenant = await server.otherTenant()
  const { use } = await agent(tenant.keys.apiKey)
  const { contact } = await use("contact_create", { email: uniqueEmail() })
  const first = await use("payment_intent_create", request(contact._id))
  await tenant.post("/v1/simulations/clock", { advance: "PT23H59M" })
  assert.deepEqual(await use("payment_intent_create", request(contact._id)), { ...first, replayed: true })
  await tenant.post("/v1/simulations/clock", { advance: "PT2M" })
  const next = await use("payment_intent_create", request(contact._id))
  assert.notEqual(next.paymentIntent._id, first.paymentIntent._id)
  assert.equal(next.replayed, undefined)
})

test("an idempotencyKey allows an intended second create, and is rejected with another input", async () => {
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const first = await owner.use("payment_intent_create", request(contact._id))
  const second = await owner.use("payment_intent_create", { ...request(contact._id), idempotencyKey: "second" })
  assert.notEqual(second.paymentIntent._id, first.paymentIntent._id)
  assert.match(second.paymentIntent.links.long, /^http/)
  const third = await owner.use("payment_intent_create", { ...request(contact._id), idempotencyKey: "second" })
  assert.deepEqual(third, { ...second, replayed: true })
  const other = await owner.callError("payment_intent_create", { ...request(contact._id, 1), idempotencyKey: "second" })
  assert.equal(other.code, "IDM-1002")
  for (const idempotencyKey of ["", "x".repeat(257), 5])
    assert.equal((await owner.callError("payment_intent_create", { ...request(contact._id), idempotencyKey })).code, "VAL-1003")
  const another = await owner.use("payment_intent_create", { ...request(contact._id), reference: "Invoice 2" })
  assert.equal(another.replayed, undefined, "another reference is another request")
  assert.equal((await owner.use("payment_intent_list", { contact: contact.email })).count, 3)
})

test("equal concurrent writes are executed once", async () => {
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const results = await Promise.all(Array.from({ length: 8 }, () => owner.use("payment_intent_create", request(contact._id))))
  assert.equal(new Set(results.map(each => each.paymentIntent._id)).size, 1)
  assert.equal(results.filter(each => each.replayed).length, 7)
})

test("lists have 20 rows by default, and can be paged", async () => {
  const reader = await agent((await server.withRole("finance")).apiKey)
  for (let i = 0; i < 21; i++) await server.api.post("/v1/contacts/create", newContact())
  const { contacts, count, hasMore } = await reader.use("contact_list")
  assert.deepEqual([contacts.length, hasMore], [20, true])
  const next = await reader.use("contact_list", { startingAfter: contacts[19]._id, limit: 100 })
  assert.deepEqual([next.contacts.length, next.count, next.hasMore], [count - 20, count, false])
})

test("an error has a code, a message and details to act on", async () => {
  const missing = await owner.callError("contact_get", { contact: "nobody@example.com" })
  assert.deepEqual([missing.code, missing.details.reference], ["AGENT_TOOL_REFERENCE_NOT_FOUND", "nobody@example.com"])
  assert.equal((await owner.callError("payment_intent_create", request("nobody@example.com"))).code, "AGENT_TOOL_REFERENCE_NOT_FOUND")
  const { code, errors } = await owner.callError("payment_intent_create", {
    contact: "a@b.co",
    currency: "XXX",
    items: [{ name: "A", amount: 1.5 }],
  })
  assert.equal(code, "VAL-1003")
  assert.deepEqual(
    errors.map((error: Any) => error.path),
    ["currency", "items[0].amount"],
  )
  assert.equal((await owner.callError("contact_get")).message, "contact is required")
  assert.equal((await owner.callError("contact_create", { email: "a@b.co", toString: 1 })).code, "VAL-1005")
  for (const limit of [0, 101, "5", 1.5])
    assert.equal((await owner.callError("contact_list", { limit })).message, "limit must be a whole number from 1 to 100")
  const unknown = await owner.callError("contact_list", { sort: "createdAt" })
  assert.equal(unknown.message, "sort is not a field of this request", "arguments that are not in the schema are rejected")
})

test("refuses a name that several partners have, and lists candidates that each work", async () => {
  for (const [name, code] of [
    ["Escola Norte", "NORTE"],
    ["Escola Nova", "NOVA"],
  ])
    await owner.use("partnership_create", { name, code, kind: "institution" })
  const { code, details } = await owner.callError("partnership_get", { partnership: "escola no" })
  assert.equal(code, "AGENT_TOOL_AMBIGUOUS_REFERENCE")
  assert.deepEqual(details.candidates.map((each: Any) => each.name).sort(), ["Escola Norte", "Escola Nova"])
  for (const { _id, code: own, name } of details.candidates)
    for (const reference of [_id, own.toLowerCase(), name.toUpperCase(), name.slice(0, 10)])
      assert.equal((await owner.use("partnership_get", { partnership: reference })).partnership._id, _id, reference)
})

test("the 31st write in a minute is rate limited, for this user and this tool only", async () => {
  const busy = await agent((await server.withRole("operator")).apiKey)
  const calls = await Promise.all(Array.from({ length: 31 }, () => busy.call("contact_create", { email: uniqueEmail() })))
  const [limited, ...rest] = calls.filter(({ isError }) => isError)
  assert.equal(rest.length, 0)
  const { code, details } = JSON.parse(limited.content[0].text)
  assert.equal(code, "AGENT_TOOL_RATE_LIMITED")
  assert.ok(details.retryAfterSeconds >= 1 && details.retryAfterSeconds <= 60)
  await busy.use("contact_list", { limit: 1 })
  await owner.use("contact_create", { email: uniqueEmail() })
})

test("the audit log records an agent's channel, tool and client, in both protocol revisions", async () => {
  for (const revision of [modern, legacy]) {
    const { contact } = await (await agent(server.keys.apiKey, revision)).use("contact_create", { email: uniqueEmail() })
    const { body } = await server.api.get(`/v1/contacts/${contact._id}/timeline`)
    const { channel, operation, client } = body.data[0].origin
    assert.deepEqual([channel, operation, client], ["agent", "contact_create", "Test assistant 3.1"])
  }
})

test("a client's name is cut after a hundred characters, also within an emoji", async () => {
  for (const revision of [modern, legacy]) {
    const { use } = await agent(server.keys.apiKey, revision, `${"x".repeat(99)}😀`)
    const { contact } = await use("contact_create", { email: uniqueEmail() })
    const { body } = await server.api.get(`/v1/contacts/${contact._id}/timeline`)
    assert.equal(body.data[0].origin.client, `${"x".repeat(99)}\ufffd`)
  }
})

test("another tenant's objects are not found", async () => {
  const other = await server.otherTenant()
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const otherAgent = await agent(other.keys.apiKey)
  assert.equal((await otherAgent.callError("contact_get", { contact: contact._id })).code, "AGENT_TOOL_REFERENCE_NOT_FOUND")
})
