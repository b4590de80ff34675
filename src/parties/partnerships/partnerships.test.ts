import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer()
const { api } = server
let count = 0
const newPartner = (fields: object = {}) => ({ name: `Partner ${++count}`, code: `C-${count}`, kind: "supplier", ...fields })
const create = async (fields: object = {}, caller: Caller = api): Promise<Any> => {
  const { status, body, text } = await caller.post("/v1/partnerships/create", newPartner(fields))
  assert.equal(status, 201, text)
  return body.data
}
const find = (reference: string, caller: Caller = api) => caller.get(`/v1/partnerships/${encodeURIComponent(reference)}`)
const idOf = async (reference: string) => (await find(reference)).body.data?._id
const codeOf = async (reference: string) => (await find(reference)).body.error?.code

const verde = await create({ name: "Casa Verde", code: "VERDE" })
const verdeEscola = await create({ name: "Casa Verde Escola", code: "VERDE-2" })

test("reads a partnership as it was created", async () => {
  const splitTerms = { type: "percentage", basisPoints: 1500 }
  const created = await create({ email: "a@example.com", country: "BR", currency: "BRL", splitTerms, metadata: { tier: "gold" } })
  assert.deepEqual(
    [created.email, created.country, created.currency, created.splitTerms, created.team],
    ["a@example.com", "BR", "BRL", splitTerms, null],
  )
  assert.deepEqual((await find(created._id)).body.data, created)
})

test("finds a partnership by id, code, name or a unique beginning of its name, in upper or lower case", async () => {
  for (const reference of [verde._id, "VERDE", "verde", "Verde", "Casa Verde", "CASA VERDE", "casa verde"])
    assert.equal(await idOf(reference), verde._id, reference)
  for (const reference of ["verde-2", "casa verde escola", "Casa Verde E", "cAsA vErDe "])
    assert.equal(await idOf(reference), verdeEscola._id, reference)
  for (const reference of ["erde", "Escola", "casa-verde", "VERDE-3"]) assert.equal(await codeOf(reference), "GEN-1004", reference)
})

test("an exact match wins over a beginning, and a code over a name", async () => {
  const named = await create({ name: "Norte", code: "N-1" })
  const coded = await create({ name: "Norte Sul", code: "NORTE" })
  assert.equal(await idOf("norte"), coded._id)
  assert.equal(await idOf("n-1"), named._id)
  const short = await create({ name: "Sol", code: "S-1" })
  await create({ name: "Sol Nascente", code: "S-2" })
  assert.equal(await idOf("sol"), short._id)
})

test("an ambiguous beginning is refused with at most ten candidates", async () => {
  const both = await find("casa")
  assert.deepEqual([both.status, both.body.error.code], [409, "SMR-1002"])
  assert.deepEqual(
    both.body.error.details.candidates,
    [verde, verdeEscola].map(({ _id, name, code }) => ({ _id, name, code })),
  )
  for (let i = 0; i < 12; i++) await create({ name: `Rede ${i}`, code: `REDE-${i}` })
  assert.equal((await find("rede ")).body.error.details.candidates.length, 10)
  for (let i = 0; i < 2; i++) await create({ name: "Gêmeos", code: `G-${i}` })
  const twins = (await find("GÊMEOS")).body.error
  assert.deepEqual([twins.code, twins.details.candidates.length], ["SMR-1002", 2])
})

test("wildcards and quotes in a reference match literally", async () => {
  const odd = await create({ name: "100% _Real_ \\ 'ok'", code: "odd" })
  assert.equal(await idOf("100% _"), odd._id)
  for (const reference of ["%", "_", "1__%", "100%R", "\\", "'", "casa%", "c_sa verde", "' or '1'='1"])
    assert.equal(await codeOf(reference), "GEN-1004", reference)
})

test("a partnership of another tenant is not found, and its code can be used", async () => {
  const other = await server.otherTenant()
  for (const reference of [verde._id, "VERDE", "Casa Verde", "Casa"])
    assert.equal((await find(reference, other)).body.error.code, "GEN-1004", reference)
  const own = await create({ name: "Casa Verde", code: "VERDE" }, other)
  assert.equal((await find("casa", other)).body.data._id, own._id)
  assert.equal((await other.get("/v1/payouts?partnership=")).body.error.code, "SMR-1001", "empty text matches no partnership")
  const body = { name: "Aula", supplier: verde._id }
  assert.equal((await other.post("/v1/services/create", body)).body.error.code, "SMR-1001")
})

