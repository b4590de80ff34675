import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api } = server
let count = 0
const create = async (fields: object = {}): Promise<Any> => {
  const { status, body, text } = await api.post("/v1/services/create", { name: `Service ${++count}`, ...fields })
  assert.equal(status, 201, text)
  return body.data
}
const find = (reference: string) => api.get(`/v1/services/${encodeURIComponent(reference)}`)
const partner = (await api.post("/v1/partnerships/create", { name: "Casa Verde", code: "VERDE", kind: "supplier" })).body.data

test("reads a service as it was created, and accepts any reference to its supplier", async () => {
  const price = { amount: 125_000, currency: "BRL" }
  for (const supplier of [partner._id, "verde", "CASA VERDE", "casa"]) {
    const created = await create({ price, supplier, category: "tuition" })
    assert.deepEqual([created.price, created.supplier, created.category, created.description], [price, partner._id, "tuition", ""])
    assert.deepEqual((await find(created._id)).body.data, created)
  }
  assert.deepEqual((await create()).price, null)
  const nobody = await api.post("/v1/services/create", { name: "Orphan", supplier: "nobody" })
  assert.deepEqual([nobody.status, nobody.body.error.code], [404, "SMR-1001"])
})

test("finds a service by id or whole name, in upper or lower case, not by a part of its name", async () => {
  const created = await create({ name: "Curso de Verão" })
  for (const reference of [created._id, "Curso de Verão", "CURSO DE VERÃO", "curso de verão"])
    assert.equal((await find(reference)).body.data._id, created._id, reference)
  for (const reference of ["Curso", "%", "curso de ver_o", "f".repeat(24)])
    assert.deepEqual([(await find(reference)).status, (await find(reference)).body.error.code], [404, "GEN-1004"], reference)
})

test("a name that looks like an id is found as a name", async () => {
  const named = await create({ name: "abcdefabcdefabcdefabcdef" })
  assert.equal((await find("ABCDEFabcdefabcdefabcdef")).body.data._id, named._id)
})

test("a service of another tenant is not found, and its name can be used", async () => {
  const other = await server.otherTenant()
  const created = await create({ name: "Shared name" })
  assert.equal((await other.get(`/v1/services/${created._id}`)).body.error.code, "GEN-1004")
  assert.equal((await other.get("/v1/services/Shared%20name")).body.error.code, "GEN-1004")
  assert.equal((await other.post("/v1/services/create", { name: "Shared name" })).status, 201)
})

test("a name is unique regardless of case: one of ten concurrent creates succeeds", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const answers = await inParallel(10, i => api.post("/v1/services/create", { name: `${i % 2 ? "Race" : "rACE"} ${round}` }))
    const created = answers.filter(({ status }) => status === 201)
    assert.equal(created.length, 1)
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.error.code, body.error.details._id], [409, "GEN-1010", created[0]!.body.data._id])
  }
  const other = await create()
  assert.equal((await api.post(`/v1/services/${other._id}/update`, { name: "RACE 0" })).body.error.code, "GEN-1010")
})

test("trims blanks around a name, so that the name stays unique", async () => {
  const { name, _id } = await create({ name: " \u00a0Choir  on Mondays\t" })
  assert.equal(name, "Choir  on Mondays")
  assert.equal((await api.get("/v1/services/choir%20%20on%20mondays")).body.data._id, _id)
  assert.equal((await api.post("/v1/services/create", { name: "Choir  on Mondays " })).body.error.code, "GEN-1010")
  assert.equal((await api.post(`/v1/services/${_id}/update`, { name: "Choir " })).body.data.name, "Choir")
  const { status, body } = await api.post("/v1/dev/api-keys/create", { name: "\u200b ", role: "viewer" })
  assert.deepEqual([status, body.error.message], [400, "name must not be blank"])
})

test("an update keeps fields that were not sent, and null clears one", async () => {
  const created = await create({ price: { amount: 5, currency: "BRL" }, supplier: "VERDE", description: "Long", category: "a" })
  const change = async (fields: object) => (await api.post(`/v1/services/${created._id}/update`, fields)).body.data
  const renamed = await change({ name: "Renamed" })
  assert.deepEqual(renamed, { ...created, name: "Renamed", version: 2, updatedAt: renamed.updatedAt })
  assert.equal((await find("RENAMED")).body.data._id, created._id)
  const cleared = await change({ price: null, supplier: null })
  assert.deepEqual([cleared.price, cleared.supplier, cleared.description, cleared.category], [null, null, "Long", "a"])
  const priced = await change({ price: { amount: 0, currency: "JPY" } })
  assert.deepEqual([priced.price, priced.supplier], [{ amount: 0, currency: "JPY" }, null])
})

test("loses none of thirty concurrent updates", async () => {
  const created = await create()
  const answers = await inParallel(30, i => api.post(`/v1/services/${created._id}/update`, { metadata: { [`change${i}`]: "made" } }))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(Object.keys((await find(created._id)).body.data.metadata).length, 30)
})

test("a list filters by name regardless of case, and by any reference to a supplier", async () => {
  const created = await create({ name: "Only One", supplier: "VERDE", category: "rare" })
  const list = async (query: string) => (await api.get(`/v1/services?${query}`)).body.data.map((each: Any) => each._id)
  assert.deepEqual(await list("name=only%20one"), [created._id])
  assert.deepEqual(await list("supplier=casa%20verde&category=rare"), [created._id])
  assert.equal((await api.get("/v1/services?supplier=nobody")).body.error.code, "SMR-1001")
})

test("creating a service needs the permission to edit services", async () => {
  const viewer = await server.withRole("viewer")
  const { status, body } = await viewer.post("/v1/services/create", { name: "No" })
  assert.deepEqual([status, body.error.code], [403, "PRM-1001"])
  assert.equal((await viewer.get("/v1/services")).status, 200)
})
