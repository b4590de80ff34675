// Notes and tags: of any object, for colleagues only, with history, mails to those who are mentioned, and an end by erasure.
import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { invite, mailsTo, signedIn } from "../../../test/people.ts"
import { distinctTags, newlyMentioned } from "./rules.ts"

const server = await startTestServer()
const { api, keys } = server
const admin = await signedIn(server, { email: keys.email, password: keys.password! })
const [rui, lea] = [await invite(server, "finance"), await invite(server, "viewer")]
const [finance, viewer] = [await signedIn(server, rui), await signedIn(server, lea)]
const contact = (await api.create("/v1/contacts/create", newContact())).body.data
const payment = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
const onPayment = { type: "payment-intents", object: payment.number, text: "She pays on Friday." }
const notesOf = async (page: typeof admin, object = payment._id) => (await page.get(`/v1/notes?object=${object}`)).body.data

test("a note is about any object, found by its number, and colleagues read it", async () => {
  const { status, body } = await finance.post("/v1/notes/create", onPayment)
  assert.deepEqual([status, body.data.object, body.data.author, body.data.version], [201, payment._id, rui._id, 1])
  assert.equal((await notesOf(viewer))[0].text, onPayment.text)
  assert.equal((await viewer.post("/v1/notes/create", onPayment)).body.error.code, "PRM-1001")
  const missing = await finance.post("/v1/notes/create", { ...onPayment, object: "PI-999999" })
  assert.deepEqual([missing.status, missing.body.error.code], [404, "GEN-1004"])
  for (const type of ["notes-of-nothing", "search"])
    assert.equal((await finance.post("/v1/notes/create", { ...onPayment, type })).body.error.code, "NOT-1001", type)
})

test("only the author changes and deletes a note, and the audit log keeps every text", async () => {
  const note = (await finance.post("/v1/notes/create", { ...onPayment, text: "First" })).body.data
  for (const action of ["update", "delete"])
    assert.equal((await admin.post(`/v1/notes/${note._id}/${action}`, {})).body.error.code, "NOT-2001", action)
  const changed = (await finance.post(`/v1/notes/${note._id}/update`, { text: "Second" })).body.data
  assert.deepEqual([changed.text, changed.version], ["Second", 2])
  await finance.post(`/v1/notes/${note._id}/delete`)
  assert.equal((await finance.get(`/v1/notes/${note._id}`)).status, 404)
  const { data } = (await admin.get(`/v1/payment-intents/${payment._id}/timeline?limit=3`)).body
  assert.deepEqual(
    data.map(({ action, before, after }: Record<string, { text: string } | null>) => [action, before?.text, after?.text]),
    [
      ["notes.delete", "Second", undefined],
      ["notes.update", "First", "Second"],
      ["notes.create", undefined, "First"],
    ],
  )
})

