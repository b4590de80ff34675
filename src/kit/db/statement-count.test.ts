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

const scope = "select set_config('app.tenants',"

test("with one cell a create and a read send no statement about cells", { skip: process.env["TEST_CELLS"] !== undefined }, async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id
  const create = () => api.create("/v1/payment-intents/create", newIntent(contact))
  const { _id } = (await create()).body.data // notes the use of the key
  const [apiKey, idempotencyKey, contactOrIntent] = ["select n,", "select n,", "select n,"]
  // A packet has its scope ahead, unless its connection has that scope already. So how many are sent depends on the connections.
  const [created, read] = [await statementsOf(create), await statementsOf(() => api.get(`/v1/payment-intents/${_id}`))]
  const withoutScopes = (sent: string[]) => sent.filter(each => each !== scope)
  assert.deepEqual(withoutScopes(created), [apiKey, idempotencyKey, contactOrIntent, "with w0"])
  assert.deepEqual(withoutScopes(read), [apiKey, contactOrIntent])
  assert.ok(created.length <= 4 + 3 && read.length <= 2 + 2, `${created.join()} and ${read.join()}`)
})
