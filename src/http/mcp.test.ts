// The agents' door, through the protocol's own client and over plain HTTP.
import assert from "node:assert/strict"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, newContact, openHouse, uniqueEmail } from "../../test/harness.ts"

const house = await openHouse()
const url = `${house.baseUrl}/v1/mcp`

type Era = { mode: "legacy" | { pin: string } }
const modern: Era = { mode: { pin: "2026-07-28" } }
const legacy: Era = { mode: "legacy" }
const owner = await agent(house.keys.apiKey)

/** An assistant that is connected with a key: `use` a tool, or hear why not from `refusal`. */
async function agent(key: string, era = modern) {
  const headers = { authorization: `Bearer ${key}` }
  const client = new Client({ name: "Test assistant", version: "3.1" }, { versionNegotiation: era })
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
    async refusal(name: string, args?: object): Promise<Any> {
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
const bearer = { authorization: `Bearer ${house.keys.apiKey}` }
const request = (contact: string, amount = 10_000) => ({ contact, currency: "BRL", items: [{ name: "Course", amount }] })

for (const [name, era] of [
  ["2026-07-28", modern],
  ["2025-11-25", legacy],
] as const)
  test(`a client of ${name} connects, learns who we are, lists tools and calls one`, async () => {
    const { client, use, names } = await agent(house.keys.apiKey, era)
    assert.equal(client.getNegotiatedProtocolVersion(), name)
    const { websiteUrl, icons, title } = client.getServerVersion()!
    assert.deepEqual([title, websiteUrl], ["Countersign", house.baseUrl])
    assert.match(icons![0]!.src, new RegExp(`^${house.baseUrl}/`))
    assert.ok(client.getInstructions()!.length <= 1536)
    assert.deepEqual(client.getServerCapabilities()?.tools, { listChanged: false })
    assert.ok((await names()).includes("payment_intent_create"))
    assert.equal((await use("contact_list", { limit: 1 })).hasMore, false)
  })

test("a key gets in as Bearer and as ApiKey, without a tenant header or with the right one", async () => {
  for (const scheme of ["Bearer", "bearer", "ApiKey"])
    assert.equal((await post({ authorization: `${scheme} ${house.keys.apiKey}` })).status, 200, scheme)
  assert.equal((await post({ ...bearer, "x-tenant-id": house.keys.tenantId })).status, 200)
  const { status, body } = await post({ ...bearer, "x-tenant-id": "0".repeat(24) })
  assert.deepEqual([status, body.error.code, body.error.message], [400, "TEN-1001", "Invalid Tenant ID"])
})

test("who has no key is told where to get in, before anything is read", async () => {
  const keys = { "AUT-1001": {}, "AUT-1002": { authorization: "Basic eDp5" }, "AUT-1003": { authorization: `Bearer cs_${"x".repeat(38)}` } }
  for (const [code, headers] of Object.entries(keys)) {
    const { status, body, headers: said } = await post(headers, "{ no JSON")
    assert.deepEqual([status, body.error.code], [401, code])
    const metadata = `${house.baseUrl}/.well-known/oauth-protected-resource/v1/mcp`
    assert.equal(said.get("www-authenticate"), `Bearer resource_metadata="${metadata}", scope="agent:read agent:write"`)
  }
  const metadata = await house.api.get("/.well-known/oauth-protected-resource/v1/mcp", { authorization: null })
  assert.deepEqual([metadata.status, (metadata.body as Any).resource], [200, url])
})

test("a deleted key is dead at once, an expired one says since when", async () => {
  const { body } = await house.api.post("/v1/dev/api-keys/create", { name: "short", role: "viewer" })
  const headers = { authorization: `Bearer ${body.data.key}` }
  assert.equal((await post(headers)).status, 200)
  await house.sql("update api_keys set expires_at = now() - interval '1 minute' where id = $1", [body.data._id])
  assert.equal((await post(headers)).body.error.code, "AUT-1004")
  await house.api.post(`/v1/dev/api-keys/${body.data._id}/delete`)
  const { status, body: dead } = await post(headers)
  assert.deepEqual([status, dead.error.code], [401, "AUT-1003"])
})

test("a page from elsewhere, or a name that is not ours, is turned away", async () => {
  assert.equal((await post({ ...bearer, origin: "http://localhost:3000" })).status, 200)
  assert.equal((await post({ ...bearer, origin: house.baseUrl })).status, 200)
  const { status, body } = await post({ ...bearer, origin: "https://evil.example" })
  assert.deepEqual([status, body.error.code], [403, -32000])
  const rebound = get(url, { headers: { ...bearer, host: "evil.example" } }) // fetch does not let us say another name
  const [answer] = (await once(rebound, "response")) as [IncomingMessage]
  assert.equal(answer.resume().statusCode, 403)
})

test("what is no message is refused in the protocol's words", async () => {
  const codeOf = async (body: string, type = "application/json") => {
    const { status, body: said } = await post({ ...bearer, "content-type": type }, body)
    return [status, said.error.code]
  }
  assert.deepEqual(await codeOf('{"jsonrpc":'), [400, -32700])
  assert.deepEqual(await codeOf("[]"), [400, -32600])
  assert.deepEqual(await codeOf("{}"), [400, -32600])
  assert.deepEqual(await codeOf('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\\u0000"}}'), [400, -32600])
  assert.deepEqual(await codeOf("hello", "text/plain"), [415, "VAL-1008"])
  for (const method of ["GET", "DELETE"]) assert.equal((await fetch(url, { method, headers: bearer })).status, 405)
  await assert.rejects(owner.call("payout_send"), /There is no tool payout_send/)
})

test("a viewer sees only what reads, and anything else is AGENT_TOOL_FORBIDDEN", async () => {
  const { apiKey } = await house.withRole("viewer")
  const viewer = await agent(apiKey)
  assert.deepEqual(
    (await viewer.names()).filter(name => !/_(list|get)$|^search$/.test(name)),
    [],
  )
  const { code, details } = await viewer.refusal("contact_create", { email: uniqueEmail() })
  assert.deepEqual([code, details.permission], ["AGENT_TOOL_FORBIDDEN", "contacts.edit"])
})

test("the same create returns the first result, marked replayed; a known e-mail returns who has it", async () => {
  const email = uniqueEmail()
  const first = await owner.use("contact_create", { email, profile: { firstName: "Ana" } })
  const again = await owner.use("contact_create", { profile: { firstName: "Ana" }, email })
  assert.deepEqual(again, { ...first, replayed: true })
  const known = await owner.use("contact_create", { email: email.toUpperCase() })
  assert.deepEqual([known.contact, known.replayed], [first.contact, undefined])
})

test("an idempotencyKey asks for a deliberate second one, and is not taken for another input", async () => {
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const first = await owner.use("payment_intent_create", request(contact._id))
  const second = await owner.use("payment_intent_create", { ...request(contact._id), idempotencyKey: "second" })
  assert.notEqual(second.paymentIntent._id, first.paymentIntent._id)
  assert.match(second.paymentIntent.links.long, /^http/)
  const third = await owner.use("payment_intent_create", { ...request(contact._id), idempotencyKey: "second" })
  assert.deepEqual(third, { ...second, replayed: true })
  const other = await owner.refusal("payment_intent_create", { ...request(contact._id, 1), idempotencyKey: "second" })
  assert.equal(other.code, "IDM-1002")
  for (const idempotencyKey of ["", "x".repeat(257), 5])
    assert.equal((await owner.refusal("payment_intent_create", { ...request(contact._id), idempotencyKey })).code, "VAL-1003")
  const another = await owner.use("payment_intent_create", { ...request(contact._id), reference: "Invoice 2" })
  assert.equal(another.replayed, undefined, "another reference is another request")
  assert.equal((await owner.use("payment_intent_list", { contact: contact.email })).count, 3)
})

test("the same write at the same instant is done once", async () => {
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const made = await Promise.all(Array.from({ length: 8 }, () => owner.use("payment_intent_create", request(contact._id))))
  assert.equal(new Set(made.map(each => each.paymentIntent._id)).size, 1)
  assert.equal(made.filter(each => each.replayed).length, 7)
})

test("lists have 20 rows unless asked otherwise, and a way onward", async () => {
  const reader = await agent((await house.withRole("finance")).apiKey)
  for (let i = 0; i < 21; i++) await house.api.post("/v1/contacts/create", newContact())
  const { contacts, count, hasMore } = await reader.use("contact_list")
  assert.deepEqual([contacts.length, hasMore], [20, true])
  const next = await reader.use("contact_list", { startingAfter: contacts[19]._id, limit: 100 })
  assert.deepEqual([next.contacts.length, next.count, next.hasMore], [count - 20, count, false])
})

test("a refusal can be read and acted on", async () => {
  const missing = await owner.refusal("contact_get", { contact: "nobody@example.com" })
  assert.deepEqual([missing.code, missing.details.reference], ["AGENT_TOOL_REFERENCE_NOT_FOUND", "nobody@example.com"])
  assert.equal((await owner.refusal("payment_intent_create", request("nobody@example.com"))).code, "AGENT_TOOL_REFERENCE_NOT_FOUND")
  const { code, errors } = await owner.refusal("payment_intent_create", {
    contact: "a@b.co",
    currency: "XXX",
    items: [{ name: "A", amount: 1.5 }],
  })
  assert.equal(code, "VAL-1003")
  assert.deepEqual(
    errors.map((error: Any) => error.path),
    ["currency", "items[0].amount"],
  )
  assert.equal((await owner.refusal("contact_get")).message, "contact is required")
  assert.equal((await owner.refusal("contact_create", { email: "a@b.co", toString: 1 })).code, "VAL-1005")
  for (const limit of [0, 101, "5", 1.5])
    assert.equal((await owner.refusal("contact_list", { limit })).message, "limit must be a whole number from 1 to 100")
  const unknown = await owner.refusal("contact_list", { sort: "createdAt" })
  assert.equal(unknown.message, "sort is not a field of this request", "what the schema does not offer is not taken")
})

test("31 writes in a minute are one too many, for this user and this tool", async () => {
  const busy = await agent((await house.withRole("operator")).apiKey)
  const calls = await Promise.all(Array.from({ length: 31 }, () => busy.call("contact_create", { email: uniqueEmail() })))
  const [limited, ...rest] = calls.filter(({ isError }) => isError)
  assert.equal(rest.length, 0)
  const { code, details } = JSON.parse(limited.content[0].text)
  assert.equal(code, "AGENT_TOOL_RATE_LIMITED")
  assert.ok(details.retryAfterSeconds >= 1 && details.retryAfterSeconds <= 60)
  await busy.use("contact_list", { limit: 1 })
  await owner.use("contact_create", { email: uniqueEmail() })
})

test("what an agent did is in the audit log, with its door, tool and client, in both eras", async () => {
  for (const era of [modern, legacy]) {
    const { contact } = await (await agent(house.keys.apiKey, era)).use("contact_create", { email: uniqueEmail() })
    const { body } = await house.api.get(`/v1/contacts/${contact._id}/timeline`)
    const { door, operation, client } = body.data[0].origin
    assert.deepEqual([door, operation, client], ["agent", "contact_create", "Test assistant 3.1"])
  }
})

test("another tenant's objects are not there", async () => {
  const stranger = await house.stranger()
  const { contact } = await owner.use("contact_create", { email: uniqueEmail() })
  const theirs = await agent(stranger.keys.apiKey)
  assert.equal((await theirs.refusal("contact_get", { contact: contact._id })).code, "AGENT_TOOL_REFERENCE_NOT_FOUND")
})
