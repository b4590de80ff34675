import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import pg from "pg"
import { readConfig } from "../../src/kit/service/config.ts"
import { freePort } from "../free-port.ts"
import { type Any, createCaller, inParallel, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { enroll, signedIn, signIn } from "../people.ts"
import { createIntent, createUntilFailure } from "./load.ts"
import { lockTable, secretKey, spawnServer, startDatabaseProxy, startServer } from "./server-process.ts"

const { api, baseUrl, databaseUrl, keys, sql } = await startTestServer({ ROLE: "api", METRICS: "open" })
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const credentials = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId, "content-type": "application/json" }
const slowResponse = sendHeadersSlowly()
const files = mkdtempSync(join(tmpdir(), "countersign-operations-"))
after(() => rmSync(files, { recursive: true, force: true }))

test("a stop under load drops no request: every response is 201 and committed, and every commit got its response", async () => {
  const server = await startServer(databaseUrl, { ROLE: "api" })
  const load = createUntilFailure({ baseUrl: server.baseUrl, keys, contact }, "stop")
  await until(async () => load.completed.length > 300, "the server is under load")
  assert.equal(await Promise.race([server.stop("SIGTERM"), timeout(20_000)]), 0)
  await load.ended
  assert.deepEqual([...load.statuses], [201])
  const rows = await sql("select reference from payment_intents where reference like 'stop-%'")
  assert.deepEqual(new Set(rows.map(row => row.reference)), new Set(load.completed))
  assert.equal(rows.length, load.completed.length)
  assert.deepEqual(load.failures, Array(32).fill("ECONNREFUSED")) // each client was refused once, and no open request was reset
})

test("keeps metrics off by default, and waits for requests in flight before it exits", async () => {
  const server = await startServer(databaseUrl, { ROLE: "api" })
  assert.equal((await fetch(`${server.baseUrl}/metrics`)).status, 404)
  const agent = new Agent({ keepAlive: true })
  const locked = await lockTable(databaseUrl, "payment_intents")
  const statuses = inParallel(4, i => createIntent(agent, { baseUrl: server.baseUrl, keys, contact }, `in-flight-${i}`))
  await until(async () => (await locked.countWaiting()) > 0, "the requests wait to write")
  const exitCode = server.stop("SIGTERM")
  await until(async () => server.output().includes("Stopping"), "the stop has begun")
  await locked.release()
  assert.deepEqual(await statuses, [201, 201, 201, 201])
  assert.equal(await Promise.race([exitCode, timeout(20_000)]), 0)
  agent.destroy()
})

test("stops on request while it waits for another process to migrate the database", async t => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.after(() => client.end())
  await client.query("select pg_advisory_lock(hashtext('countersign migrations'))")
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: "0" })
  const tries = "%pg_try_advisory_lock(hashtext('countersign migrations'))%" // it asks again and again
  const waiting = `select 1 from pg_stat_activity where query like ${pg.escapeLiteral(tries)} and pid <> pg_backend_pid()`
  await until(async () => (await client.query(waiting)).rows.length > 0, "it waits")
  assert.equal(await server.stop(), 0)
})

