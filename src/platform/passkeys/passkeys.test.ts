// Passkeys over REST and on the sign-in page, with an authenticator in software.
import assert from "node:assert/strict"
import { test } from "node:test"
import { makePasskey, signWith, type SoftwarePasskey } from "../../../test/authenticator.ts"
import { registerAssistant, use } from "../../../test/assistant.ts"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { adminOf, codeOf, createPage, enroll, invite, mailsTo, type Page, signedIn, signIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api, baseUrl, sql } = server
const outcome = ({ status, body }: Any) => `${status} ${body?.error?.code ?? ""}`.trim()
const fresh = () => sql("update sessions set confirmed_at = now()")
const age = () => sql("update sessions set confirmed_at = now() - interval '11 minutes'")

async function add(page: Page, name = "Phone", faults = {}) {
  const options = (await page.post("/v1/passkeys/options")).body.data
  const { passkey, credential } = makePasskey(options, baseUrl, faults)
  return { passkey, credential, answer: await page.post("/v1/passkeys/create", { name, credential }) }
}

/** A browser on the sign-in page, which asks for a challenge and answers it. */
async function begin() {
  const response = await fetch(`${baseUrl}/sign-in/passkey/options`, { method: "POST", headers: { origin: baseUrl } })
  return { options: (await response.json()) as Any, cookie: response.headers.getSetCookie()[0]!.split(";")[0]! }
}
type Begun = Awaited<ReturnType<typeof begin>>
async function send({ cookie }: Pick<Begun, "cookie">, credential: unknown, fields: Record<string, string> = {}, headers = {}) {
  const body = new URLSearchParams({ next: "/docs", tenant: "", credential: JSON.stringify(credential), ...fields })
  const answer = await fetch(`${baseUrl}/sign-in/passkey`, {
    method: "POST",
    headers: { origin: baseUrl, cookie, ...headers },
    body,
    redirect: "manual",
  })
  const session = answer.headers.getSetCookie().find(line => line.startsWith("session="))
  return { status: answer.status, location: answer.headers.get("location"), html: await answer.text(), session: session?.split(";")[0] }
}
async function signInWith(passkey: SoftwarePasskey, faults = {}, fields = {}) {
  const begun = await begin()
  return send(begun, signWith(passkey, begun.options, baseUrl, faults), fields)
}
async function confirmWith(page: Page, passkey: SoftwarePasskey, faults = {}) {
  const options = (await page.post("/v1/passkeys/confirm-options")).body.data
  return page.post("/v1/passkeys/confirm", { credential: signWith(passkey, options, baseUrl, faults) })
}

test("a person adds passkeys with names, renames one, sees when it was used, and removes one; each time they get a mail", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { answer, passkey, credential } = await add(page, "Phone")
  assert.equal(outcome(answer), "201")
  const { _id } = answer.body.data
  assert.deepEqual([answer.body.data.name, answer.body.data.synced, answer.body.data.lastUsedAt], ["Phone", false, null])
  assert.ok(!answer.text.includes(credential.response.attestationObject))
  await add(page, "Security key")
  assert.equal((await page.post(`/v1/passkeys/${_id}/update`, { name: "Old phone" })).body.data.name, "Old phone")
  assert.equal((await signInWith(passkey)).status, 303)
  const { data } = (await page.get("/v1/passkeys")).body
  assert.deepEqual((await page.get(`/v1/passkeys/${_id}`)).body.data, data[1])
  assert.deepEqual(
    data.map((each: Any) => [each.name, each.lastUsedAt !== null]),
    [
      ["Security key", false],
      ["Old phone", true],
    ],
  )
  const options = (await page.post("/v1/passkeys/options")).body.data
  assert.equal(options.excludeCredentials.length, 2)
  assert.equal(outcome(await page.post(`/v1/passkeys/${_id}/remove`)), "200")
  assert.equal((await signInWith(passkey)).status, 401)
  const mails = await mailsTo(server, person.email, 4)
  assert.deepEqual(
    mails.slice(0, 3).map(({ subject }) => subject),
    ["A passkey was removed", "A passkey was added", "A passkey was added"],
  )
  const log = (await api.get(`/v1/audit-log?object=${_id}`)).body.data
  assert.deepEqual(
    log.map((entry: Any) => [entry.action, entry.actor.user]),
    ["passkeys.remove", "passkeys.update", "passkeys.create"].map(action => [action, person._id]),
  )
  const stranger = await signedIn(server, await invite(server))
  for (const verb of ["update", "remove"])
    assert.equal(
      outcome(await stranger.post(`/v1/passkeys/${data[0]._id}/${verb}`, verb === "update" ? { name: "x" } : {})),
      "404 GEN-1004",
    )
})

