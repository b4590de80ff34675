import assert from "node:assert/strict"
import { test } from "node:test"
import { type ApiResponse, newContact, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { adminOf, cookieOf, createPage, invite, mailsTo, type Page, signedIn, signIn, tokenIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api, sql } = server

const assertOutcome = ({ status, body, text }: ApiResponse, expected: string) =>
  assert.equal(`${status} ${body?.error?.code ?? ""}`.trim(), expected, text)
const me = async (page: Page) => (await page.get("/v1/users/user")).body.data
const idsOf = async (page: Page): Promise<string[]> => (await page.get("/v1/sessions")).body.data.map(({ _id }: { _id: string }) => _id)

test("the super admin of a new tenant signs in with the password that was shown once", async () => {
  const answer = await signIn(server, adminOf(server))
  assertOutcome(answer, "201")
  const [line] = answer.headers.getSetCookie()
  assert.match(line!, /^session=[0-9a-f]{24}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.equal(answer.headers.get("cache-control"), "no-store")
  const value = line!.split(/[=;]/)[1]!
  assert.ok(!answer.text.includes(value) && !answer.text.includes(server.keys.password))
  assert.deepEqual(answer.body.data.tenant, { _id: server.keys.tenantId, name: "Escola Azul" })
  const user = await me(createPage(server, cookieOf(answer)))
  assert.deepEqual([user.type, user.email, user.role], ["person", server.keys.email, "super-admin"])
})

test("a session reads and writes like a key, without key and tenant, and the log shows the person and the dashboard", async () => {
  const person = await invite(server, "admin")
  const page = await signedIn(server, person)
  const created = await page.post("/v1/contacts/create", newContact())
  assertOutcome(created, "201")
  const { data } = (await api.get(`/v1/contacts/${created.body.data._id}/timeline`)).body
  assert.deepEqual([data[0].actor, data[0].origin.channel], [{ user: person._id, type: "person" }, "dashboard"])
  assertOutcome(await page.get("/v1/users/user", { "x-tenant-id": server.keys.tenantId }), "200")
  assertOutcome(await page.get("/v1/users/user", { "x-tenant-id": "f".repeat(24) }), "400 TEN-1001")
  const key = { "idempotency-key": "of a session" }
  const intent = {
    intentType: "ad-hoc",
    contact: created.body.data._id,
    currency: "BRL",
    dueAt: "2040-01-01T00:00Z",
    items: [{ name: "x", amount: 1 }],
  }
  const first = await page.post("/v1/payment-intents/create", intent, key)
  const again = await page.post("/v1/payment-intents/create", intent, key)
  assert.deepEqual([again.headers.get("idempotent-replayed"), again.text], ["true", first.text])
})

test("uses a cookie only without an API key, and answers 401 to a wrong cookie", async () => {
  const page = await signedIn(server, adminOf(server))
  const viewer = await server.withRole("viewer")
  const both = { authorization: `ApiKey ${viewer.apiKey}`, "x-tenant-id": server.keys.tenantId }
  assert.equal((await page.get("/v1/users/user", both)).body.data.role, "viewer")
  for (const cookie of ["session=nobody", "session=", page.cookie!.slice(0, -2), `${page.cookie}x`])
    assertOutcome(await createPage(server, cookie).get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await createPage(server, "other=1").get("/v1/users/user"), "401 AUT-1001")
  assert.equal((await me(createPage(server, `other=1; ${page.cookie}`))).email, server.keys.email)
})

test("refuses a write with the cookie unless the origin is the page's own, and a sign-in from a foreign origin", async () => {
  const page = await signedIn(server, adminOf(server))
  for (const origin of ["https://evil.example", "null", null, `${server.baseUrl}.evil.example`]) {
    const contact = newContact()
    assertOutcome(await page.post("/v1/contacts/create", contact, { origin }), "403 PRM-1003")
    assert.equal((await api.get(`/v1/contacts?email=${contact.email}`)).body.count, 0)
    assert.equal((await page.get("/v1/users/user", { origin })).status, 200)
  }
  const { email, password } = adminOf(server)
  assertOutcome(
    await createPage(server).post("/v1/sessions/create", { email, password }, { origin: "https://evil.example" }),
    "403 PRM-1003",
  )
  assertOutcome(await createPage(server).post("/v1/sessions/create", { email, password }, { origin: null }), "201")
  assertOutcome(await createPage(server).post("/v1/sessions/create", { email, password }, { "dry-run": "true" }), "400 VAL-1003")
})

test("a wrong password, an unknown e-mail and a disabled user get the same answer", async () => {
  const person = await invite(server)
  const disabled = await invite(server)
  await api.post(`/v1/users/${disabled._id}/update`, { status: "disabled" })
  const answers = [
    await signIn(server, { ...person, password: "not what was chosen" }),
    await signIn(server, { email: uniqueEmail("stranger"), password: "not what was chosen" }),
    await signIn(server, disabled),
    await signIn(server, person, { tenant: "f".repeat(24) }),
  ]
  for (const answer of answers) {
    assertOutcome(answer, "401 AUT-1006")
    assert.deepEqual({ ...answer.body.error, requestId: "" }, { ...answers[0]!.body.error, requestId: "" })
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  assertOutcome(await signIn(server, { ...person, email: person.email.toUpperCase() }), "201")
})

test("lists and ends sessions one by one, and hides those of other people", async () => {
  const person = await invite(server)
  const [first, second] = [await signedIn(server, person), await signedIn(server, person)]
  const stranger = await signedIn(server, await invite(server))
  const [theirs] = await idsOf(stranger)
  const { data, count } = (await first.get("/v1/sessions")).body
  assert.deepEqual([count, data.map(({ current }: { current: boolean }) => current)], [2, [false, true]])
  assertOutcome(await first.post(`/v1/sessions/${theirs}/end`), "404 GEN-1004")
  assertOutcome(await first.get(`/v1/sessions/${theirs}`), "404 GEN-1004")
  assert.equal((await first.get("/v1/sessions/current")).body.data._id, data[1]._id)
  assert.deepEqual((await first.get("/v1/sessions/current/actions")).body.data, [{ action: "end", allowed: true, reason: null }])
  assertOutcome(await first.post(`/v1/sessions/${data[0]._id}/end`), "200")
  assertOutcome(await second.get("/v1/users/user"), "401 AUT-1005")
  assert.equal((await idsOf(first)).length, 1)
  const ended = await first.post("/v1/sessions/current/end")
  assert.match(ended.headers.getSetCookie()[0]!, /^session=; Max-Age=0; /)
  assertOutcome(await first.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await stranger.get("/v1/users/user"), "200")
})

test("ends every session of the person with end-all, this one too, and nobody else's", async () => {
  const person = await invite(server)
  const pages = [await signedIn(server, person), await signedIn(server, person)]
  const untouched = await signedIn(server, adminOf(server))
  const dry = await pages[0]!.post("/v1/sessions/end-all", {}, { "dry-run": "true" })
  assert.deepEqual([dry.status, dry.headers.getSetCookie()], [200, []])
  assertOutcome(await pages[0]!.post("/v1/sessions/end-all"), "200")
  for (const page of pages) assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await untouched.get("/v1/users/user"), "200")
  assert.equal((await idsOf(await signedIn(server, person))).length, 1)
  const { data } = (await api.get(`/v1/audit-log?object=${person._id}&action=sessions.end-all`)).body
  assert.deepEqual([data[0].actor.user, data[0].origin.channel], [person._id, "dashboard"])
})

test("signs a disabled user out at once until enabled again, and applies a changed role from the next request on", async () => {
  const person = await invite(server, "admin")
  const page = await signedIn(server, person)
  assertOutcome(await page.post("/v1/contacts/create", newContact()), "201")
  await api.post(`/v1/users/${person._id}/update`, { role: "viewer" })
  assertOutcome(await page.post("/v1/contacts/create", newContact()), "403 PRM-1001")
  await api.post(`/v1/users/${person._id}/update`, { status: "disabled" })
  assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await signIn(server, person), "401 AUT-1006")
  await api.post(`/v1/users/${person._id}/update`, { status: "active" })
  assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await signIn(server, person), "201")
})

