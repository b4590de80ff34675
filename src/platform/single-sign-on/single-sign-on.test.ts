// Single sign-on against a provider on loopback: who is let in, as whom, and which answers are refused.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Fault, oidcClient, startOidcProvider } from "../../../test/doubles/oidc.ts"
import { type Any, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { openTransaction } from "../../../test/open-transaction.ts"
import { adminOf, codeOf, createPage, enroll, invite, signedIn } from "../../../test/people.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { ssoProblem } from "./errors.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server
const { issuer, state } = await startOidcProvider()
const outcome = ({ status, body }: Any) => `${status} ${body?.error?.code ?? ""}`.trim()
const connection = { issuer, ...oidcClient, domains: ["example.com"], defaultRole: "viewer" }
const connect = (more = {}, by: Pick<typeof api, "post"> = api) => by.post("/v1/single-sign-on/connect", { ...connection, ...more })
const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find(line => line.startsWith(`${name}=`))
    ?.split(";")[0]
const follow = (url: string, headers = {}) => fetch(url, { redirect: "manual", headers })
const claimsOf = (email: string, more = {}) => ({ sub: `of ${email}`, email, email_verified: true, name: "Rui Costa", ...more })

/** A browser: to the provider and back, as far as the callback. */
async function leave(tenant = keys.tenantId, next = "/docs") {
  const started = await follow(`${baseUrl}/sign-in/sso?${String(new URLSearchParams({ tenant, next }))}`)
  assert.equal(started.status, 303, await started.text())
  const answered = await follow(started.headers.get("location")!)
  return { url: answered.headers.get("location")!, cookie: cookieOf(started, "sso")!, asked: new URL(started.headers.get("location")!) }
}
async function arrive({ url, cookie }: { url: string; cookie: string }) {
  const answer = await follow(url, { cookie })
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    session: cookieOf(answer, "session"),
    html: await answer.text(),
  }
}
async function signInAs(claims: object, fault: Fault = "none") {
  Object.assign(state, { claims, fault })
  return arrive(await leave())
}
const says = ({ html }: { html: string }, { message }: Problem) => assert.ok(html.includes(message), `${message}: ${html}`)
const me = async (session: string | undefined) => (await createPage(server, session).get("/v1/users/user")).body.data

test("only a super admin connects a provider, whose configuration is read first; the secret is never shown", async () => {
  const admin = await signedIn(server, await invite(server, "admin"))
  assert.equal(outcome(await connect({}, admin)), "403 PRM-1001")
  const owner = await signedIn(server, adminOf(server))
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assert.equal(outcome(await connect({}, owner)), "401 AUT-1009")
  assert.equal(outcome(await connect({ issuer: `${issuer}/other` })), "422 SSO-1002")
  assert.equal(outcome(await connect({ defaultRole: "super-admin" })), "400 VAL-1003")
  assert.equal(outcome(await connect({ clientSecret: undefined })), "400 VAL-1003")
  const before = (await api.get("/v1/single-sign-on")).body.data
  assert.deepEqual([before.connected, before.redirectUri], [false, `${baseUrl}/sign-in/sso/callback`])
  const connected = await connect()
  assert.equal(outcome(connected), "200", connected.text)
  assert.ok(!connected.text.includes(oidcClient.clientSecret))
  assert.equal(outcome(await connect({ clientSecret: undefined })), "200", "the same client keeps its secret")
  assert.equal(outcome(await connect({ clientSecret: undefined, clientId: "another" })), "400 VAL-1003")
  const [row] = await sql("select client_secret from sso_connections")
  assert.match(row.client_secret, /^v1\./)
  const entry = (await api.get(`/v1/audit-log?object=${keys.tenantId}&action=singleSignOn.connect`)).body.data.at(-1)
  assert.deepEqual([entry.after.domains, JSON.stringify(entry).includes(oidcClient.clientSecret)], [["example.com"], false])
})

test("a person of an admitted domain joins with the default role, and is the same person the next time", async () => {
  await connect()
  const email = uniqueEmail("sso")
  const page = await (await fetch(`${baseUrl}/sign-in?tenant=${keys.tenantId}&next=/docs`)).text()
  assert.match(page, /Sign in with 127\.0\.0\.1/)
  assert.doesNotMatch(await (await fetch(`${baseUrl}/sign-in`)).text(), /sign-in\/sso/)
  const { status, location, session } = await signInAs(claimsOf(email))
  assert.deepEqual([status, location], [303, "/docs"])
  const user = await me(session)
  assert.deepEqual([user.email, user.role, user.name], [email, "viewer", "Rui Costa"])
  assert.equal(outcome(await createPage(server, session).post("/v1/contacts/create", {})), "403 PRM-1001")
  const again = await signInAs(claimsOf(uniqueEmail("renamed"), { sub: `of ${email}` }))
  assert.equal((await me(again.session))._id, user._id, "the provider's name counts, and not the e-mail")
  const other = await signInAs(claimsOf(email, { sub: "somebody who got the address later" }))
  assert.deepEqual([other.status, other.session], [403, undefined])
  says(other, ssoProblem("SSO-1006"))
  await api.post(`/v1/users/${user._id}/update`, { status: "disabled" })
  const disabled = await signInAs(claimsOf(email))
  assert.equal(disabled.status, 403)
  says(disabled, ssoProblem("SSO-1007"))
  const log = (await api.get(`/v1/audit-log?object=${user._id}`)).body.data.map(({ action }: Any) => action)
  assert.ok(log.includes("singleSignOn.link") && log.includes("users.create"), log)
})