test("logs contain no secret, whatever fails", async () => {
  const secrets = [
    "planted-mail-password",
    "planted-query-token",
    "planted-body-secret",
    "planted-json-secret",
    "planted-bearer",
    secretKey,
    keys.apiKey,
  ]
  const proxy = await startDatabaseProxy(databaseUrl)
  const SMTP_URL = "smtp://mailer:planted-mail-password@127.0.0.1:1"
  const server = await startServer(proxy.url, { LOG_LEVEL: "trace", SMTP_URL, MAIL_SANDBOX: "true" })
  const caller = createCaller(server.baseUrl, keys)
  const { data: intent } = (await caller.create("/v1/payment-intents/create", newIntent(contact))).body
  secrets.push(new URL(proxy.url).password, intent.links.long.split("/").at(-1), keys.password)
  await fetch(server.baseUrl + new URL(intent.links.long).pathname)
  await caller.post(`/v1/payment-intents/${intent._id}/remind`)
  await until(async () => server.output().includes("a job failed"), "sending the mail fails")
  await caller.get("/v1/contacts?token=planted-query-token")
  const page = await signedIn(server, keys)
  const { secret, recoveryCodes } = await enroll(page)
  secrets.push(page.cookie!, secret, ...recoveryCodes, "planted-password")
  await signIn(server, { email: keys.email, password: "planted-password" }, { code: recoveryCodes[0] })
  await caller.get("/v1/users/user", { authorization: "Bearer planted-bearer" })
  await caller.post("/v1/contacts/create", '{"profile": planted-json-secret')
  await sql("alter table contacts rename to contacts_away")
  const planted = newContact({ metadata: { secret: "planted-body-secret" } })
  assert.equal((await caller.post("/v1/contacts/create", planted)).body.error.code, "SYS-9001")
  await sql("alter table contacts_away rename to contacts")
  proxy.disconnect()
  assert.equal((await caller.post("/v1/contacts/create", planted)).body.error.code, "SYS-9002")
  await server.stop()
  assert.match(server.output(), /"a request failed"/)
  for (const secret of secrets) assert.ok(!server.output().includes(secret), `${secret} was logged`)
})

test("a wrong database password is reported without the password", async () => {
  const server = spawnServer({ DATABASE_URL: databaseUrl.replace(/:[0-9a-f]+@/, ":planted-password@"), SECRET_KEY: secretKey, PORT: "0" })
  assert.equal(await server.exitCode, 1)
  assert.match(server.output(), /^Can't connect to the database in DATABASE_URL: .*Check host, port, user, password/)
  assert.ok(!server.output().includes("planted-password"))
})

/** A server whose database can fail. */
async function startBehindProxy() {
  const proxy = await startDatabaseProxy(databaseUrl)
  const server = await startServer(proxy.url, { ROLE: "api", METRICS: "open" })
  return { proxy, server, caller: createCaller(server.baseUrl, keys) }
}
const behindProxy = await startBehindProxy()

test("the health, readiness and metrics routes report a database outage and its end", async () => {
  const { proxy, server, caller } = behindProxy
  const create = () => caller.create("/v1/payment-intents/create", newIntent(contact))
  const probe = async (path: string) => (await fetch(server.baseUrl + path)).status
  assert.deepEqual(await Promise.all(["/healthz", "/readyz", "/metrics"].map(probe)), [200, 200, 200])
  assert.equal((await create()).status, 201)
  proxy.disconnect()
  assert.deepEqual(await Promise.all(["/healthz", "/readyz"].map(probe)), [200, 503])
  const { status, body, headers } = await create()
  assert.deepEqual([status, body.error.code, body.error.retryable, headers.get("retry-after")], [503, "SYS-9002", true, "1"])
  await proxy.reconnect()
  await until(async () => (await probe("/readyz")) === 200, "it is ready again")
  assert.equal((await create()).status, 201)
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  assert.match(metrics, /countersign_request_seconds_count\{operation="POST \/v1\/payment-intents\/create",status="503"\} 1\n/)
  const [, seconds] =
    /countersign_request_seconds_sum\{operation="POST \/v1\/payment-intents\/create",status="201"\} (\S+)\n/.exec(metrics) ?? []
  assert.ok(Number(seconds) > 0 && Number(seconds) < 60, `creates took ${seconds} s`)
  for (const path of ["/nowhere", "/v1/contacts/%zz", `/v1/contacts/${"x".repeat(500)}`]) await probe(path)
  const ours = (await (await fetch(`${server.baseUrl}/metrics`)).text()).split("\n").filter(line => line.startsWith("countersign_"))
  assert.doesNotMatch(ours.join("\n"), /nan/i) // the library's own averages are NaN when nothing was measured between two scrapes
})

test("serves the metrics on a separate port, in a worker too", async () => {
  for (const ROLE of ["api", "worker"]) {
    const port = await freePort()
    const PORT = String(await freePort())
    const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, METRICS: `port:${port}`, ROLE, PORT })
    const read = () => fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined)
    const response = await until(read, "the metrics are shown")
    assert.match(await response.text(), /^countersign_/m)
    assert.equal((await fetch(`${server.baseUrl}/metrics`)).status, 404)
    assert.equal(await server.stop(), 0)
  }
})