test("asks a session, but not a key, for a confirmation within ten minutes for sensitive operations", async () => {
  const page = await signedIn(server, adminOf(server))
  const { password } = adminOf(server)
  const key = { name: "made in the dashboard", role: "viewer" }
  assertOutcome(await page.post("/v1/dev/api-keys/create", key), "201")
  const [id] = await idsOf(page)
  await sql("update sessions set confirmed_at = now() - interval '11 minutes' where id = $1", [id])
  const account = { holder: "Ana", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "self" }
  const someone = await invite(server)
  const { _id: own } = (await api.post("/v1/bank-accounts/create", account)).body.data
  for (const [path, body] of [
    ["/v1/dev/api-keys/create", key],
    ["/v1/bank-accounts/create", { ...account, holder: "Rui" }],
    [`/v1/bank-accounts/${own}/update`, { holder: "Rui" }],
    ["/v1/users/invite", { email: uniqueEmail(), name: "Rui", role: "viewer" }],
    [`/v1/users/${someone._id}/update`, { role: "admin" }],
    ["/v1/two-factor/enroll", {}],
  ] as const)
    assertOutcome(await page.post(path, body), "401 AUT-1009")
  assertOutcome(await page.post("/v1/contacts/create", newContact()), "201")
  assertOutcome(await api.post("/v1/dev/api-keys/create", key), "201")
  assertOutcome(await page.post("/v1/sessions/confirm", { password: "not what was chosen" }), "401 AUT-1006")
  assertOutcome(await page.post("/v1/sessions/confirm", {}), "400 VAL-1003")
  assertOutcome(await page.post("/v1/dev/api-keys/create", key), "401 AUT-1009")
  assertOutcome(await page.post("/v1/sessions/confirm", { password }), "200")
  assertOutcome(await page.post("/v1/dev/api-keys/create", key), "201")
})