test("a code is unique regardless of case: one of ten concurrent creates succeeds", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const answers = await inParallel(10, i =>
      api.post("/v1/partnerships/create", newPartner({ code: `${i % 2 ? "Race" : "rACE"}-${round}` })),
    )
    const created = answers.filter(({ status }) => status === 201)
    assert.equal(created.length, 1)
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.error.code, body.error.details._id], [409, "GEN-1010", created[0]!.body.data._id])
  }
})

test("one of ten concurrent updates to the same code succeeds", async () => {
  const all = await Promise.all([...Array(10)].map(() => create()))
  const answers = await inParallel(10, i => api.post(`/v1/partnerships/${all[i]._id}/update`, { code: "WANTED" }))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, body } of answers) if (status !== 200) assert.deepEqual([status, body.error.code], [409, "GEN-1010"])
  const [own] = answers.filter(({ status }) => status === 200).map(({ body }) => body.data)
  assert.equal((await api.post(`/v1/partnerships/${own._id}/update`, { code: "wanted" })).body.data.code, "wanted")
})

test("an update keeps fields that were not sent, and null clears one", async () => {
  const created = await create({ email: "b@example.com", country: "BR", splitTerms: { type: "fixed", amount: 500, currency: "BRL" } })
  const change = async (fields: object) => (await api.post(`/v1/partnerships/${created._id}/update`, fields)).body.data
  const renamed = await change({ name: "Nova", metadata: { a: "1" } })
  assert.deepEqual(renamed, { ...created, name: "Nova", metadata: { a: "1" }, version: 2, updatedAt: renamed.updatedAt })
  const cleared = await change({ email: null, country: null, splitTerms: null, metadata: { b: "2" } })
  assert.deepEqual([cleared.email, cleared.country, cleared.splitTerms, cleared.name], [null, null, null, "Nova"])
  assert.deepEqual(cleared.metadata, { a: "1", b: "2" })
  assert.equal(await idOf("nova"), created._id)
})

test("an update with the same values creates no event and changes no version", async () => {
  const splitTerms = { type: "fixed", amount: 500, currency: "BRL" }
  const created = await create({ email: "c@example.com", country: "BR", splitTerms, metadata: { a: "1" } })
  const { name, code, email, country, metadata } = created
  const { body } = await api.post(`/v1/partnerships/${created._id}/update`, { name, code, email, country, splitTerms, metadata })
  assert.deepEqual(body.data, created)
  assert.equal((await api.get(`/v1/dev/events?object=${created._id}`)).body.count, 1)
})

test("new split terms apply to later sales; earlier sales keep theirs", async () => {
  const partner = await create({ splitTerms: { type: "percentage", basisPoints: 1000 } })
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const sell = async () => {
    const items = [{ name: "Course", amount: 10_000, supplier: partner.code }]
    return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  }
  const before = await sell()
  await api.post(`/v1/partnerships/${partner._id}/update`, { splitTerms: { type: "percentage", basisPoints: 2500 } })
  const after = await sell()
  for (const [intent, share] of [
    [before, 1000],
    [after, 2500],
  ]) {
    await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
    const { data } = (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body
    assert.deepEqual(
      data.map((split: Any) => [split.amount, split.accrued, split.status]),
      [[share, share, "due"]],
    )
  }
})

test("refuses an invalid partnership, and names the field", async () => {
  const wrong: [path: string, fields: object, message?: RegExp][] = [
    ["name", { name: " " }, /must not be blank/],
    ["name", { name: "\u200b\u00a0\t" }, /must not be blank/],
    ["code", { code: "with space" }],
    ["kind", { kind: "friend" }],
    ["country", { country: "Brazil" }],
    ["country", { country: "XX" }],
    ["splitTerms.basisPoints", { splitTerms: { type: "percentage", basisPoints: 10_001 } }, /must be at most 10000/],
    ["splitTerms.basisPoints", { splitTerms: { type: "percentage", basisPoints: 0 } }, /must be at least 1/],
    ["splitTerms.amount", { splitTerms: { type: "fixed", amount: 0, currency: "BRL" } }],
  ]
  for (const [path, fields, message = /./] of wrong) {
    const { status, body } = await api.post("/v1/partnerships/create", newPartner(fields))
    assert.deepEqual([status, body.error.errors?.[0].path], [400, path])
    assert.match(body.error.message, message)
  }
})
