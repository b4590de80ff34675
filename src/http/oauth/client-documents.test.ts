// Clients that publish a document about themselves instead of registering.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:https"
import { type AddressInfo, BlockList } from "node:net"
import { after, mock, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { callback, createAssistant, createBrowser, type Person, signIn, toolNames } from "../../../test/assistant.ts"
import { inParallel, startTestServer } from "../../../test/harness.ts"
import { createCertificate } from "../../../test/self-signed.ts"

const certificate = createCertificate()
setDefaultCACertificates([...getCACertificates("default"), certificate.cert])

const requests: string[] = []
const publisher = createServer(certificate, (request, response) => {
  requests.push(request.url!)
  const id = `${origin}${request.url}`
  const base = { client_id: id, client_name: "Published assistant", redirect_uris: [callback] }
  const documents: Record<string, object> = {
    "/client.json": base,
    "/other-id.json": { ...base, client_id: `${origin}/client.json` },
    "/secret.json": { ...base, client_secret: "x" },
    "/plain-http.json": { ...base, redirect_uris: ["http://evil.example/cb"] },
    "/long.json": { ...base, client_uri: `https://a.example/${"x".repeat(10_000)}` },
  }
  if (request.url === "/moved.json") return void response.writeHead(302, { location: "/client.json" }).end()
  const document = documents[request.url!]
  response.writeHead(document ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(document ?? {}))
}).listen(0, "127.0.0.1")
await once(publisher, "listening")
after(() => publisher.close())
/** The publisher is on this computer; for these tests its address is a public one. */
const everyAddressIsPublic = () => mock.method(BlockList.prototype, "check", () => false)
let addresses = everyAddressIsPublic()
after(() => addresses.mock.restore())
const origin = `https://127.0.0.1:${(publisher.address() as AddressInfo).port}`

const server = await startTestServer({ WEBHOOKS_ALLOW_PRIVATE: "true", TRUST_PROXY: "1" })
const { baseUrl } = server
const owner: Person = { email: server.keys.email, password: server.keys.password! }
const open = (path: string) => createBrowser().open(createAssistant(baseUrl, `${origin}${path}`, "").request())

test("a client that publishes a document is connected without registering, and the page names who published it", async () => {
  const client = createAssistant(baseUrl, `${origin}/client.json`, "Published assistant")
  const { consent, parameters } = await client.ask(owner)
  assert.match(consent.html, new RegExp(`Described by ${new URL(origin).host}`))
  assert.match(consent.html, /Published assistant/)
  const { body } = await client.exchange(parameters["code"]!)
  assert.ok((await toolNames(baseUrl, body.access_token)).includes("contact_list"))
  assert.equal((await client.refresh(body.refresh_token)).status, 200)
  assert.deepEqual(requests, ["/client.json"], "it is fetched once and kept for a while")
  assert.deepEqual(await server.sql("select * from oauth_records where model = 'Client'"), [])
})

test("a document that is another's, holds a secret, is too long, missing or elsewhere connects nobody", async () => {
  for (const path of ["/other-id.json", "/secret.json", "/plain-http.json", "/long.json", "/missing.json", "/moved.json"]) {
    const page = await open(path)
    assert.deepEqual([page.status, page.url.startsWith(baseUrl)], [400, true], `${path}: ${page.url}`)
  }
  assert.ok(!requests.includes("/client.json", 1), "redirects are not followed")
})

test("a document on a private address is not fetched, wherever webhooks may go", async () => {
  requests.length = 0
  addresses.mock.restore()
  assert.equal((await open("/private.json")).status, 400)
  assert.equal(requests.length, 0)
  addresses = everyAddressIsPublic()
  await open("/private.json")
  assert.ok(requests.includes("/private.json"))
})

test("a document at an address without https is none", async () => {
  const browser = createBrowser()
  const page = await browser.open(createAssistant(baseUrl, "http://127.0.0.1:1/client.json", "").request())
  assert.equal((await signIn(browser, page, owner)).status, 400)
})

test("who names documents without end keeps nobody elsewhere from connecting, whatever address they claim", async () => {
  const refusal = async (n: number, from: string): Promise<string> => {
    const body = new URLSearchParams({ client_id: `${origin}/none-${n}.json`, grant_type: "refresh_token", refresh_token: "none" })
    const response = await fetch(`${baseUrl}/oauth/token`, {
      method: "POST",
      headers: { "x-forwarded-for": `198.51.100.${n}, ${from}` },
      body,
    })
    return ((await response.json()) as { error_description: string }).error_description
  }
  const refusals = await inParallel(60, n => refusal(n, "192.0.2.7"))
  assert.ok(refusals.some(each => each.endsWith("fetch not allowed")))
  assert.match(await refusal(60, "192.0.2.8"), /fetch failed$/)
})
