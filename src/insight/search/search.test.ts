import assert from "node:assert/strict"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, createCaller, inParallel, newContact, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { randomOf } from "../../../test/faults/hostile-arguments.ts"

const { api, baseUrl, keys, sql, otherTenant } = await startTestServer({ ROLE: "api" })
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

test("REST offers the same search, for the pages", async () => {
  const { body } = await api.get("/v1/search?query=zilda&type=contacts&limit=2")
  assert.deepEqual([body.data.results.length, body.data.count, body.data.hasMore], [2, 7, true])
  assert.equal(body.data.results[0].type, "contacts")
  assert.equal((await api.get("/v1/search?query=z")).status, 400)
})

const titlesOf = async (query: string, type = "contacts", caller = api): Promise<string[]> => {
  const { body } = await caller.get(`/v1/search?query=${encodeURIComponent(query)}&type=${type}`)
  return body.data.results.map((result: Any) => result.title)
}

test("whole words come before beginnings of words, then other parts, then similar words", async () => {
  for (const firstName of ["Tunica", "Fortuna", "Tunabela", "Tuna"])
    await api.post("/v1/contacts/create", newContact({ email: uniqueEmail("x"), profile: { firstName, lastName: "Q" } }))
  assert.deepEqual(await titlesOf("tuna"), ["Tuna Q", "Tunabela Q", "Fortuna Q", "Tunica Q"])
})

test("accents and case do not matter, in what is written and in what is searched", async () => {
  await api.post("/v1/partnerships/create", { name: "Café São João", code: "CSJ", kind: "agent" })
  for (const query of ["cafe sao", "CAFÉ SÃO", "joao", "Jõao", "são joão"])
    assert.deepEqual(await titlesOf(query, "partnerships"), ["Café São João"], query)
  await api.post("/v1/partnerships/create", { name: "Łódź Đặng Øre Weiß", code: "LDOW", kind: "agent" })
  for (const query of ["lodz dang", "ŁÓDŹ", "ore", "weiß"])
    assert.deepEqual(await titlesOf(query, "partnerships"), ["Łódź Đặng Øre Weiß"], query)
})

test("an e-mail is found, misspelled too, without the others of its domain", async () => {
  for (const name of ["Quirin", "Bob"])
    await api.post("/v1/contacts/create", newContact({ email: `${name}@shared.example`, profile: { firstName: name, lastName: "Q" } }))
  assert.deepEqual([await titlesOf("quirin@shared.example"), await titlesOf("qurin@shared.example")], [["Quirin Q"], ["Quirin Q"]])
  assert.deepEqual((await titlesOf("@shared.example")).slice(0, 2), ["Bob Q", "Quirin Q"])
})

test("accepts a query without letters, with spaces around it or with NUL", async () => {
  await api.post("/v1/partnerships/create", { name: "Школа -- Ивана", code: "SHK", kind: "agent" })
  for (const query of ["школа", "ИВАНА", "--", " ивана "])
    assert.deepEqual(await titlesOf(query, "partnerships"), ["Школа -- Ивана"], query)
  for (const query of ["  ", "\u0301\u0301", "+*", "王明"]) assert.deepEqual(await titlesOf(query, "partnerships"), [], query)
  assert.equal((await api.get("/v1/search?query=a%00b")).body.error.code, "VAL-1003")
})

test("finds a renamed contact by the new name only", async () => {
  const { data: contact } = (await api.post("/v1/contacts/create", newContact({ profile: { firstName: "Wolfram", lastName: "Old" } }))).body
  await api.create(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Quintus", lastName: "New" } })
  assert.deepEqual([await titlesOf("wolfram"), await titlesOf("quintus")], [[], ["Quintus New"]])
})

test("finds a contact by the stored name after concurrent renames", async () => {
  const { data: contact } = (await api.post("/v1/contacts/create", newContact())).body
  const names = ["Ulrica", "Vercingetorix", "Yolanda", "Perpetua", "Hildegard"]
  const rename = (i: number) => api.create(`/v1/contacts/${contact._id}/update`, { profile: { firstName: names[i], lastName: "Same" } })
  await inParallel(names.length, rename)
  const kept = (await api.get(`/v1/contacts/${contact._id}`)).body.data.profile.firstName
  const found = await Promise.all(names.map(name => titlesOf(name)))
  assert.deepEqual(found.flat(), [`${kept} Same`])
})

test("contacts of another tenant are not found", async () => {
  const other = await otherTenant()
  await other.post("/v1/contacts/create", newContact({ profile: { firstName: "Xanthippe", lastName: "Far" } }))
  assert.deepEqual([await titlesOf("xanthippe"), await titlesOf("xanthippe", "contacts", other)], [[], ["Xanthippe Far"]])
})

test("comparing bits first drops no similar match", async () => {
  const random = randomOf(7)
  const below = (n: number) => Math.floor(random() * n)
  const letters = (length: number) => Array.from({ length }, () => "abeiorst "[below(9)]).join("")
  const texts = Array.from({ length: 3000 }, () => ` ${letters(30)} `)
  const insert = "insert into search_entries (tenant_id, kind, object_id, text) select $1, 'partnerships', t, t from unnest($2::text[]) t"
  await sql(insert, [keys.tenantId, texts])
  const similar = `select 1 from search_entries where tenant_id = $1 and kind = 'partnerships'
    and (position($2 in text) > 0 or word_similarity($2, text) >= 0.45::real)`
  const unchecked = createCaller(baseUrl, keys, { checked: false }) // these entries have no partnership
  for (let round = 0; round < 60; round++) {
    const query = `b${letters(1 + below(9)).trim()}`.padEnd(2, "a")
    const { body } = await unchecked.get(`/v1/search?query=${encodeURIComponent(query)}&type=partnerships`)
    assert.equal(body.data.count, (await sql(similar, [keys.tenantId, query])).length, query)
  }
})