test("a person who was invited keeps the role that they have, and one who joins twice at once joins once", async () => {
  const person = await invite(server, "finance")
  const user = await me((await signInAs(claimsOf(person.email.toUpperCase()))).session)
  assert.deepEqual([user._id, user.role], [person._id, "finance"])
  const email = uniqueEmail("twice")
  Object.assign(state, { claims: claimsOf(email), fault: "none" })
  const left = await Promise.all(Array.from({ length: 6 }, () => leave()))
  const answers = await Promise.all(left.map(arrive))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
  assert.equal((await api.get(`/v1/users?email=${email}`)).body.count, 1)
})

test("refuses e-mails that are not verified, of other domains or missing", async () => {
  const isUnverified = ssoProblem("SSO-1004")
  const isOf = (domain: string) => ssoProblem("SSO-1005", { domain })
  const refused: [claims: object, problem: Problem][] = [
    [claimsOf(uniqueEmail(), { email_verified: false }), isUnverified],
    [claimsOf(uniqueEmail(), { email_verified: "true" }), isUnverified],
    [{ sub: "nobody" }, isUnverified],
    [claimsOf("rui@evil.example"), isOf("evil.example")],
    [claimsOf("rui@sub.example.com"), isOf("sub.example.com")],
    [claimsOf("rui@evil.example, rui@example.com"), isUnverified],
    [claimsOf(keys.email.replace("@", "@evil.")), isOf(`evil.${keys.email.split("@")[1]!}`)],
  ]
  for (const [claims, problem] of refused) {
    const answer = await signInAs(claims)
    assert.deepEqual([answer.status, answer.session], [403, undefined], JSON.stringify(claims))
    says(answer, problem)
  }
})

test("refuses an ID token that is not signed by the provider for us, for this sign-in and for now", async () => {
  const claims = claimsOf(uniqueEmail())
  const faults = ["signature", "nonce", "audience", "issuer", "expired", "unsigned", "other issuer in the answer"] as const
  for (const fault of faults) {
    const answer = await signInAs(claims, fault)
    assert.deepEqual([answer.status, answer.session], [401, undefined], fault)
    says(answer, ssoProblem("SSO-1003"))
  }
  assert.equal((await signInAs(claims)).status, 303)
})

test("accepts an answer only in the browser that asked, once, with the state that it was given", async () => {
  Object.assign(state, { claims: claimsOf(uniqueEmail()), fault: "none" })
  const [mine, theirs] = [await leave(), await leave()]
  assert.equal(mine.asked.searchParams.get("code_challenge_method"), "S256")
  const redeemed = state.tokenRequests
  for (const cookie of ["", "sso=x", theirs.cookie]) assert.equal((await arrive({ ...mine, cookie })).status, 401)
  const url = new URL(mine.url)
  url.searchParams.set("state", "of an attacker")
  assert.equal((await arrive({ ...mine, url: url.href })).status, 401)
  assert.equal(state.tokenRequests, redeemed, "no code is redeemed meanwhile")
  assert.equal((await arrive(mine)).status, 303)
  assert.equal((await arrive(mine)).status, 401)
})

test("asks for the code of a person who has a second factor, unless the provider asks for one", async () => {
  const person = await invite(server)
  const { secret } = await enroll(await signedIn(server, person))
  const asked = await signInAs(claimsOf(person.email))
  assert.deepEqual([asked.status, asked.session], [200, undefined])
  const ticket = /name="ticket" value="([^"]*)"/.exec(asked.html)![1]!
  const body = new URLSearchParams({ next: "/docs", tenant: keys.tenantId, ticket, code: codeOf(secret) })
  const right = await fetch(`${baseUrl}/sign-in/code`, { method: "POST", headers: { origin: baseUrl }, body, redirect: "manual" })
  assert.equal(right.status, 303)
  assert.equal((await signInAs(claimsOf(person.email, { amr: ["pwd", "mfa"] }))).status, 303)
  await api.post("/v1/settings/require-two-factor", { required: true, graceDays: 0 })
  const other = claimsOf(uniqueEmail())
  const without = createPage(server, (await signInAs(other)).session)
  assert.equal(outcome(await without.get("/v1/contacts")), "403 PRM-1007")
  await connect({ asksSecondFactor: true })
  const proven = createPage(server, (await signInAs(other)).session)
  assert.equal(outcome(await proven.get("/v1/contacts")), "200")
  assert.equal((await signInAs(claimsOf(person.email))).status, 303)
  await api.post("/v1/settings/require-two-factor", { required: false })
})

