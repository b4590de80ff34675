import assert from "node:assert/strict"
import { mock, test } from "node:test"
import pg from "pg"
import { newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api } = await startTestServer({ ROLE: "api" })

/** What the service sends while the work runs, but for the database's clock and numbers taken ahead. Each by its first words. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spied = mock.method(pg.Client.prototype, "query")
  try {
    await work()
  } finally {
    spied.mock.restore()
  }
  const sent = spied.mock.calls.map(({ arguments: [query] }) => (query as { text?: string }).text ?? String(query))
  const isCounted = (text: string, i: number) => {
    const scoped = text.includes("set_config") ? (sent[i + 1] ?? "") : text
    return !/clock_timestamp\(\) as now|into number_blocks/.test(scoped)
  }
  return sent.filter(isCounted).map(text => text.trim().split(/\s+/, 2).join(" "))
}

/** Each statement comes after the one that sets its tenants. */
const scoped = (...statements: string[]) => statements.flatMap(statement => ["select set_config('app.tenants',", statement])

test("with one cell a create and a read send no statement about cells", { skip: process.env["TEST_CELLS"] !== undefined }, async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id
  const create = () => api.create("/v1/payment-intents/create", newIntent(contact))
  const { _id } = (await create()).body.data // notes the use of the key
  const [apiKey, idempotencyKey, contactOrIntent] = ["select n,", "select n,", "select n,"]
  assert.deepEqual(await statementsOf(create), scoped(apiKey, idempotencyKey, contactOrIntent, "with w0"))
  assert.deepEqual(await statementsOf(() => api.get(`/v1/payment-intents/${_id}`)), scoped(apiKey, contactOrIntent))
})
