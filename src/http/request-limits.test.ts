import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, newContact, startTestServer } from "../../test/harness.ts"
import { requestLimits } from "./request-limits.ts"

const server = await startTestServer({ RATE_LIMIT_PER_KEY: "10", ROLE: "api" })

test("requests are limited for each key and for each tenant", () => {
  const limits = requestLimits({ RATE_LIMIT_PER_KEY: 2, RATE_LIMIT_PER_TENANT: 3 })
  void limits("ana", "school")
  void limits("ana", "school")
  assert.throws(() => limits("ana", "school"), { code: "RTE-1001", retryAfterSeconds: 30 })
  void limits("bia", "school")
  assert.throws(() => limits("caio", "school"), { code: "RTE-1001", retryAfterSeconds: 20 })
  assert.throws(() => limits("ana", "school"), { code: "RTE-1001", retryAfterSeconds: 30 }) // the longer wait of both
  void limits("caio", "shop")
})

test("a limit of 0 is none", () => {
  const limits = requestLimits({ RATE_LIMIT_PER_KEY: 0, RATE_LIMIT_PER_TENANT: 0 })
  for (let n = 0; n < 1000; n++) void limits("ana", "school")
})

test("a key over its limit gets 429 with Retry-After, over REST and for agents, and other keys go on", async () => {
  const viewer = await server.withRole("viewer")
  // Of these, 403 counts as well as 200: whoever is let in counts.
  const responses = await inParallel(60, i => (i % 2 ? viewer.get("/v1/users/user") : viewer.post("/v1/contacts/create", newContact())))
  const limited = responses.filter(({ status }) => status === 429)
  assert.ok(limited.length > 0)
  assert.ok(responses.some(({ status }, i) => status === 429 && i % 2 === 0))
  assert.ok(responses.filter(({ status }) => status !== 429).length >= 10)
  for (const { body, headers } of limited) {
    assert.deepEqual([body.error.code, body.error.retryable], ["RTE-1001", true])
    assert.ok(Number(headers.get("retry-after")) >= 1)
  }
  const headers = { authorization: `Bearer ${viewer.apiKey}`, accept: "application/json, text/event-stream" }
  const calls = await inParallel(30, () =>
    viewer.send("POST", "/v1/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }, headers),
  )
  assert.ok(calls.some(({ status, body }) => status === 429 && body.error.code === "RTE-1001"))
  assert.equal((await server.api.get("/v1/users/user")).status, 200)
})
