import assert from "node:assert/strict"
import { test } from "node:test"
import { callTool } from "../../../test/faults/call-tool.ts"
import { newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()

test("refuses an argument whose type does not match the tool's schema, in reports and search too", async () => {
  const { apiKey } = await server.withRole("finance")
  const wrong: [tool: string, args: object, message: string][] = [
    ["search", { query: { a: 1 } }, "query must be text"],
    ["search", { query: null }, "query must be text"],
    ["search", { query: "ana", limit: "3" }, "limit must be a number"],
    ["search", { query: "ana", type: ["contacts"] }, "type must be one of contacts, partnerships"],
    ["search", { query: "ana", page: 2 }, "page is not a field of this request"],
    ["payment_intent_stats", { format: ["consolidated"] }, "format must be one of consolidated"],
    ["payment_intent_stats", { format: "consolidated", from: 20260101 }, "from must be text"],
    ["transaction_stats", { asOf: 2026 }, "asOf must be an ISO 8601 date and time"],
  ]
  for (const [tool, args, message] of wrong) {
    const { error } = await callTool(server.baseUrl, apiKey, tool, args)
    assert.equal(error.message.slice(0, message.length), message)
    assert.equal(error.code, "page" in args ? "VAL-1005" : "VAL-1003", message)
  }
  assert.deepEqual((await callTool(server.baseUrl, apiKey, "search", { query: "ana", limit: 3 })).error, undefined)
})

test("a failure on our side says to repeat the call, not to send a header that agents can't send", async () => {
  const { apiKey } = await server.withRole("finance")
  await server.sql("alter table contacts rename to contacts_away")
  const { error } = await callTool(server.baseUrl, apiKey, "contact_list", {})
  await server.sql("alter table contacts_away rename to contacts")
  assert.deepEqual([error.code, error.retryable], ["SYS-9001", true])
  assert.equal(error.message, "Something failed on our side; repeat the same call: it takes effect once")
})

test("a reminder for a paid intent says that nothing is owed, not to wait for a day", async () => {
  const { api, baseUrl, keys } = server
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const { _id: paymentIntent } = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const remind = (idempotencyKey: string) => callTool(baseUrl, keys.apiKey, "payment_intent_remind", { paymentIntent, idempotencyKey })
  assert.equal((await remind("first")).error, undefined)
  assert.equal((await remind("second")).error.code, "AGENT_TOOL_RATE_LIMITED")
  await api.post(`/v1/payment-intents/${paymentIntent}/cancel`)
  assert.equal((await remind("third")).error.code, "PIN-1001")
})