test("an API key has no sessions, no password and no second factor", async () => {
  for (const path of ["/v1/sessions", "/v1/two-factor"]) assertOutcome(await api.get(path), "403 PRM-1004")
  for (const path of ["/v1/sessions/end-all", "/v1/passwords/change", "/v1/two-factor/enroll"])
    assertOutcome(await api.post(path), "403 PRM-1004")
})

test("treats an e-mail in two tenants as two people with a password each, and prefers the live tenant, then the oldest", async () => {
  const live = await server.otherTenant("live")
  const [here, there] = [server.keys.tenantId, live.keys.tenantId]
  const person = await invite(server)
  await live.post("/v1/users/invite", { email: person.email, name: "Rui", role: "viewer" })
  assert.equal((await signIn(server, person)).body.data.tenant._id, here) // there they have no password yet
  assert.equal((await signIn(server, person, { tenant: here })).body.data.tenant._id, here)
  const [{ user_id }] = await sql("select user_id from accounts where tenant_id = $1 order by user_id desc", [there])
  const copied = "update accounts set password_hash = (select password_hash from accounts where user_id = $2) where user_id = $1"
  await sql(copied, [user_id, person._id])
  assert.equal((await signIn(server, person)).body.data.tenant._id, there)
  const page = createPage(server, cookieOf(await signIn(server, person, { tenant: here })))
  assert.equal((await me(page))._id, person._id)
  assertOutcome(await page.get("/v1/users/user", { "x-tenant-id": there }), "400 TEN-1001")
})

test("changes nothing in another tenant with a password link that a sandbox shows", async () => {
  const live = await server.otherTenant("live")
  const { email, password } = live.keys
  await api.post("/v1/users/invite", { email, name: "Not me", role: "viewer" })
  const [mail] = await mailsTo(server, email)
  await createPage(server).post("/v1/passwords/reset", { token: tokenIn(mail), password: "words of a stranger" })
  const tenant = live.keys.tenantId
  assertOutcome(await signIn(server, { email, password }, { tenant }), "201")
  assertOutcome(await signIn(server, { email, password: "words of a stranger" }, { tenant }), "401 AUT-1006")
  assertOutcome(await signIn(server, { email, password: "words of a stranger" }), "401 AUT-1006")
  const stranger = await signIn(server, { email, password: "words of a stranger" }, { tenant: server.keys.tenantId })
  assert.equal(stranger.body.data.tenant._id, server.keys.tenantId)
})

test("ends sessions after 12 unused hours and after 7 days of real time, whatever a sandbox's clock says", async () => {
  const person = await invite(server)
  await api.post("/v1/simulations/clock", { advance: "P30D" })
  const page = await signedIn(server, person)
  await api.post("/v1/simulations/clock", { advance: "P30D" })
  assertOutcome(await page.get("/v1/users/user"), "200")
  const [id] = await idsOf(page)
  await sql("update sessions set last_used_at = now() - interval '11 hours' where id = $1", [id])
  assertOutcome(await page.get("/v1/users/user"), "200")
  const recent = "select 1 from sessions where id = $1 and last_used_at > now() - interval '1 hour'"
  await until(async () => (await sql(recent, [id])).length > 0, "its use is stored")
  await sql("update sessions set last_used_at = now() - interval '13 hours' where id = $1", [id])
  assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
  const second = await signedIn(server, person)
  await sql("update sessions set expires_at = now() where id = $1", [(await idsOf(second))[0]])
  assertOutcome(await second.get("/v1/users/user"), "401 AUT-1005")
})

test("mails the person when they sign in from a new network", async () => {
  const person = await invite(server)
  await signedIn(server, person)
  assert.equal((await mailsTo(server, person.email)).length, 1)
  await sql(`update accounts set networks = '["192.0.2.1"]' where user_id = $1`, [person._id])
  await signedIn(server, person)
  const [mail] = await mailsTo(server, person.email, 2)
  assert.equal(mail.subject, "New sign-in")
  assert.match(mail.text, /127\.0\.0\.1/)
})

test("tokens and passwords are stored as hashes only, and are in no audit entry", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const token = page.cookie!.split("=")[1]!
  const rows = await sql(`select to_jsonb(s)::text as text from sessions s union all select to_jsonb(a)::text from accounts a
    union all select to_jsonb(p)::text from password_tokens p union all select to_jsonb(e)::text from audit_entries e`)
  assert.ok(rows.length > 4)
  const [{ hash }] = await sql("select hash from sessions order by created_at desc limit 1")
  for (const { text } of rows) for (const secret of [token, person.password]) assert.ok(!text.includes(secret))
  for (const { text } of await sql("select to_jsonb(e)::text as text from audit_entries e")) assert.ok(!text.includes(hash))
})
