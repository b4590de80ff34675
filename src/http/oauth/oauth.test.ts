// OAuth for assistants, over HTTP as a client and a browser do it.
import assert from "node:assert/strict"
import { test } from "node:test"
import { callback, createBrowser, type Person, registerAssistant, send, signIn, toolNames } from "../../../test/assistant.ts"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { baseUrl } = server
const owner: Person = { email: server.keys.email, password: server.keys.password! }
const client = await registerAssistant(baseUrl)
const other = await registerAssistant(baseUrl)

const register = async (body: unknown) => {
  const headers = { "content-type": "application/json" }
  const response = await fetch(`${baseUrl}/oauth/register`, { method: "POST", headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Any }
}

test("the resource names its authorization server, which describes itself: PKCE with S256, public clients, documents, iss", async () => {
  const read = async (path: string) => (await (await fetch(`${baseUrl}${path}`)).json()) as Any
  const resource = await read("/.well-known/oauth-protected-resource/v1/mcp")
  assert.equal(resource.resource, `${baseUrl}/v1/mcp`)
  assert.deepEqual([resource.authorization_servers, resource.scopes_supported], [[baseUrl], ["agent:read", "agent:write"]])
  const metadata = await read("/.well-known/oauth-authorization-server")
  assert.deepEqual(
    [metadata.issuer, metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint],
    [baseUrl, `${baseUrl}/oauth/authorize`, `${baseUrl}/oauth/token`, `${baseUrl}/oauth/register`],
  )
  assert.deepEqual([metadata.code_challenge_methods_supported, metadata.response_types_supported], [["S256"], ["code"]])
  assert.deepEqual(metadata.response_modes_supported, ["query"])
  assert.ok(metadata.token_endpoint_auth_methods_supported.includes("none"))
  assert.ok(metadata.client_id_metadata_document_supported && metadata.authorization_response_iss_parameter_supported)
})

test("its addresses are those of BASE_URL, whatever the Host header and proxies say", async () => {
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "ftp" }
  const metadata = (await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`, { headers })).json()) as Any
  assert.equal(metadata.token_endpoint, `${baseUrl}/oauth/token`)
})

test("a client registers itself with a name and its callbacks; what else it sends is not used", async () => {
  const { status, body, headers } = await register({
    client_name: "  Two\nlines \u202e",
    redirect_uris: [callback, "https://app.example/cb", "com.example.app:/cb", "cursor://anysphere.cursor-mcp/oauth/callback"],
    scope: "openid everything",
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["client_credentials"],
    logo_uri: "https://evil.example/x.png",
  })
  assert.deepEqual([status, body.client_name, body.token_endpoint_auth_method], [201, "Twolines", "none"])
  assert.deepEqual([body.client_secret, body.scope, body.logo_uri], [undefined, undefined, undefined])
  assert.match(headers.get("cache-control")!, /no-store/)
})

test("a client's name is cut after a hundred characters, also within an emoji", async () => {
  const { status, body } = await register({ client_name: `${"x".repeat(99)}😀`, redirect_uris: [callback] })
  assert.deepEqual([status, body.client_name], [201, `${"x".repeat(99)}\ufffd`])
})

test("a callback that is none, or that anybody on the network could read, is not registered", async () => {
  for (const uri of [
    "javascript:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "blob:https://a.example/x",
    "about:blank",
    "http://evil.example/cb",
    "https://a.example/cb#x",
    "file:///etc/passwd",
    "nothing",
  ]) {
    const { status, body } = await register({ client_name: "x", redirect_uris: [uri] })
    assert.equal(status, 400, uri)
    assert.match(body.error, /^invalid_(redirect_uri|client_metadata)$/, uri)
  }
  for (const redirect_uris of [undefined, [], "x", Array.from({ length: 11 }, () => callback)])
    assert.equal((await register({ redirect_uris })).body.error, "invalid_redirect_uri")
  assert.equal((await register([])).body.error, "invalid_client_metadata")
})

test("a name that is too long is refused as such", async () => {
  for (const client_name of ["x".repeat(201), 7]) {
    const { status, body } = await register({ client_name, redirect_uris: [callback] })
    assert.deepEqual([status, body.error], [400, "invalid_client_metadata"])
    assert.match(body.error_description, /client_name/)
  }
})

test("a person signs in, sees who asks for what, allows it, and the client gets tokens for the tools", async () => {
  const { consent, parameters } = await client.ask(owner)
  for (const text of [
    client.name,
    new URL(callback).host,
    "Escola Azul",
    owner.email,
    "Read only",
    "Read and draft",
    "a program on this computer",
  ])
    assert.ok(consent.html.includes(text), `${text} is missing on ${consent.html}`)
  assert.deepEqual([parameters["iss"], parameters["state"]], [baseUrl, "state"])
  const { status, headers, body } = await client.exchange(parameters["code"]!)
  assert.deepEqual([status, body.token_type, body.expires_in, body.scope], [200, "Bearer", 600, "agent:read agent:write"])
  assert.match(headers.get("cache-control")!, /no-store/)
  assert.ok((await toolNames(baseUrl, body.access_token)).includes("refund_intent_create"))
})

test("the consent page needs no script, and its policy allows the form to lead to us and to the client's callback only", async () => {
  const { consent } = await client.ask(owner)
  const policy = consent.headers.get("content-security-policy")!
  assert.match(policy, /form-action 'self' http:\/\/127\.0\.0\.1:47631;/)
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
  assert.ok(!/<script|style=|\son\w+=/.test(consent.html))
})

test("a person who is signed in sees only the consent page, and is asked again for each connection", async () => {
  const browser = createBrowser()
  await client.ask(owner, {}, browser)
  const again = await browser.open(client.request())
  assert.match(again.html, /name="decision" value="allow"/)
  assert.match(again.url, /\/oauth\/connect\//)
})

test("who is signed in as somebody else signs in again, and comes back to the same request", async () => {
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(client.request()), owner)
  const again = await browser.submit(consent, { decision: "switch" })
  assert.match(again.html, /name="password"/)
  const back = await signIn(browser, again, owner)
  assert.equal(back.url, consent.url)
  assert.match((await browser.submit(back, { decision: "allow", access: "read" })).url, /[?&]code=/)
})

test("who says no sends the client away, and no assistant is connected", async () => {
  const count = async () => (await server.sql("select count(*)::int as n from assistants"))[0].n
  const before = await count()
  const { parameters } = await client.ask(owner, { decision: "cancel" })
  assert.deepEqual([parameters["error"], parameters["code"], parameters["state"]], ["access_denied", undefined, "state"])
  assert.equal(await count(), before)
})

test("a consent form that is sent twice connects one assistant", async () => {
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(client.request()), owner)
  const action = /<form[^>]*action="([^"]+)"/.exec(consent.html)![1]!
  const token = /name="token" value="([^"]+)"/.exec(consent.html)![1]!
  const body = new URLSearchParams({ token, decision: "allow", access: "draft" })
  const headers = { cookie: browser.cookiesFor(action), origin: baseUrl }
  const before = (await server.sql("select count(*)::int as n from assistants"))[0].n
  const answers = await inParallel(4, () => fetch(`${baseUrl}${action}`, { method: "POST", body, headers, redirect: "manual" }))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
  assert.equal((await server.sql("select count(*)::int as n from assistants"))[0].n, before + 1)
  const done = await browser.open(answers[0]!.headers.get("location")!)
  assert.equal((await client.exchange(new URL(done.url).searchParams.get("code")!)).status, 200)
})

test("a consent that another page sends, or that lacks the form's own token, changes nothing", async () => {
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(client.request()), owner)
  const action = `${baseUrl}${/<form[^>]*action="([^"]+)"/.exec(consent.html)![1]!}`
  const token = /name="token" value="([^"]+)"/.exec(consent.html)![1]!
  const cookie = browser.cookiesFor(new URL(action).pathname)
  const post = (fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(action, { method: "POST", body: new URLSearchParams(fields), headers: { cookie, ...headers }, redirect: "manual" })
  const before = (await server.sql("select count(*)::int as n from assistants"))[0].n
  assert.equal((await post({ token, decision: "allow" }, { origin: "https://evil.example" })).status, 403)
  assert.equal((await post({ token, decision: "allow" }, {})).status, 403)
  for (const letter of ["x", "é"]) {
    const wrong = await post({ token: letter.repeat(43), decision: "allow" }, { origin: baseUrl })
    assert.deepEqual([wrong.status, wrong.headers.get("location")], [200, null])
  }
  const otherBrowser = await fetch(action, {
    method: "POST",
    body: new URLSearchParams({ token, decision: "allow" }),
    headers: { origin: baseUrl },
  })
  assert.equal(otherBrowser.status, 400, "a browser without the request's cookie")
  assert.equal((await server.sql("select count(*)::int as n from assistants"))[0].n, before)
})

