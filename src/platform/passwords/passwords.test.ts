import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { type ApiResponse, inParallel, startTestServer, uniqueEmail, until, withRealHashes } from "../../../test/harness.ts"
import { adminOf, createPage, invite, mailsTo, type Page, signedIn, signIn, tokenIn, withInstantHashes } from "../../../test/people.ts"

const server = await startTestServer()
const { api, sql } = server
const page = createPage(server)

const assertOutcome = ({ status, body, text }: ApiResponse, expected: string) =>
  assert.equal(`${status} ${body?.error?.code ?? ""}`.trim(), expected, text)
const forgot = (email: string) => page.post("/v1/passwords/forgot", { email })
const reset = (token: string, password: string) => page.post("/v1/passwords/reset", { token, password })
const isIn = async (each: Page) => (await each.get("/v1/users/user")).status === 200

async function newToken(email: string): Promise<string> {
  const { length } = await mailsTo(server, email)
  await forgot(email)
  const [mail] = await mailsTo(server, email, length + 1)
  return tokenIn(mail)
}

test("an invited person chooses a password with the link of the mail, and signs in", async () => {
  const email = uniqueEmail("invited")
  const team = (await api.post("/v1/teams/create", { name: "Invited" })).body.data
  const invited = await api.post("/v1/users/invite", { email, name: "Rui Costa", role: "finance", teams: [team._id] })
  assertOutcome(invited, "200")
  assert.deepEqual([invited.body.data.role, invited.body.data.teams], ["finance", [team._id]])
  assertOutcome(await signIn(server, { email, password: "ordinary words in a row" }), "401 AUT-1006")
  const [mail] = await mailsTo(server, email)
  assert.equal(mail.subject, "You are invited to Escola Azul")
  assertOutcome(await reset(tokenIn(mail), "ordinary words in a row"), "200")
  assertOutcome(await signIn(server, { email, password: "ordinary words in a row" }), "201")
})

test("refuses an invitation to a role with more permissions than the caller's, and an e-mail that is already invited", async () => {
  const developer = await signedIn(server, await invite(server, "admin"))
  const email = uniqueEmail()
  const refused = await developer.post("/v1/users/invite", { email, name: "Friend", role: "super-admin" })
  assertOutcome(refused, "403 PRM-1002")
  assert.equal((await api.get(`/v1/users?email=${email}`)).body.count, 0)
  assertOutcome(
    await api.post("/v1/users/invite", { email: adminOf(server).email.toUpperCase(), name: "Again", role: "viewer" }),
    "409 GEN-1010",
  )
  assertOutcome(await (await server.withRole("viewer")).post("/v1/users/invite", { email, name: "Friend", role: "viewer" }), "403 PRM-1001")
})

test("replaces a forgotten password by a mailed link, once, and ends all sessions and other links", async () => {
  const person = await invite(server)
  const before = await signedIn(server, person)
  const [older, token] = [await newToken(person.email), await newToken(person.email)]
  assertOutcome(await reset(token, "other ordinary words"), "200")
  assert.equal(await isIn(before), false)
  assertOutcome(await signIn(server, person), "401 AUT-1006")
  assertOutcome(await signIn(server, { ...person, password: "other ordinary words" }), "201")
  for (const used of [token, older, "made-up-made-up-made-up", `${server.keys.tenantId}.${"x".repeat(43)}`])
    assertOutcome(await reset(used, "and other ordinary words"), "401 AUT-1010")
  const mails = await mailsTo(server, person.email, 4)
  assert.equal(mails[0].subject, "Your password was changed")
})

test("ends the lock with a new password by mail: from a new network, from a known one, with a tenant or without", async () => {
  for (const isKnown of [false, true])
    for (const more of [{}, { tenant: server.keys.tenantId }]) {
      const person = await invite(server)
      if (isKnown) await signedIn(server, person)
      for (let n = 0; n < 10; n++) await signIn(server, { ...person, password: `wrong ${n} wrong wrong` }, more)
      assertOutcome(await signIn(server, person, more), "401 AUT-1008")
      assertOutcome(await reset(await newToken(person.email), "other ordinary words"), "200")
      assertOutcome(await signIn(server, { ...person, password: "other ordinary words" }, more), "201")
    }
})

test("a link for a password works for an hour of real time, and not for a disabled user", async () => {
  const person = await invite(server)
  const token = await newToken(person.email)
  await sql("update password_tokens set expires_at = now()")
  assertOutcome(await reset(token, "other ordinary words"), "401 AUT-1010")
  const next = await newToken(person.email)
  await api.post(`/v1/users/${person._id}/update`, { status: "disabled" })
  assertOutcome(await reset(next, "other ordinary words"), "401 AUT-1010")
})

