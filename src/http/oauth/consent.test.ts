// The page on which a person decides about an assistant.
import assert from "node:assert/strict"
import { test } from "node:test"
import { createBrowser, type Person, registerAssistant, signIn } from "../../../test/assistant.ts"
import { startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { baseUrl } = server
const owner: Person = { email: server.keys.email, password: server.keys.password! }

test("the host of a callback adds nothing to the policy of the consent page", async () => {
  const policyFor = async (redirect_uri: string) => {
    const client = await registerAssistant(baseUrl, "Stranger", redirect_uri)
    const browser = createBrowser()
    const consent = await signIn(browser, await browser.open(client.request({ redirect_uri })), owner)
    assert.match(consent.html, /name="decision" value="allow"/)
    return consent.headers.get("content-security-policy")!
  }
  const plain = await policyFor("https://app.example:8443/cb")
  assert.match(plain, /form-action 'self' https:\/\/app\.example:8443;/)
  for (const host of ["a;script-src", "a,default-src", "*.example.com", "a'b.example", "a;sandbox;b.example"]) {
    const policy = await policyFor(`https://${host}/cb`)
    assert.equal(policy, plain.replace("https://app.example:8443", "https:"), host)
  }
})

test("in an old session the consent page asks for the password, and connects nothing without it", async () => {
  const client = await registerAssistant(baseUrl)
  const browser = createBrowser()
  await signIn(browser, await browser.open(`${baseUrl}/sign-in?next=/docs`), owner)
  const session = browser.cookiesFor("/")
  assert.doesNotMatch((await browser.open(client.request())).html, /name="password"/)
  await server.sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  const count = async () => (await server.sql("select count(*)::int as n from assistants"))[0].n
  const before = await count()
  const consent = await browser.open(client.request())
  assert.match(consent.html, /Confirm that it is you: your password/)
  for (const password of ["", "not what was chosen"]) {
    const refused = await browser.submit(consent, { decision: "allow", access: "read", password })
    assert.equal(refused.status, 401)
    assert.match(refused.html, /role="alert">(The password is wrong\. Nothing was connected|Nothing was connected yet)/)
    assert.match(refused.html, /value="read" checked/)
    assert.doesNotMatch(refused.html, /value="draft" checked/)
  }
  assert.deepEqual([await count(), browser.cookiesFor("/")], [before, session])
  const allowed = await browser.submit(consent, { decision: "allow", access: "read", password: owner.password })
  const code = new URL(allowed.url).searchParams.get("code")!
  assert.equal((await client.exchange(code)).body.scope, "agent:read")
  assert.equal(await count(), before + 1)
  assert.notEqual(browser.cookiesFor("/"), session, "the session has a new token")
  const statusWith = async (cookie: string) => (await fetch(`${baseUrl}/v1/users/user`, { headers: { cookie } })).status
  assert.deepEqual([await statusWith(browser.cookiesFor("/")), await statusWith(session)], [200, 401])
  assert.doesNotMatch((await browser.open(client.request())).html, /name="password"/)
})

test("an old session declines, or changes the account, without a password", async () => {
  const client = await registerAssistant(baseUrl)
  for (const [decision, expected] of [
    ["cancel", /[?&]error=access_denied/],
    ["switch", /\/sign-in\?next=/],
  ] as const) {
    const browser = createBrowser()
    await signIn(browser, await browser.open(client.request()), owner)
    await server.sql("update sessions set confirmed_at = now() - interval '11 minutes'")
    const consent = await browser.open(client.request())
    assert.match(consent.html, new RegExp(`value="${decision}" formnovalidate`))
    assert.match((await browser.submit(consent, { decision })).url, expected)
  }
})

test("wrong passwords on the consent page are counted", async () => {
  const client = await registerAssistant(baseUrl)
  const browser = createBrowser()
  await signIn(browser, await browser.open(client.request()), owner)
  await server.sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  const consent = await browser.open(client.request())
  const attempt = (password: string) => browser.submit(consent, { decision: "allow", access: "read", password })
  for (let n = 0; n < 10; n++) assert.match((await attempt(`wrong ${n}`)).html, /The password is wrong/)
  const locked = await attempt(owner.password)
  assert.deepEqual([locked.status, Number(locked.headers.get("retry-after")) >= 1], [401, true])
  assert.match(locked.html, /Too many wrong attempts/)
  await server.sql("delete from sign_in_attempts")
})
