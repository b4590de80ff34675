import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { adminOf, codeOf, createPage, enroll, invite, mailsTo, signedIn, tokenIn, wrongCode } from "../../../test/people.ts"
import { safeNext, signInPath } from "./next.ts"

const server = await startTestServer()
const { baseUrl } = server

type Fields = Record<string, string>
const post = (path: string, fields: Fields, headers: Record<string, string> = { origin: baseUrl }) =>
  fetch(baseUrl + path, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" })
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!
const withoutOwnScript = (html: string) => html.replace('<script src="/assets/sign-in.js" defer></script>', "")
const cookieIn = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0]
const isSignedIn = async (cookie: string | undefined) => (await createPage(server, cookie).get("/v1/users/user")).status === 200

test("a person signs in on the page and is led to a path of ours", async () => {
  const page = await fetch(`${baseUrl}/sign-in?next=/oauth/authorize%3Fa%3D1`)
  const html = await page.text()
  assert.equal(hidden(html, "next"), "/oauth/authorize?a=1")
  assert.match(page.headers.get("content-security-policy")!, /default-src 'none'.*form-action 'self'; frame-ancestors 'none'/)
  assert.doesNotMatch(withoutOwnScript(html), /<script|style=|has ended/)
  assert.match(page.headers.get("content-security-policy")!, /script-src 'self'; .*connect-src 'self'/)
  assert.match(await (await fetch(`${baseUrl}/sign-in?ended=1`)).text(), /Your session has ended\. What you typed is kept\./)
  const signedInNow = await post("/sign-in", { ...adminOf(server), next: hidden(html, "next") })
  assert.deepEqual([signedInNow.status, signedInNow.headers.get("location")], [303, "/oauth/authorize?a=1"])
  const cookie = cookieIn(signedInNow)!
  assert.ok(await isSignedIn(cookie))
  const again = await fetch(`${baseUrl}/sign-in?next=/docs`, { headers: { cookie }, redirect: "manual" })
  assert.deepEqual([again.status, again.headers.get("location")], [303, "/docs"])
})

test("who has a second factor is asked for the code, without typing the password again", async () => {
  const person = await invite(server)
  const { secret } = await enroll(await signedIn(server, person))
  const second = await (await post("/sign-in", { ...person, next: "/docs" })).text()
  assert.match(second, /autocomplete="one-time-code"/)
  const fields = { next: "/docs", ticket: hidden(second, "ticket") }
  const wrong = await post("/sign-in/code", { ...fields, code: wrongCode(secret) })
  assert.equal(wrong.status, 401)
  assert.match(await wrong.text(), /role="alert">The e-mail, the password or the code is wrong\./)
  const right = await post("/sign-in/code", { ...fields, code: codeOf(secret) })
  assert.deepEqual([right.status, right.headers.get("location")], [303, "/docs"])
  assert.ok(await isSignedIn(cookieIn(right)))
  for (const ticket of ["", "x.y", `${fields.ticket}x`, fields.ticket.replace(/^./, "X")]) {
    const refused = await post("/sign-in/code", { ...fields, ticket, code: codeOf(secret) })
    assert.equal(refused.status, 401)
    assert.match(await refused.text(), /Sign in again/)
  }
})

test("the pages speak the language that was chosen, else that of the browser, else English", async () => {
  const read = async (path: string, headers: Record<string, string>) => (await fetch(baseUrl + path, { headers })).text()
  const german = await read("/sign-in", { "accept-language": "de-AT,de;q=0.9,en;q=0.5" })
  assert.match(german, /<html lang="de">[^]*<h1>Anmelden<\/h1>[^]*Passwort vergessen\?/)
  assert.match(await read("/forgot-password", { "accept-language": "pt" }), /<h1>Nova senha<\/h1>/)
  assert.match(await read("/reset-password?token=x", { "accept-language": "es-MX" }), /<h1>Elija una contraseña<\/h1>/)
  assert.match(await read("/sign-in", { "accept-language": "de", cookie: "session=x; language=fr" }), /<h1>Se connecter<\/h1>/)
  for (const cookie of ["language=xx", "language=", "other-language=fr"])
    assert.match(await read("/sign-in", { cookie }), /<html lang="en">[^]*<h1>Sign in<\/h1>/, cookie)
  const headers = { origin: baseUrl, "accept-language": "de" }
  const wrong = await post("/sign-in", { email: adminOf(server).email, password: "falsch", next: "/" }, headers)
  assert.match(await wrong.text(), /Die E-Mail-Adresse, das Passwort oder der Code ist falsch\./)
  assert.match(await (await post("/reset-password", { token: "x", password: "kurz" }, headers)).text(), /mindestens 12 Zeichen haben\./)
})