test("does not reveal whether an account exists when a link is asked for, and mails no stranger", async () => {
  const person = await invite(server)
  const stranger = uniqueEmail("stranger")
  const [known, unknown] = [await forgot(person.email), await forgot(stranger)]
  assert.deepEqual([unknown.status, unknown.text], [200, known.text])
  await mailsTo(server, person.email, 2)
  assert.equal((await api.get(`/v1/dev/mails?recipient=${stranger}`)).body.count, 0)
})

test("an e-mail gets at most ten links in a minute, and no more while ten of them work", async () => {
  const person = await invite(server)
  const answers = await inParallel(15, () => forgot(person.email))
  assert.ok(answers.every(({ status }) => status === 200))
  await mailsTo(server, person.email, 11)
  await forgot(person.email)
  assert.equal((await mailsTo(server, person.email, 11)).length, 11)
  await sql("delete from call_counts") // a minute later
  const counted = () => sql("select 1 from call_counts where name like 'mail %'")
  await forgot(person.email)
  await until(async () => (await counted()).length > 0, "the next request is processed")
  await setTimeout(100)
  assert.equal((await mailsTo(server, person.email, 11)).length, 11)
  await sql("update password_tokens set expires_at = now() where user_id = $1", [person._id])
  await forgot(person.email)
  await mailsTo(server, person.email, 12)
})

test("requires 12 characters and refuses the commonest passwords; a refused password does not use up the link", async () => {
  const person = await invite(server)
  const token = await newToken(person.email)
  for (const weak of ["elevenchars", "1q2w3e4r5t6y", "UNBELIEVABLE", "passwordpassword", person.email, "x".repeat(257)])
    assertOutcome(await reset(token, weak), "400 VAL-1003")
  assertOutcome(await reset(token, "small letter"), "200")
})

test("changes the password of a person who knows it, and ends every other session but not this one", async () => {
  const person = await invite(server)
  const [here, elsewhere] = [await signedIn(server, person), await signedIn(server, person)]
  const change = (current: string, password: string, more = {}) => here.post("/v1/passwords/change", { current, password }, more)
  assertOutcome(await change("not what was chosen", "other ordinary words"), "401 AUT-1006")
  assertOutcome(await change(person.password, "passwordpassword"), "400 VAL-1003")
  assertOutcome(await change(person.password, "other ordinary words", { "dry-run": "true" }), "401 AUT-1006")
  assertOutcome(await change(person.password, "other ordinary words"), "200")
  assert.deepEqual([await isIn(here), await isIn(elsewhere)], [true, false])
  assertOutcome(await signIn(server, person), "401 AUT-1006")
  assertOutcome(await signIn(server, { ...person, password: "other ordinary words" }), "201")
})

test("accepts exactly one of a hundred parallel uses of one link", async t => {
  const person = await invite(server)
  const token = await newToken(person.email)
  const holder = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await holder.connect()
  t.after(() => holder.end())
  await withInstantHashes(async () => {
    // Holds the row until several requests have passed all checks before it.
    await holder.query("begin")
    await holder.query("select 1 from accounts where user_id = $1 for update", [person._id])
    const running = inParallel(100, i => reset(token, `ordinary words number ${i}`))
    const waiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await until(async () => (await sql(waiting))[0].n > 1, "several wait for the row")
    await holder.query("rollback")
    const answers = await running
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ body }) => body.error?.code === "AUT-1010").length, 99)
  })
  assert.equal((await api.get(`/v1/audit-log?object=${person._id}&action=passwords.reset`)).body.count, 2) // the first was the invitation
})

test("replaces a hash with older parameters at the next sign-in", () =>
  withRealHashes(async () => {
    const person = await invite(server)
    const older = "$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$oThwnBEALLn3yYBfkDHTGOCFFmM4gqCj3h/6ftECPpc"
    await sql("update accounts set password_hash = $1 where user_id = $2", [older, person._id])
    for (let n = 0; n < 2; n++) assertOutcome(await signIn(server, { ...person, password: "an older password" }), "201")
    const [row] = await sql("select password_hash from accounts where user_id = $1", [person._id])
    assert.match(row.password_hash, /m=19456,t=2,p=1/)
  }))

test("an e-mail in two tenants gets a link from each, for that tenant's password", async () => {
  const person = await invite(server)
  const other = await server.otherTenant()
  await other.post("/v1/users/invite", { email: person.email, name: "Rui", role: "viewer" })
  await mailsTo({ api: other }, person.email)
  await forgot(person.email)
  const [[here], [there]] = [await mailsTo(server, person.email, 2), await mailsTo({ api: other }, person.email, 2)]
  assert.match(here.text, /a new password for Escola Azul/)
  assertOutcome(await reset(tokenIn(there), "the words over there"), "200")
  assertOutcome(await signIn(server, person, { tenant: server.keys.tenantId }), "201")
  assertOutcome(await signIn(server, { ...person, password: "the words over there" }, { tenant: other.keys.tenantId }), "201")
})
