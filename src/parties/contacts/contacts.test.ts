import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, newContact, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const server = await startTestServer()
const create = async (fields?: object) => (await server.api.post("/v1/contacts/create", newContact(fields))).body.data

test("keeps the case of a contact's e-mail, and finds the contact regardless of case", async () => {
  const email = uniqueEmail("Ana.Souza").replace("ana", "Ana")
  const contact = await create({ email, metadata: { term: "spring" } })
  assert.equal(contact.email, email)
  for (const reference of [contact._id, email, email.toUpperCase()])
    assert.deepEqual((await server.api.get(`/v1/contacts/${encodeURIComponent(reference)}`)).body.data, contact)
})

test("a phone number is stored as E.164, and an impossible one is refused", async () => {
  assert.equal((await create({ profile: { phone: "+55 (11) 98765-4321" } })).profile.phone, "+5511987654321")
  for (const phone of ["call me", "+1", "11987654321", "+999999999999", 5]) {
    const { status, body } = await server.api.post("/v1/contacts/create", newContact({ profile: { phone } }))
    assert.deepEqual([status, body.error.code], [400, "VAL-1003"], String(phone))
  }
})

test("an e-mail is unique: one of ten concurrent creates succeeds, and nine are refused with its id", async () => {
  const email = uniqueEmail()
  const answers = await inParallel(10, i =>
    server.api.post("/v1/contacts/create", newContact({ email: i % 2 ? email.toUpperCase() : email })),
  )
  const created = answers.filter(({ status }) => status === 201)
  assert.equal(created.length, 1)
  for (const { status, body } of answers.filter(({ status }) => status !== 201))
    assert.deepEqual([status, body.error.code, body.error.details._id], [409, "GEN-1010", created[0]!.body.data._id])
})

test("refuses a metadata key that is too long, with a readable sentence", async () => {
  const { errors } = (await server.api.post("/v1/contacts/create", newContact({ metadata: { ["k".repeat(101)]: "v" } }))).body.error
  assert.match(errors[0].message, /^metadata\.k+ has a key that must have at most 100 characters$/)
})

test("an update changes only the fields that were sent; an empty metadata entry is removed", async () => {
  const contact = await create({ metadata: { kept: "yes", gone: "soon" } })
  const change = { profile: { firstName: "Bia" }, metadata: { gone: "", fresh: "1" } }
  const { body } = await server.api.post(`/v1/contacts/${contact._id}/update`, change)
  assert.deepEqual(body.data.profile, { ...contact.profile, firstName: "Bia" })
  assert.deepEqual(body.data.metadata, { kept: "yes", fresh: "1" })
  assert.deepEqual([body.data.email, body.data.version], [contact.email, 2])
})

test("an update changes the e-mail, unless another contact has it", async () => {
  const [one, two] = [await create(), await create()]
  const taken = await server.api.post(`/v1/contacts/${two._id}/update`, { email: one.email.toUpperCase() })
  assert.deepEqual([taken.status, taken.body.error.code, taken.body.error.details._id], [409, "GEN-1010", one._id])
  const email = uniqueEmail("moved")
  assert.equal((await server.api.post(`/v1/contacts/${two._id}/update`, { email })).status, 200)
  assert.equal((await server.api.get(`/v1/contacts/${two.email}`)).status, 404)
  const cased = await server.api.post(`/v1/contacts/${two._id}/update`, { email: email.toUpperCase() })
  assert.equal(cased.body.data.email, email.toUpperCase())
})

test("an empty phone removes it, and the rest of the profile stays", async () => {
  const { _id, profile } = await create()
  assert.ok(profile.phone)
  const update = (phone: string) => server.api.post(`/v1/contacts/${_id}/update`, { profile: { phone } })
  const { phone: _, ...rest } = profile
  assert.deepEqual((await update("")).body.data.profile, rest)
  assert.equal((await update(" ")).body.error.code, "VAL-1003")
  assert.deepEqual((await update(profile.phone)).body.data.profile, profile)
})

test("records every change in the event log and in the contact's timeline, in the same commit", async () => {
  const contact = await create()
  await server.api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Zilda" } })
  const { body: events } = await server.api.get(`/v1/dev/events?object=${contact._id}&sort=createdAt`)
  assert.deepEqual(
    events.data.map((event: { event: string }) => event.event),
    ["contacts.create", "contacts.update"],
  )
  assert.deepEqual(events.data[0].data, contact)
  const { body: timeline } = await server.api.get(`/v1/contacts/${contact._id}/timeline`)
  assert.deepEqual([timeline.data[0].before.profile.firstName, timeline.data[0].after.profile.firstName], ["Ana", "Zilda"])
  assert.equal(timeline.data[0].origin.operation, "POST /v1/contacts/{id}/update")
  assert.equal(timeline.count, 2)
})

test("If-Match takes the bare or the quoted version and refuses a stale one", async () => {
  const { _id } = await create()
  const update = (version: string) => server.api.post(`/v1/contacts/${_id}/update`, { metadata: { by: version } }, { "if-match": version })
  assert.equal((await update("1")).status, 200)
  assert.equal((await update('"2"')).status, 200)
  assert.equal((await update('"3')).body.error.code, "VAL-1003", "half quoted")
  const stale = await update("2")
  assert.deepEqual([stale.status, stale.body.error.code, stale.body.error.details.version], [409, "GEN-1009", 3])
})
