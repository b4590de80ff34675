import assert from "node:assert/strict"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, inParallel, newContact, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const { api, baseUrl, keys } = await startTestServer({ ROLE: "api" })
await inParallel(7, i =>
  api.post("/v1/contacts/create", newContact({ email: uniqueEmail("zilda"), profile: { firstName: "Zilda", lastName: `Prado ${i}` } })),
)
await inParallel(3, i => api.post("/v1/partnerships/create", { name: `Zilda Travel ${i}`, code: `ZT-${i}`, kind: "agent" }))

const client = new Client({ name: "Test", version: "1" })
const headers = { authorization: `Bearer ${keys.apiKey}` }
await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/v1/mcp`), { requestInit: { headers } }))
after(() => client.close())

const search = async (args: Record<string, unknown>): Promise<Any> =>
  ((await client.callTool({ name: "search", arguments: args })) as Any).structuredContent

test("a search counts all that match, however few it returns, and says whether there are more", async () => {
  const cases: [args: Record<string, unknown>, rows: number, count: number, hasMore: boolean][] = [
    [{ query: "zilda" }, 10, 10, false],
    [{ query: "zilda", limit: 10 }, 10, 10, false],
    [{ query: "ZILDA", limit: 9 }, 9, 10, true],
    [{ query: "zilda", limit: 1 }, 1, 10, true],
    [{ query: "zilda", limit: 2, type: "contacts" }, 2, 7, true],
    [{ query: "zilda", limit: 3, type: "partnerships" }, 3, 3, false],
    [{ query: "nobody at all" }, 0, 0, false],
  ]
  for (const [args, rows, count, hasMore] of cases) {
    const result = await search(args)
    assert.deepEqual([result.results.length, result.count, result.hasMore], [rows, count, hasMore], JSON.stringify(args))
  }
})

test("a search finds a misspelled name, an e-mail and a code", async () => {
  assert.equal((await search({ query: "zidla travel 1", limit: 1 })).results[0].title, "Zilda Travel 1")
  assert.equal((await search({ query: "zt-2" })).results[0].detail, "ZT-2")
  assert.equal((await search({ query: "prado 5", limit: 1 })).results[0].title, "Zilda Prado 5")
})

test("the same search is over REST, for the pages", async () => {
  const { body } = await api.get("/v1/search?query=zilda&type=contacts&limit=2")
  assert.deepEqual([body.data.results.length, body.data.count, body.data.hasMore], [2, 7, true])
  assert.equal(body.data.results[0].type, "contacts")
  assert.equal((await api.get("/v1/search?query=z")).status, 400)
})
