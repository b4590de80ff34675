import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { adminOf, createPage, invite } from "../../../test/people.ts"

const server = await startTestServer()
const { baseUrl, keys } = server
const second = await server.otherTenant()

/** A browser that keeps its cookies. */
function newBrowser() {
  const jar = new Map<string, string>()
  const send = async (method: "GET" | "POST", path: string, fields: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const body = method === "POST" && { body: new URLSearchParams(fields) }
    const answer = await fetch(baseUrl + path, { method, ...body, headers: { cookie, origin: baseUrl }, redirect: "manual" })
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";", 1)[0]!.split("=")
      if (value === "") jar.delete(name)
      else jar.set(name, value)
    }
    return { status: answer.status, location: answer.headers.get("location"), html: await answer.text() }
  }
  const signIn = (person: { email: string; password: string }, tenant: string) => send("POST", "/sign-in", { ...person, tenant, next: "/" })
  const page = () => createPage(server, `session=${jar.get("session")}`)
  const whereIs = async () => (await page().get("/v1/users/user")).body.data?.tenant._id as string | undefined
  return { jar, send, signIn, page, whereIs }
}

const sessionFor = (html: string, name: string): string =>
  new RegExp(`name="session" value="(\\w+)">\\s*<button[^>]*>Switch to ${name} \\(sandbox\\)<`).exec(html)?.[1] ?? ""

async function inBoth() {
  const browser = newBrowser()
  await browser.signIn(adminOf(server), keys.tenantId)
  assert.equal((await browser.send("POST", "/businesses/add")).location, "/sign-in")
  assert.equal(await browser.whereIs(), undefined, "no request acts by a session that waits")
  await browser.signIn(adminOf(second), second.keys.tenantId)
  return browser
}

test("a person signs in to two businesses, switches between them, and acts in one at a time", async () => {
  const { jar, send, whereIs } = await inBoth()
  assert.equal(await whereIs(), second.keys.tenantId)
  const there = await send("GET", "/businesses")
  assert.match(there.html, /Stay in Other \(sandbox\)</)
  const switched = await send("POST", "/businesses/switch", { session: sessionFor(there.html, "Escola Azul") })
  assert.equal(switched.location, "/")
  assert.equal(await whereIs(), keys.tenantId)
  const { html } = await send("GET", "/businesses")
  assert.match(html, /Stay in Escola Azul \(sandbox\)</)
  const again = { session: sessionFor(html, "Other") }
  assert.notEqual(again.session, "")
  await send("POST", "/businesses/switch", again)
  assert.equal(await whereIs(), second.keys.tenantId)
  assert.equal((await send("POST", "/businesses/switch", again)).location, "/businesses", "it is the current one already")
  assert.equal(jar.get("waiting-sessions")!.split("~").length, 1)
})

test("a tab that names its business does nothing once the browser has switched to another one", async () => {
  const { page } = await inBoth()
  const contact = { email: "ana@example.com", profile: { firstName: "Ana" } }
  const refused = await page().post("/v1/contacts/create", contact, { "x-tenant-id": keys.tenantId })
  assert.deepEqual([refused.status, refused.body.error.code], [400, "TEN-1001"])
  assert.equal((await server.api.get("/v1/contacts?email=ana@example.com")).body.count, 0)
  assert.equal((await second.get("/v1/contacts?email=ana@example.com")).body.count, 0)
})

test("signing out ends the sessions that wait, too", async () => {
  const { jar, send } = await inBoth()
  const held = [jar.get("session")!, ...jar.get("waiting-sessions")!.split("~")]
  assert.equal(held.length, 2)
  const signedOut = await send("POST", "/sign-out")
  assert.deepEqual([signedOut.status, signedOut.location, jar.size], [303, "/sign-in", 0])
  for (const token of held) assert.equal((await createPage(server, `session=${token}`).get("/v1/users/user")).status, 401)
  assert.equal((await send("POST", "/sign-out")).status, 303, "there is nothing left to end")
})

test("two clicks on the button that signs out are answered alike", async () => {
  const { jar, send, whereIs } = await inBoth()
  const answers = await Promise.all([send("POST", "/sign-out"), send("POST", "/sign-out")])
  assert.deepEqual(
    answers.map(({ status, location }) => [status, location]),
    [
      [303, "/sign-in"],
      [303, "/sign-in"],
    ],
  )
  assert.deepEqual([jar.size, await whereIs()], [0, undefined])
})

test("a browser holds ten sessions, and signing out ends those that the page leaves out", async () => {
  const { jar, send, signIn } = newBrowser()
  await signIn(adminOf(server), keys.tenantId)
  for (let i = 0; i < 9; i++) {
    await send("POST", "/businesses/add")
    await signIn(adminOf(server), keys.tenantId)
  }
  const held = [jar.get("session")!, ...jar.get("waiting-sessions")!.split("~")]
  assert.equal(new Set(held).size, 10)
  const { html } = await send("GET", "/businesses")
  assert.match(html, /A browser can be signed in to ten businesses/)
  assert.doesNotMatch(html, /Switch to/, "they are all of one person in one business")
  assert.equal((await send("POST", "/businesses/add")).location, "/businesses")
  assert.deepEqual([jar.get("session")!, ...jar.get("waiting-sessions")!.split("~")], held)
  await send("POST", "/sign-out")
  for (const token of held) assert.equal((await createPage(server, `session=${token}`).get("/v1/users/user")).status, 401)
})

test("a session that has ended elsewhere is no longer offered, and one sign-in for each business is enough", async () => {
  const { jar, send, signIn } = await inBoth()
  await send("POST", "/businesses/add")
  assert.match((await send("GET", "/sign-in")).html, /href="\/businesses"/)
  await signIn(adminOf(server), keys.tenantId)
  assert.deepEqual(
    (await send("GET", "/businesses")).html.match(/Switch to [^<]+</g),
    ["Switch to Other (sandbox)<"],
    "the older session of the same person is left out",
  )
  await createPage(server, `session=${jar.get("waiting-sessions")!.split("~")[0]!}`).post("/v1/sessions/end-all")
  assert.doesNotMatch((await send("GET", "/businesses")).html, /Switch to Other/)
  for (const token of [jar.get("session")!, ...jar.get("waiting-sessions")!.split("~")])
    await createPage(server, `session=${token}`).post("/v1/sessions/end-all")
  assert.deepEqual([(await send("GET", "/businesses")).location, jar.size], ["/sign-in", 0], "the cookies of ended sessions are gone, too")
})

test("only forms of ours switch, and nobody gets into a session that they do not hold", async () => {
  const { jar, send, whereIs } = await inBoth()
  for (const path of ["/businesses/add", "/businesses/switch", "/sign-out"]) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(baseUrl + path, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { cookie, origin: "https://evil.example" },
    })
    assert.equal(answer.status, 403, path)
  }
  const stranger = newBrowser()
  const person = await invite(server)
  await stranger.signIn(person, keys.tenantId)
  const { html } = await send("GET", "/businesses")
  await stranger.send("POST", "/businesses/switch", { session: sessionFor(html, "Escola Azul") })
  assert.equal((await stranger.page().get("/v1/users/user")).body.data.email, person.email)
  assert.equal(await whereIs(), second.keys.tenantId)
  assert.equal((await newBrowser().send("GET", "/businesses")).location, "/sign-in")
})