test("signs in by a passkey alone, with the permissions of the role and no more, and shows it in the log", async () => {
  const person = await invite(server, "viewer")
  const { passkey, answer } = await add(await signedIn(server, person))
  const { status, location, session } = await signInWith(passkey)
  assert.deepEqual([status, location], [303, "/docs"])
  const page = createPage(server, session)
  const me = (await page.get("/v1/users/user")).body.data
  assert.deepEqual([me.email, me.role], [person.email, "viewer"])
  assert.equal(outcome(await page.post("/v1/contacts/create", {})), "403 PRM-1001")
  const current = (await page.get("/v1/sessions/current")).body.data
  assert.equal(current.passkey, answer.body.data._id)
  const [entry] = (await api.get(`/v1/audit-log?object=${current._id}`)).body.data
  assert.deepEqual([entry.action, entry.after.passkey], ["sessions.create", answer.body.data._id])
  await api.post(`/v1/users/${person._id}/update`, { status: "disabled" })
  assert.equal((await signInWith(passkey)).status, 401)
})

test("accepts a challenge once, also of two answers at the same time, in the browser that asked, for five minutes", async () => {
  const { passkey } = await add(await signedIn(server, await invite(server)))
  const begun = await begin()
  const other = await begin()
  assert.match((await send(other, signWith(passkey, begun.options, baseUrl))).html, /challenge was used/)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(begun, signWith(passkey, begun.options, baseUrl))))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [303, ...Array(7).fill(401)],
  )
  assert.equal((await send(begun, signWith(passkey, begun.options, baseUrl))).status, 401)
  const forged = { ...begun.options, challenge: `${begun.options.challenge.slice(0, -1)}A` }
  assert.equal((await send(begun, signWith(passkey, forged, baseUrl))).status, 401)
  const [{ left }] = await sql("select extract(epoch from max(expires_at) - now()) as left from passkey_challenges")
  assert.ok(left > 290 && left <= 300)
  for (const credential of ["", "x", { id: "a" }]) assert.equal((await send(await begin(), credential)).status, 400)
})

test("refuses a passkey of another tenant, person, origin or host, and one that has not verified its person", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { passkey } = await add(page)
  const other = await server.otherTenant()
  const stranger = await invite(server)
  const handle = (tenant: string, user: string) => Buffer.from(`${tenant}.${user}`).toString("base64url")
  const wrong = [
    { origin: "https://evil.example" },
    { origin: baseUrl.replace("127.0.0.1", "localhost") },
    { rpId: "evil.example" },
    { flags: 1 },
    { userHandle: handle(other.keys.tenantId, person._id) },
    { userHandle: handle(server.keys.tenantId, stranger._id) },
    { userHandle: handle("f".repeat(24), person._id) },
    { userHandle: "x" },
  ]
  for (const faults of wrong) {
    const { status, session } = await signInWith(passkey, faults)
    assert.deepEqual([status, session], [401, undefined], JSON.stringify(faults))
  }
  assert.equal((await signInWith(passkey, {}, { tenant: other.keys.tenantId })).status, 401)
  assert.equal((await signInWith(passkey, {}, { tenant: server.keys.tenantId })).status, 303)
  const { options, cookie } = await begin()
  assert.equal((await send({ cookie }, signWith(passkey, options, baseUrl), {}, { origin: "https://evil.example" })).status, 403)
  for (const faults of wrong.slice(0, 4))
    assert.equal(outcome((await add(page, "x", faults)).answer), "401 PSK-1001", JSON.stringify(faults))
  const theirs = await signedIn(server, stranger)
  assert.equal(outcome(await confirmWith(theirs, passkey)), "401 PSK-1001")
})

test("refuses a counter that does not grow, as of a copied passkey", async () => {
  const { passkey } = await add(await signedIn(server, await invite(server)))
  assert.equal((await signInWith(passkey, { counter: 7 })).status, 303)
  for (const counter of [7, 6, 0]) assert.equal((await signInWith(passkey, { counter })).status, 401)
  assert.equal((await signInWith(passkey, { counter: 8 })).status, 303)
  const begun = await Promise.all([begin(), begin(), begin()])
  const answers = await Promise.all(begun.map(each => send(each, signWith(passkey, each.options, baseUrl, { counter: 9 }))))
  assert.equal(answers.filter(({ status }) => status === 303).length, 1, "of the same counter at the same time, one is accepted")
})

test("confirms an old session with a passkey, in the session that asked, and not with a challenge for something else", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { passkey } = await add(page)
  await age()
  assert.equal(outcome(await page.post("/v1/passkeys/options")), "401 AUT-1009")
  const second = await signedIn(server, person)
  const options = (await second.post("/v1/passkeys/confirm-options")).body.data
  const ofOther = { credential: signWith(passkey, options, baseUrl) }
  assert.equal(outcome(await page.post("/v1/passkeys/confirm", ofOther)), "401 PSK-1002")
  const forSignIn = { credential: signWith(passkey, (await begin()).options, baseUrl) }
  assert.equal(outcome(await page.post("/v1/passkeys/confirm", forSignIn)), "401 PSK-1002")
  const before = page.cookie
  assert.equal(outcome(await confirmWith(page, passkey)), "200")
  assert.notEqual(page.cookie, before)
  assert.equal(outcome(await createPage(server, before).get("/v1/users/user")), "401 AUT-1005")
  assert.equal(outcome(await page.post("/v1/passkeys/options")), "200")
})