test("a tenant in the address decides which account's password is asked for", async () => {
  const other = await server.otherTenant()
  const person = await invite(server)
  await other.post("/v1/users/invite", { email: person.email, name: "Rui", role: "viewer" })
  for (const [tenant, status] of [
    [server.keys.tenantId, 303],
    [other.keys.tenantId, 401],
    ["nonsense", 303],
  ] as const) {
    const html = await (await fetch(`${baseUrl}/sign-in?tenant=${tenant}`)).text()
    assert.equal((await post("/sign-in", { ...person, next: "/", tenant: hidden(html, "tenant") })).status, status)
  }
})

test("a wrong password shows the form again with the e-mail, and begins no session", async () => {
  const answer = await post("/sign-in", { email: adminOf(server).email, password: "not what was chosen", next: "/" })
  const html = await answer.text()
  assert.equal(answer.status, 401)
  assert.match(html, /role="alert"/)
  assert.match(html, new RegExp(`name="email"[^>]* value="${server.keys.email}"`))
  assert.deepEqual(answer.headers.getSetCookie(), [])
})

test("a form of another site is refused", async () => {
  for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {} as Record<string, string>])
    for (const path of ["/sign-in", "/sign-in/code", "/forgot-password", "/reset-password"])
      assert.equal((await post(path, { ...adminOf(server) }, headers)).status, 403)
})

test("what is typed is shown as text, never as a tag", async () => {
  const html = await (await post("/sign-in", { email: `"><script>alert(1)</script>`, password: "x", next: `"><b>` })).text()
  assert.doesNotMatch(withoutOwnScript(html), /<script|<b>/)
})

test("`next` leads to our own paths only", () => {
  for (const path of ["/", "/docs", "/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fexample.com", "/a//b"])
    assert.equal(safeNext(path), path)
  for (const bad of [
    undefined,
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "docs",
    "/a\nb",
    "/a b",
    "\t//evil.example",
    "/%\\evil",
  ])
    assert.equal(safeNext(bad), "/", bad)
  assert.equal(signInPath("/docs?a=1"), "/sign-in?next=%2Fdocs%3Fa%3D1")
})

test("a forgotten password is replaced on the pages that the mail leads to", async () => {
  const person = await invite(server)
  assert.match(await (await fetch(`${baseUrl}/forgot-password`)).text(), /Send the link/)
  const [known, unknown] = [
    await post("/forgot-password", { email: person.email }),
    await post("/forgot-password", { email: uniqueEmail() }),
  ]
  assert.deepEqual([known.status, await known.text()], [unknown.status, await unknown.text()])
  const [mail] = await mailsTo(server, person.email, 2)
  const token = tokenIn(mail)
  const html = await (await fetch(`${baseUrl}/reset-password?${String(new URLSearchParams({ token }))}`)).text()
  assert.equal(hidden(html, "token"), token)
  const weak = await post("/reset-password", { token, password: "too short" })
  assert.equal(weak.status, 400)
  assert.match(await weak.text(), /at least 12 characters/)
  const changed = await (await post("/reset-password", { token, password: "other ordinary words" })).text()
  assert.ok(changed.includes(`/sign-in?tenant=${server.keys.tenantId}`))
  const used = await post("/reset-password", { token, password: "other ordinary words" })
  assert.equal(used.status, 401)
  assert.match(await used.text(), /This link was used/)
  assert.equal((await post("/sign-in", { email: person.email, password: "other ordinary words", next: "/" })).status, 303)
})