test("a request that is not quite right is refused, at the client or on a page, and never sends anybody to another address", async () => {
  const refusal = async (parameters: Record<string, string | null>) => {
    const page = await createBrowser().open(client.request(parameters))
    if (new URL(page.url).origin === baseUrl) return `page ${page.status}`
    assert.ok(page.url.startsWith(callback), page.url)
    const { searchParams, hash } = new URL(page.url)
    return searchParams.get("error") ?? new URLSearchParams(hash.slice(1)).get("error")
  }
  assert.equal(await refusal({ redirect_uri: "http://evil.example/callback" }), "page 400")
  assert.equal(await refusal({ redirect_uri: `${callback}/more` }), "page 400")
  assert.equal(await refusal({ client_id: "nobody" }), "page 400")
  assert.equal(await refusal({ code_challenge: null, code_challenge_method: null }), "invalid_request")
  assert.equal(await refusal({ code_challenge_method: "plain" }), "invalid_request")
  assert.equal(await refusal({ resource: "https://other.example/mcp" }), "invalid_target")
  assert.equal(await refusal({ response_type: "token" }), "unsupported_response_type")
  assert.equal(await refusal({ prompt: "none" }), "login_required")
  for (const response_mode of ["form_post", "fragment"])
    assert.equal(await refusal({ response_mode }), "unsupported_response_mode", response_mode)
  const page = await createBrowser().open(client.request({ client_id: "<script>alert(1)</script>" }))
  assert.ok(!page.html.includes("<script>alert"))
  assert.match(page.html, /can&#39;t be connected|can't be connected/)
})

test("a client that nobody has connected leads nobody to its address, whatever is wrong with its request", async () => {
  const redirect_uri = "https://evil.example/cb"
  const unconnected = await registerAssistant(baseUrl, "Stranger", redirect_uri)
  const wrong = {
    prompt: "none",
    response_type: "token",
    code_challenge: "",
    response_mode: "form_post",
    resource: "https://other.example",
  }
  const refusals = async () => {
    const given = Object.entries(wrong).flatMap(([name, value]) =>
      [redirect_uri, null].map(address => ({ [name]: value, redirect_uri: address })),
    )
    return Promise.all(given.map(each => createBrowser().open(unconnected.request(each))))
  }
  for (const { status, url, html } of await refusals())
    assert.deepEqual([status, new URL(url).origin, /can't be connected/.test(html)], [400, baseUrl, true])
  const ownComputer = await registerAssistant(baseUrl)
  assert.match((await createBrowser().open(ownComputer.request({ prompt: "none" }))).url, /^http:\/\/127.+error=login_required/)
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(unconnected.request({ redirect_uri })), owner)
  assert.match((await browser.submit(consent, { decision: "cancel" })).url, /^https:\/\/evil\.example\/cb\?error=access_denied/)
  await browser.submit(await browser.open(unconnected.request({ redirect_uri })), { decision: "allow", access: "read" })
  for (const { url } of await refusals()) assert.match(url, /^https:\/\/evil\.example\/cb[?#]error=/)
})

test("a request without a scope asks for both, and a page of ours that is opened without a request says so", async () => {
  const browser = createBrowser()
  const consent = await signIn(browser, await browser.open(client.request({ scope: null })), owner)
  assert.match(consent.html, /Read and draft/)
  const readOnly = await browser.open(client.request({ scope: "agent:read" }))
  assert.ok(!readOnly.html.includes("Read and draft"))
  const nowhere = await createBrowser().open(`${baseUrl}/oauth/connect/unknown`)
  assert.deepEqual([nowhere.status, /request is over/.test(nowhere.html)], [400, true])
})

test("a code works once, with its verifier, and for its client only", async () => {
  const code = async () => (await client.ask(owner)).parameters["code"]!
  const stolen = await client.exchange(await code(), { code_verifier: "x".repeat(43) })
  assert.deepEqual([stolen.status, stolen.body.error], [400, "invalid_grant"])
  assert.equal((await client.exchange(await code(), { client_id: other.id })).body.error, "invalid_grant")
  const used = await code()
  const { body } = await client.exchange(used)
  assert.equal((await client.exchange(used)).body.error, "invalid_grant")
  assert.equal((await send(baseUrl, body.access_token, "ping")).status, 401, "a code that is used twice ends the connection")
})

test("of exchanges of one code at the same time, one succeeds", async () => {
  const { parameters } = await client.ask(owner)
  const answers = await inParallel(5, () => client.exchange(parameters["code"]!))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test("a refresh gives a new pair; five at the same instant all survive, and so does the assistant", async () => {
  const { refresh_token } = await client.connect(owner)
  const answers = await inParallel(5, () => client.refresh(refresh_token))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 5)
  for (const { body } of answers) assert.equal((await send(baseUrl, body.access_token, "ping")).status, 200)
  assert.equal((await client.refresh(refresh_token)).status, 200, "a client that lost the answer asks again with what it has")
  assert.equal((await client.refresh(answers[4]!.body.refresh_token)).status, 200)
})

test("a refresh token that was replaced and is used after its grace takes the whole connection with it", async () => {
  const first = await client.connect(owner)
  const second = (await client.refresh(first.refresh_token)).body
  await server.sql("update assistant_tokens set consumed_at = consumed_at - interval '31 seconds' where consumed_at is not null")
  const reuse = await client.refresh(first.refresh_token)
  assert.deepEqual([reuse.status, reuse.body.error], [400, "invalid_grant"])
  assert.equal((await send(baseUrl, second.access_token, "ping")).status, 401)
  assert.equal((await client.refresh(second.refresh_token)).body.error, "invalid_grant")
})

test("another client can't refresh with it, and a client can sign itself out", async () => {
  const { access_token, refresh_token } = await client.connect(owner)
  assert.equal((await other.refresh(refresh_token)).body.error, "invalid_grant")
  assert.equal((await send(baseUrl, access_token, "ping")).status, 200)
  const revoke = await fetch(`${baseUrl}/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id, token: refresh_token }),
  })
  assert.equal(revoke.status, 200)
  assert.equal((await send(baseUrl, access_token, "ping")).status, 401)
})

test("no token, code or id of a browser is stored as it is", async () => {
  const { access_token, refresh_token } = await client.connect(owner)
  const rows = JSON.stringify([await server.sql("select * from assistant_tokens"), await server.sql("select * from oauth_records")])
  for (const secret of [access_token, refresh_token]) assert.ok(!rows.includes(secret))
  const uid = new URL((await createBrowser().open(client.request())).url).searchParams.get("next")!.split("/").at(-1)!
  assert.ok(!JSON.stringify(await server.sql("select id, payload ->> 'jti' as jti from oauth_records")).includes(uid))
})