test("satisfies the second factor that a tenant requires, in the sessions that a passkey has proved", async () => {
  const page = await signedIn(server, await invite(server, "admin"))
  const person = await invite(server, "finance")
  const own = await signedIn(server, person)
  const { passkey } = await add(own)
  const assistant = await registerAssistant(baseUrl)
  const { access_token: token } = await assistant.connect(person)
  await fresh()
  assert.equal(outcome(await page.post("/v1/settings/require-two-factor", { required: true })), "409 SET-1001")
  await add(page)
  assert.equal(outcome(await page.post("/v1/settings/require-two-factor", { required: true, graceDays: 0 })), "200")
  assert.equal(outcome(await own.get("/v1/contacts")), "200", "adding it has proved it")
  const byPasskey = createPage(server, (await signInWith(passkey)).session)
  assert.equal(outcome(await byPasskey.get("/v1/contacts")), "200")
  const byPassword = await signedIn(server, person)
  assert.equal(outcome(await byPassword.get("/v1/contacts")), "403 PRM-1007")
  assert.match(JSON.stringify((await use(baseUrl, token, "contact_list")).error), /two-factor sign-in/)
  for (const path of ["/v1/passkeys/options", "/v1/two-factor/enroll"])
    assert.equal(outcome(await byPassword.post(path)), "403 PSK-1005", "the password alone adds no factor beside the passkey")
  assert.equal(outcome(await confirmWith(byPassword, passkey)), "200")
  assert.equal(outcome(await byPassword.get("/v1/contacts")), "200")
  const [{ _id }] = (await byPassword.get("/v1/passkeys")).body.data
  await byPassword.post(`/v1/passkeys/${_id}/remove`)
  assert.equal(outcome(await byPasskey.get("/v1/users/user")), "401 AUT-1005", "sessions of a removed passkey end")
  assert.equal(outcome(await byPassword.get("/v1/contacts")), "403 PRM-1007")
  await api.post("/v1/settings/require-two-factor", { required: false })
})

test("needs no code where two-factor sign-in is on, and the code still works beside it", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { secret } = await enroll(page)
  const { passkey } = await add(page)
  assert.equal((await signInWith(passkey)).status, 303)
  assert.equal(outcome(await signIn(server, person)), "401 AUT-1007")
  assert.equal(outcome(await signIn(server, person, { code: codeOf(secret) })), "201")
})

test("keeps at most 20 passkeys of a person, each once, also of requests at the same time", async () => {
  const page = await signedIn(server, adminOf(server))
  const { credential } = await add(page)
  assert.equal(outcome(await page.post("/v1/passkeys/create", { name: "again", credential })), "401 PSK-1002")
  assert.equal(outcome((await add(page, "the same device", { id: credential.id })).answer), "409 PSK-1003")
  const options = await Promise.all(Array.from({ length: 24 }, async () => (await page.post("/v1/passkeys/options")).body.data))
  const answers = await Promise.all(
    options.map((each, i) => page.post("/v1/passkeys/create", { name: `Key ${i}`, credential: makePasskey(each, baseUrl).credential })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 19)
  assert.equal((await page.get("/v1/passkeys")).body.count, 20)
  assert.equal(outcome(await page.post("/v1/passkeys/options")), "422 PSK-1004")
  assert.equal(outcome(await api.get("/v1/passkeys")), "403 PRM-1004")
})

test("a passkey is refused while the tenant admits its provider only, except that of one super admin", async () => {
  const [owner, person] = [await invite(server, "super-admin"), await invite(server)]
  const own = (await add(await signedIn(server, owner))).passkey
  const { passkey } = await add(await signedIn(server, person))
  await sql(
    `insert into sso_connections (tenant_id, issuer, client_id, client_secret, domains, default_role, asks_second_factor, only_except,
      created_at, updated_at)
    values ($1, 'https://login.example.com', 'countersign', '', '["example.com"]', 'viewer', false, $2, now(), now())`,
    [server.keys.tenantId, owner._id],
  )
  const refused = await signInWith(passkey)
  assert.deepEqual([refused.status, refused.session], [403, undefined])
  assert.match(refused.html, /This business admits sign-in by its provider only/)
  assert.equal((await signInWith(own)).status, 303)
  await sql("delete from sso_connections")
  assert.equal((await signInWith(passkey)).status, 303)
})
