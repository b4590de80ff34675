// Saved views: who sees and changes them, their limits, and that no other tenant finds them.
import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { invite, signedIn } from "../../../test/people.ts"
import { assertBelowMax, maxOfPerson, maxShared, mayEdit, maySee } from "./rules.ts"

const server = await startTestServer()
const admin = await signedIn(server, { email: server.keys.email, password: server.keys.password! })
const [finance, viewer] = await Promise.all(["finance", "viewer"].map(async role => signedIn(server, await invite(server, role))))

const late = { list: "payment-intents", name: "Late in Brazil", query: { currency: "BRL", status: "overdue" } }
const save = async (page: typeof admin, more: object = {}) => (await page.post("/v1/saved-views/create", { ...late, ...more })).body.data
const namesSeenBy = async (page: typeof admin, list = "payment-intents"): Promise<string[]> =>
  (await page.get(`/v1/saved-views?list=${list}&limit=100`)).body.data.map(({ name }: { name: string }) => name)

test("a view is its person's own until it is shared, and then all people of the tenant see it", async () => {
  const own = await save(finance!, { name: "Mine", columns: ["amount", "status"], density: "compact" })
  assert.deepEqual([own.shared, own.mayEdit, own.columns, own.density], [false, true, ["amount", "status"], "compact"])
  assert.ok((await namesSeenBy(finance!)).includes("Mine"))
  assert.ok(!(await namesSeenBy(viewer!)).includes("Mine"))
  assert.equal((await viewer!.get(`/v1/saved-views/${own._id}`)).status, 404)
  assert.equal((await viewer!.post(`/v1/saved-views/${own._id}/update`, { name: "Theirs" })).status, 404)
  await finance!.post(`/v1/saved-views/${own._id}/update`, { shared: true })
  assert.ok((await namesSeenBy(viewer!)).includes("Mine"))
})

test("a shared view is changed by its owner and by those who change the settings, and by nobody else", async () => {
  const shared = await save(finance!, { name: "Ours", shared: true })
  const seen = (await viewer!.get(`/v1/saved-views/${shared._id}`)).body.data
  assert.deepEqual([seen.name, seen.query, seen.mayEdit], ["Ours", late.query, false])
  for (const action of ["update", "delete"]) {
    const refused = await viewer!.post(`/v1/saved-views/${shared._id}/${action}`, action === "update" ? { name: "Theirs" } : {})
    assert.deepEqual([refused.status, refused.body.error.code], [403, "VIW-2001"], action)
  }
  const changed = (await admin.post(`/v1/saved-views/${shared._id}/update`, { name: "Everybody's", query: { currency: "EUR" } })).body.data
  assert.deepEqual([changed.name, changed.query, changed.owner, changed.version], ["Everybody's", { currency: "EUR" }, shared.owner, 2])
  assert.equal((await finance!.post(`/v1/saved-views/${shared._id}/delete`)).status, 200)
  assert.equal((await admin.get(`/v1/saved-views/${shared._id}`)).status, 404)
})

test("refuses a list that does not exist or that the person may not see, and hides its shared views", async () => {
  const hidden = await save(admin, { list: "dev/api-keys", name: "Old keys", query: {}, shared: true })
  assert.equal(hidden.name, "Old keys")
  assert.deepEqual(await namesSeenBy(viewer!, "dev/api-keys"), [])
  assert.equal((await viewer!.get(`/v1/saved-views/${hidden._id}`)).status, 404)
  for (const list of ["dev/api-keys", "no-such-list"]) {
    const refused = await viewer!.post("/v1/saved-views/create", { ...late, list })
    assert.deepEqual([refused.status, refused.body.error.code], [422, "VIW-1001"], list)
  }
})

test("refuses wrong fields by name, and callers that are no people", async () => {
  for (const wrong of [
    { name: " " },
    { name: "x".repeat(61) },
    { list: "../x" },
    { density: "tight" },
    { columns: [] },
    { query: { a: 1 } },
    { query: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i}`, "x".repeat(2000)])) },
  ]) {
    const refused = await admin.post("/v1/saved-views/create", { ...late, ...wrong })
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.errors.length],
      [400, "VAL-1003", 1],
      JSON.stringify(wrong),
    )
  }
  assert.equal((await server.api.get("/v1/saved-views")).body.error.code, "PRM-1004")
})

test("the limits count the views of a person, and the shared ones of the tenant", () => {
  const [own, both] = [
    { own: true, shared: false },
    { own: true, shared: true },
  ]
  assertBelowMax({ own: maxOfPerson - 1, shared: maxShared }, own)
  assertBelowMax({ own: maxOfPerson, shared: maxShared - 1 }, { own: false, shared: true })
  assert.throws(() => assertBelowMax({ own: maxOfPerson, shared: 0 }, own), { code: "VIW-1002" })
  assert.throws(() => assertBelowMax({ own: 0, shared: maxShared }, both), { code: "VIW-1002" })
})

test("a view of somebody else is seen only if it is shared, and changed only with the permission", () => {
  const none = new Set<never>()
  for (const [is_shared, user, permissions, sees, edits] of [
    [false, "a", none, true, true],
    [false, "b", new Set(["settings.edit"] as const), false, false],
    [true, "b", none, true, false],
    [true, "b", new Set(["settings.edit"] as const), true, true],
  ] as const) {
    const view = { user_id: "a", is_shared, list: "contacts" }
    assert.deepEqual([maySee(view, { user, permissions }, ["contacts"]), mayEdit(view, { user, permissions })], [sees, edits])
  }
})

test("refuses the view that is one too many, also where two people save at once", async () => {
  const person = await invite(server, "viewer")
  const page = await signedIn(server, person)
  await server.sql(
    `insert into saved_views
     select $1, lpad(to_hex(g), 24, '0'), $2, 'contacts', 'View', false, '{}', null, 'comfortable', '{}', now(), now(), 1, 1
     from generate_series(1, $3) g`,
    [server.keys.tenantId, person._id, maxOfPerson - 1],
  )
  const answers = await Promise.all(
    [1, 2, 3].map(() => page.post("/v1/saved-views/create", late, { "idempotency-key": crypto.randomUUID() })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 422, 422],
  )
  assert.equal(answers.find(({ status }) => status === 422)!.body.error.code, "VIW-1002")
})

test("no other tenant finds a view, and one that nobody shares ends with its person", async () => {
  const other = await server.otherTenant()
  const stranger = await signedIn(server, { email: other.keys.email, password: other.keys.password! })
  const leaving = await invite(server, "operator")
  const page = await signedIn(server, leaving)
  const [own, shared] = [await save(page, { name: "Gone" }), await save(page, { name: "Stays", shared: true })]
  assert.equal((await stranger.get(`/v1/saved-views/${shared._id}`)).status, 404)
  assert.deepEqual(await namesSeenBy(stranger), [])
  await admin.post(`/v1/users/${leaving._id}/update`, { status: "disabled" })
  assert.deepEqual([(await namesSeenBy(admin)).includes("Stays"), (await admin.get(`/v1/saved-views/${own._id}`)).status], [true, 404])
})
