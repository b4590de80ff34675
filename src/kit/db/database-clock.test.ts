import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"

// No rate limits, because the mocked clock goes back, which a machine's clock never does.
const { api, sql } = await startTestServer({ ROLE: "api", RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PER_TENANT: "0" })

test("the first request after the machine slept gets the current time, and its key is stored", async t => {
  const contact = newContact()
  await api.get("/v1/contacts")
  const now = performance.now.bind(performance)
  t.mock.method(performance, "now", () => now() - 48 * 3_600_000) // it stood still for two days
  const first = await api.create("/v1/contacts/create", contact, "once")
  const second = await api.create("/v1/contacts/create", contact, "once")
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.equal(second.text, first.text)
  const [row] = await sql("select extract(epoch from now() - created_at)::float8 as age from contacts where id = $1", [first.body.data._id])
  assert.ok(Math.abs(row.age) < 60, `it was created ${row.age} s ago`)
})