test("with single sign-on only, passwords and passkeys of everybody but one super admin are refused, and their sessions end", async () => {
  await connect()
  const person = await invite(server, "admin")
  const owner = await signedIn(server, adminOf(server))
  const { _id: exception } = (await owner.get("/v1/users/user")).body.data
  const require = (fields: object, by: Pick<typeof api, "post"> = owner) => by.post("/v1/single-sign-on/require", fields)
  const before = await signedIn(server, person)
  assert.equal(outcome(await require({ required: true, exception: person._id })), "409 SSO-1010", "an admin can't change the connection")
  assert.equal(outcome(await require({ required: true })), "400 VAL-1003")
  assert.equal(outcome(await require({ required: true, exception }, before)), "403 PRM-1001")
  await sql("delete from sso_identities")
  assert.equal(outcome(await require({ required: true, exception })), "409 SSO-1009")
  assert.equal((await before.get("/v1/users/user")).status, 200)
  const bySso = await signInAs(claimsOf(person.email))
  const required = await require({ required: true, exception })
  assert.deepEqual([outcome(required), required.body.data.onlyExcept], ["200", exception])
  assert.equal((await before.get("/v1/users/user")).status, 401, "the session that a password began")
  assert.equal(await me(bySso.session), undefined)
  assert.equal((await owner.get("/v1/users/user")).status, 200)

  const refused = await createPage(server).post("/v1/sessions/create", { email: person.email, password: person.password })
  assert.equal(outcome(refused), "403 SSO-1008")
  assert.ok(refused.text.includes(`${baseUrl}/sign-in?tenant=${keys.tenantId}`))
  const wrong = await createPage(server).post("/v1/sessions/create", { email: person.email, password: "not what was chosen" })
  assert.equal(outcome(wrong), "401 AUT-1006", "a stranger learns nothing")
  assert.equal((await me((await signInAs(claimsOf(person.email))).session)).email, person.email)
  assert.equal((await signedIn(server, adminOf(server)).then(page => page.get("/v1/users/user"))).status, 200)

  const second = (await api.post("/v1/users/invite", { email: uniqueEmail(), name: "Ana", role: "super-admin" })).body.data
  assert.equal(outcome(await require({ required: true, exception: second._id })), "409 SSO-1010", "she has no password yet")
  for (const change of [{ status: "disabled" }, { role: "admin" }])
    assert.equal(outcome(await api.post(`/v1/users/${exception}/update`, change)), "409 SSO-1011")
  assert.equal(outcome(await require({ required: false })), "200")
  assert.equal((await signedIn(server, person).then(page => page.get("/v1/users/user"))).status, 200)
})

test("a sign-in with a password that overlaps with the change begins no session", async () => {
  await connect()
  const person = await invite(server)
  const admin = await signedIn(server, adminOf(server))
  const { _id: exception } = (await admin.get("/v1/users/user")).body.data
  const change = await openTransaction(server)
  await change.run("update sso_connections set only_except = $1 where tenant_id = $2", [exception, keys.tenantId])
  const answer = createPage(server).post("/v1/sessions/create", { email: person.email, password: person.password })
  await change.untilWaiting(1)
  await change.commit()
  assert.equal(outcome(await answer), "403 SSO-1008")
  assert.equal(outcome(await admin.post("/v1/single-sign-on/require", { required: false })), "200")
})

test("asks a person for the code after the provider, also while passwords are refused", async () => {
  await connect()
  const person = await invite(server)
  const { secret } = await enroll(await signedIn(server, person))
  const owner = await signedIn(server, adminOf(server))
  const { _id: exception } = (await owner.get("/v1/users/user")).body.data
  const first = await signInAs(claimsOf(person.email))
  const { data } = (await owner.post("/v1/single-sign-on/require", { required: true, exception })).body
  assert.equal(data.onlyExcept, exception)
  const ticketIn = (html: string) => /name="ticket" value="([^"]+)"/.exec(html)![1]!
  const fields = { next: "/docs", ticket: ticketIn(first.html), code: codeOf(secret) }
  const sent = { method: "POST", body: new URLSearchParams(fields), headers: { origin: baseUrl }, redirect: "manual" } as const
  const finished = await fetch(`${baseUrl}/sign-in/code`, sent)
  assert.equal(finished.status, 303, await finished.text())
  assert.equal(outcome(await owner.post("/v1/single-sign-on/require", { required: false })), "200")
})

test("another tenant has no part in it, and nobody signs in once it is disconnected", async () => {
  await connect({ asksSecondFactor: false })
  const other = await server.otherTenant()
  assert.equal((await other.get("/v1/single-sign-on")).body.data.connected, false)
  const refused = await follow(`${baseUrl}/sign-in/sso?tenant=${other.keys.tenantId}`)
  assert.equal(refused.status, 404)
  Object.assign(state, { claims: claimsOf(uniqueEmail()), fault: "none" })
  const left = await leave()
  assert.equal(outcome(await api.post("/v1/single-sign-on/disconnect")), "200")
  assert.equal((await arrive(left)).status, 401)
  assert.equal(outcome(await api.post("/v1/single-sign-on/disconnect")), "404 SSO-1001")
})