test("requests fail with 503 while the database does not respond, and succeed when it does again", { timeout: 60_000 }, async () => {
  const { proxy, caller } = behindProxy
  await inParallel(8, () => caller.create("/v1/payment-intents/create", newIntent(contact)))
  proxy.stall(true)
  const responses = await Promise.race([inParallel(4, () => caller.get("/v1/users/user")), timeout(30_000)])
  assert.ok(Array.isArray(responses), "the requests hang")
  for (const { status, body } of responses) assert.deepEqual([status, body.error.code], [503, "SYS-9002"])
  proxy.stall(false)
  await until(async () => (await caller.create("/v1/payment-intents/create", newIntent(contact))).status === 201, "it works again")
})

const securityHeaders = ["x-content-type-options", "strict-transport-security", "content-security-policy", "cache-control", "x-request-id"]

test("every kind of response has the security headers and a request id", async () => {
  const { links } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
  const pathOf = (link: string) => new URL(link).pathname
  const kinds: [status: number, method: string, path: string, body?: Any, headers?: Record<string, string | null>][] = [
    [200, "GET", "/v1/contacts"],
    [201, "POST", "/v1/contacts/create", newContact()],
    [401, "GET", "/v1/contacts", undefined, { authorization: null }],
    [400, "GET", "/v1/contacts", undefined, { "x-tenant-id": "0" }],
    [404, "GET", "/nowhere"],
    [405, "PUT", "/v1/contacts", "{}"],
    [400, "POST", "/v1/contacts/create", "{"],
    [415, "POST", "/v1/contacts/create", "{}", { "content-type": "text/plain" }],
    [413, "POST", "/v1/contacts/create", " ".repeat(1024 * 1024 + 1)],
    [200, "GET", "/healthz"],
    [200, "GET", "/readyz"],
    [200, "GET", "/metrics"],
    [200, "GET", pathOf(links.long)],
    [302, "GET", pathOf(links.short)],
    [404, "GET", "/pay/unknown"],
  ]
  for (const [status, method, path, body, headers = {}] of kinds) {
    const response = await api.send(method, path, body, headers)
    assert.equal(response.status, status, `${method} ${path} ${response.text}`)
    for (const name of securityHeaders) assert.ok(response.headers.get(name), `${method} ${path} lacks ${name}`)
    if (status >= 300 || !path.startsWith("/v1")) assert.equal(response.headers.get("referrer-policy"), "no-referrer", path)
    assert.equal(response.headers.get("x-powered-by"), null)
    if (status >= 400 && path.startsWith("/v1")) assert.deepEqual(Object.keys(response.body), ["error"], path)
  }
})

test("answers requests without a route in the same error format", async () => {
  const kinds: [status: number, path: string, headers?: Record<string, string>][] = [
    [404, "//"],
    [404, "//nowhere:x"],
    [404, "/v1/contacts/%E0%A4%A"],
    [404, `/v1/contacts/${"a".repeat(500)}`],
    [431, "/v1/contacts", { "x-large": "a".repeat(17 * 1024) }],
  ]
  for (const [status, path, headers = {}] of kinds) {
    const response = await api.get(path, headers)
    assert.equal(response.status, status, `${path.slice(0, 40)} ${response.text}`)
    assert.deepEqual(Object.keys(response.body), ["error"], path)
    assert.match(response.body.error.code ?? "", /^[A-Z]{3}-\d{4}$/, response.text)
    for (const name of securityHeaders) assert.ok(response.headers.get(name), `${path.slice(0, 40)} lacks ${name}`)
  }
})

