// A plain tool call is answered without the SDK, with the same bytes that the SDK would send.
import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { parseDirectCall } from "./direct-call.ts"

const server = await startTestServer()
const prefix = "io.modelcontextprotocol/"
const meta = {
  [`${prefix}protocolVersion`]: "2026-07-28",
  [`${prefix}clientCapabilities`]: {},
  [`${prefix}clientInfo`]: { name: "Test assistant", version: "1" },
}
const accept = "application/json, text/event-stream"
const headersFor = (name: string) => ({ accept, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name })
const messageOf = (name: string, args: object, _meta?: object) => ({
  jsonrpc: "2.0",
  id: "a-7",
  method: "tools/call",
  params: { name, arguments: args, ...(_meta && { _meta }) },
})

async function post(message: object, headers: Record<string, string>) {
  const response = await fetch(`${server.baseUrl}/v1/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.keys.apiKey}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(message),
  })
  const text = (await response.text()).replaceAll(/(requestId\\?":\\?")[\w-]+/g, "$1x")
  const [type] = (response.headers.get("content-type") ?? "").split(";")
  return { status: response.status, type, caching: response.headers.get("cache-control"), text }
}

test("answers success, replay, error and forbidden arguments with the same bytes with and without the SDK, in all revisions", async () => {
  const email = uniqueEmail()
  const calls: [string, object][] = [
    ["contact_create", { email, profile: { firstName: 'Ana "x" \u2028 </script>' } }],
    ["contact_create", { email, profile: { firstName: 'Ana "x" \u2028 </script>' } }],
    ["contact_get", { contact: email }],
    ["contact_get", { contact: "nobody@example.com" }],
    ["contact_list", { limit: 0 }],
    ["payment_intent_stats", { format: "consolidated", asOf: "2026-01-01T00:00:00Z" }],
  ]
  for (const [i, [name, args]] of calls.entries()) {
    const current = headersFor(name)
    const [direct, bySdk] = [messageOf(name, args, meta), messageOf(name, args, { ...meta, "example.com/trace": "1" })]
    assert.ok(parseDirectCall(direct, current) && !parseDirectCall(bySdk, current))
    const first = await post(direct, current)
    if (i > 0) assert.deepEqual(await post(bySdk, current), { ...first, caching: "no-store" }, name)
    const earlier = { accept, "mcp-protocol-version": "2025-11-25" }
    const [plain, withToken] = [messageOf(name, args), messageOf(name, args, { progressToken: 1 })]
    assert.ok(parseDirectCall(plain, earlier) && !parseDirectCall(withToken, earlier))
    assert.deepEqual(await post(plain, earlier), await post(withToken, earlier), name)
  }
})

test("Dry-Run writes nothing, with the SDK and without", async () => {
  const email = uniqueEmail()
  const headers = { accept, "mcp-protocol-version": "2025-11-25", "dry-run": "true" }
  for (const _meta of [undefined, { progressToken: 1 }]) {
    const { text } = await post(messageOf("contact_create", { email, profile: {} }, _meta), headers)
    assert.match(text, /structuredContent/)
    assert.equal((await server.api.get(`/v1/contacts/${email}`)).status, 404)
  }
})

test("leaves every message that is not exactly a plain call to the SDK", () => {
  const call = messageOf("contact_get", { contact: "x" }, meta)
  const headers = headersFor("contact_get")
  const isLeft = (message: object, changed: Record<string, string | undefined> = {}) =>
    assert.equal(parseDirectCall(message, { ...headers, ...changed }), undefined, JSON.stringify([message, changed]))
  assert.ok(parseDirectCall(call, headers))
  for (const changed of [
    { id: undefined },
    { id: null },
    { id: 1.5 },
    { jsonrpc: "1.0" },
    { method: "tools/list" },
    { params: [] },
    { more: 1 },
  ])
    isLeft({ ...call, ...changed })
  for (const changed of [{ name: 7 }, { arguments: [] }, { arguments: null }, { task: {} }, { _meta: undefined }, { _meta: {} }])
    isLeft({ ...call, params: { ...call.params, ...changed } })
  for (const changed of [
    { "mcp-method": "tools/list" },
    { "mcp-name": "contact_list" },
    { "mcp-name": undefined },
    { "mcp-protocol-version": "2025-11-25" },
    { "mcp-protocol-version": "1999-01-01" },
    { accept: "text/html" },
  ])
    isLeft(call, changed)
  isLeft(messageOf("contact_get", {}), { "mcp-protocol-version": "2025-11-25", accept: "application/json" })
  isLeft([call])
})
