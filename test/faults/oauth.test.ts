// Assistants with two processes whose clocks differ, behind a load balancer that alternates between them.
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, request } from "node:http"
import { after, test } from "node:test"
import { type Person, registerAssistant, send, use } from "../assistant.ts"
import { freePort } from "../free-port.ts"
import { inParallel, uniqueEmail } from "../harness.ts"
import { clockAhead, startPair } from "./server-process.ts"

const port = await freePort()
const baseUrl = `http://127.0.0.1:${port}`
const { baseUrls, keys, sql } = await startPair({ BASE_URL: baseUrl, ...clockAhead(300_000) })
let turn = 0
const balancer = createServer((incoming, outgoing) => {
  const target = new URL(baseUrls[turn++ % 2]!)
  const { method, url: path, headers } = incoming
  const upstream = request({ host: target.hostname, port: target.port, method, path, headers }, answer => {
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
    answer.pipe(outgoing)
  })
  upstream.on("error", () => outgoing.destroy())
  incoming.pipe(upstream)
}).listen(port, "127.0.0.1")
await once(balancer, "listening")
after(() => balancer.close())

const owner: Person = { email: keys.email, password: keys.password! }
const client = await registerAssistant(baseUrl)

test("answers sign-in, consent, exchange, refresh and calls in any process", async () => {
  for (let i = 0; i < 2; i++) {
    turn = i
    const { access_token, refresh_token } = await client.connect(owner)
    for (const process of baseUrls) assert.equal((await send(process, access_token, "ping")).status, 200)
    const { body } = await client.refresh(refresh_token)
    assert.ok((await use(baseUrl, body.access_token, "contact_create", { email: uniqueEmail() })).result)
  }
})

test("accepts all concurrent refreshes in both processes, and one of several exchanges of a code", async () => {
  const { refresh_token } = await client.connect(owner)
  const refreshes = await inParallel(10, i => client.refresh(refresh_token, {}, baseUrls[i % 2]!))
  assert.deepEqual(new Set(refreshes.map(({ status }) => status)), new Set([200]))
  for (const { body } of refreshes) assert.equal((await send(baseUrl, body.access_token, "ping")).status, 200)
  const { parameters } = await client.ask(owner)
  const exchanges = await inParallel(6, i => client.exchange(parameters["code"]!, {}, baseUrls[i % 2]!))
  assert.equal(exchanges.filter(({ status }) => status === 200).length, 1)
})

test("ends a connection in both processes", async () => {
  const { access_token, refresh_token } = await client.connect(owner)
  const signOut = await fetch(`${baseUrls[0]!}/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id, token: refresh_token }),
  })
  assert.equal(signOut.status, 200)
  assert.equal((await send(baseUrls[1]!, access_token, "ping")).status, 401)
  assert.equal((await client.refresh(refresh_token, {}, baseUrls[1]!)).body.error, "invalid_grant")
})

test("both processes sign with one key, which is stored sealed", async () => {
  const keysOf = async (url: string) => (await fetch(`${url}/oauth/jwks`)).json()
  assert.deepEqual(await keysOf(baseUrls[0]!), await keysOf(baseUrls[1]!))
  const [row] = await sql("select sealed from oauth_signing_key")
  assert.match(row.sealed, /^v1\.[0-9a-f]{8}\./)
})