test("a body over 1 MiB is refused, and the response arrives while the client still sends", async () => {
  for (const sizeMiB of [2, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]) {
    const result = await new Promise<string>((resolve, reject) => {
      const sent = request(`${baseUrl}/v1/contacts/create`, { method: "POST", headers: credentials }, response => {
        void response.toArray().then(chunks => resolve(`${response.statusCode} ${chunks.join("")}`), reject)
      })
      sent.on("error", reject)
      for (let n = 0; n < sizeMiB * 16; n++) sent.write(Buffer.alloc(65_536, " "))
      sent.end()
    })
    assert.match(result, /^413 .*"VAL-1006"/)
  }
})

test("all invalid settings are named in one message, without their values", async () => {
  const wrong = {
    PORT: "ninety-nine",
    ROLE: "boss",
    SMTP_URL: "ftp://planted",
    DATABASE_URL: "planted",
    SECRET_KEY: "planted",
    LOG_LEVEL: "loud",
  }
  const server = spawnServer(wrong)
  assert.equal(await server.exitCode, 1)
  assert.match(server.output(), /^Countersign can't start with these settings:\n/)
  for (const name of Object.keys(wrong)) assert.match(server.output(), new RegExp(`^  - ${name} must `, "m"), name)
  assert.doesNotMatch(server.output(), /planted|\.ts:\d/)
})

test("a setting can be read from a file", async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(files, name), text)
    return join(files, name)
  }
  const server = spawnServer({
    DATABASE_URL_FILE: file("url", `${databaseUrl}\n`),
    SECRET_KEY_FILE: file("key", `${secretKey}\n`),
    PORT: String(await freePort()),
    LOG_LEVEL_FILE: file("level", "silent"),
  })
  await until(async () => server.output().includes("Countersign is up"), "it starts")
  assert.equal(await server.stop(), 0)
  assert.throws(() => readConfig({ PORT: "1", PORT_FILE: file("port", "2") }), /PORT and PORT_FILE are both set; keep one/)
  assert.throws(() => readConfig({ SECRET_KEY_FILE: join(files, "nothing") }), /SECRET_KEY_FILE names .*nothing, which can't be read/)
  assert.throws(() => readConfig({ DATABASE_URL: databaseUrl }), /SECRET_KEY is required with DATABASE_URL/)
})

test("names a used port, with advice", async () => {
  const other = createServer()
  const port = await new Promise<number>(resolve => other.listen(0, "127.0.0.1", () => resolve((other.address() as Any).port)))
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port) })
  assert.equal(await server.exitCode, 1)
  other.close()
  assert.match(server.output(), new RegExp(`^Port ${port} is used by another program\\. .*PORT=${port + 1} npm start\n$`))
})

test("names a HOST that this machine does not have, with advice", async () => {
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(await freePort()), HOST: "192.0.2.1" })
  assert.equal(await server.exitCode, 1)
  assert.match(server.output(), /^HOST names 192\.0\.2\.1, which is not an address of this machine\. Set HOST to .*\n$/)
})

test("a client that sends headers too slowly gets 408", { timeout: 90_000 }, async () => {
  assert.match(await slowResponse, /^HTTP\/1\.1 408 .*"code":"GEN-1008"/s)
})

/** Starts a request and never finishes its headers. Resolves with the server's data until it closed the connection. */
function sendHeadersSlowly(): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write("GET /healthz HTTP/1.1\r\nHost: slow\r\nX-Slow: ")
  const timer = setInterval(() => socket.write("a"), 500)
  let received = ""
  return new Promise(resolve =>
    socket
      .setEncoding("utf8")
      .on("data", (text: string) => (received += text))
      .on("error", () => {})
      .on("close", () => {
        clearInterval(timer)
        resolve(received)
      }),
  )
}

const timeout = (ms: number) => new Promise<string>(resolve => setTimeout(resolve, ms, "still running").unref())