test("who is mentioned gets one mail with a link, and only people who may read the note can be mentioned", async () => {
  const note = (await finance.post("/v1/notes/create", { ...onPayment, text: "@Lea please check", mentions: [lea._id, rui._id, lea._id] }))
    .body.data
  await finance.post(`/v1/notes/${note._id}/update`, { text: "@Lea please check it", mentions: [lea._id] })
  const mails = (await mailsTo(server, lea.email)).filter(({ kind }) => kind === "mention")
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, new RegExp(`@Lea please check[^]*/open\\?type=payment-intents&id=${payment._id}`))
  const others = (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(rui.email)}&kind=mention`)).body
  assert.equal(others.count, 0, "nobody is told of their own note")
  for (const id of ["0".repeat(24), (await api.get("/v1/users/user")).body.data._id]) {
    const refused = await finance.post("/v1/notes/create", { ...onPayment, mentions: [id] })
    assert.deepEqual([refused.status, refused.body.error.code], [422, "NOT-1002"], "an API key is nobody to mention")
  }
  assert.deepEqual(newlyMentioned(["a"], ["a", "b", "b", "me"], "me"), ["b"])
})

test("tags are a set of short labels, and every list of objects is filtered by them", async () => {
  const set = async (tags: string[], object = payment.number) => finance.post("/v1/tags/set", { type: "payment-intents", object, tags })
  assert.deepEqual((await set(["School", "vip ", "school"])).body.data.tags, ["school", "vip"])
  const other = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  await set(["vip"], other.number)
  const found = async (query: string) => (await api.get(`/v1/payment-intents?${query}`)).body.data.map(({ _id }: { _id: string }) => _id)
  assert.deepEqual(await found("tag=school"), [payment._id])
  assert.deepEqual(await found("tag=VIP"), [other._id, payment._id])
  assert.deepEqual(await found("tag[in]=school,none"), [payment._id])
  assert.ok(!(await found("tag[ne]=vip")).includes(payment._id))
  assert.equal((await api.get("/v1/payment-intents?tag=vip&limit=1")).body.count, 2)
  assert.deepEqual((await viewer.get("/v1/tags?type=payment-intents")).body.data, [
    { tag: "school", count: 1 },
    { tag: "vip", count: 2 },
  ])
  await set([])
  assert.deepEqual((await viewer.get(`/v1/tags/of?type=payment-intents&object=${payment.number}`)).body.data.tags, [])
  for (const tags of [["a,b"], [" "], ["x".repeat(41)], ["İ".repeat(21)], Array.from({ length: 21 }, (_, i) => `t${i}`)])
    assert.equal((await set(tags)).status, 400, String(tags[0]))
  assert.deepEqual(distinctTags(["b", "a", "b"]), ["a", "b"])
})

test("every list of objects that notes can be about takes the filter tag", () => {
  const objects = new Set(application.operations.flatMap(({ route, subject, needs }) => (subject && needs && route ? [route] : [])))
  for (const { route, list } of application.operations)
    if (list && objects.has(`${route}/{id}` as never)) assert.ok("tag" in list.filters, route)
})

test("a note that is changed changes neither what its object was known as, nor what the reconciliation finds", async () => {
  const partner = (await api.create("/v1/partnerships/create", { name: "Casa", code: "CASA1", kind: "agent" })).body.data
  const { _id } = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  const share = { paymentIntent: _id, partnership: partner._id, amount: 1 }
  const split = (await api.create("/v1/payment-splits/create", share)).body.data
  for (const [type, object] of [
    ["payment-intents", _id],
    ["payment-splits", split._id],
  ] as const) {
    const known = (await api.get(`/v1/${type}/${object}`)).body.data
    const at = new Date().toISOString()
    const note = (await finance.post("/v1/notes/create", { type, object, text: "0" })).body.data
    for (const text of ["1", "2", "3"]) await finance.post(`/v1/notes/${note._id}/update`, { text })
    assert.deepEqual((await api.get(`/v1/${type}/${object}?asOf=${at}`)).body.data, known, type)
  }
  const { ok, differences } = (await api.get("/v1/ledger/verify")).body.data
  assert.ok(ok, JSON.stringify(differences))
})

test("no other tenant reads or writes notes and tags of an object", async () => {
  const other = await server.otherTenant()
  const stranger = await signedIn(server, { email: other.keys.email, password: other.keys.password! })
  assert.equal((await stranger.post("/v1/notes/create", { ...onPayment, object: payment._id })).status, 404)
  assert.equal((await stranger.post("/v1/tags/set", { type: "payment-intents", object: payment._id, tags: ["x"] })).status, 404)
  assert.deepEqual(await notesOf(stranger), [])
})

test("erasing a contact removes what colleagues wrote about it, also from the audit log", async () => {
  const { _id } = (await api.create("/v1/contacts/create", newContact({ profile: { firstName: "Zuleika", lastName: "Quist" } }))).body.data
  const told = { type: "contacts", object: _id, text: "Zuleika has a sick child", mentions: [lea._id] }
  const note = (await finance.post("/v1/notes/create", told)).body.data
  await finance.post(`/v1/notes/${note._id}/update`, { text: "Zuleika moved to Turku" })
  await finance.post("/v1/tags/set", { type: "contacts", object: _id, tags: ["difficult"] })
  assert.equal((await admin.post(`/v1/contacts/${_id}/erase`, {}, { "idempotency-key": crypto.randomUUID() })).status, 200)
  assert.deepEqual(
    (await notesOf(admin, _id)).map(({ text }: { text: string }) => text),
    ["[erased]"],
  )
  const left = await server.sql(
    `select before, after from audit_entries where object_id = $1 and object_type in ('notes', 'tags')
     and concat(before, after) ~ 'sick|Turku|Zuleika|difficult'`,
    [_id],
  )
  assert.deepEqual(left, [])
  assert.deepEqual(await server.sql("select 1 from mails where object_id = $1 and text ~ 'sick'", [_id]), [])
  assert.deepEqual((await viewer.get(`/v1/tags/of?type=contacts&object=${_id}`)).body.data.tags, [])
})
