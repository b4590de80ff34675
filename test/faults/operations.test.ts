import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { readConfig } from "../../src/kit/config.ts"
import { type Any, callerOf, freePort, newContact, newIntent, storm, until } from "../harness.ts"
import { holdTable, openServers, openWay, secretKey, spawnServer, startServer } from "./server.ts"

const { apis, databaseUrl, keys, servers, sql } = await openServers(1, { ROLE: "api" })
const api = apis[0]!
const { baseUrl } = servers[0]!
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const own = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId, "content-type": "application/json" }
const slowSocket = trickleHeaders()
const files = mkdtempSync(join(tmpdir(), "countersign-operations-"))
after(() => rmSync(files, { recursive: true, force: true }))

test("under load a stop drops no request: what was answered is there, what is there was answered", async () => {
  const server = await startServer(databaseUrl, { ROLE: "api" })
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const seen = { answered: [] as string[], statuses: new Set<number>(), unanswered: [] as string[] }
  const clients = storm(32, async client => {
    for (let n = 0; ; n++) {
      const reference = `stop-${client}-${n}`
      const status = await createOver(agent, server.baseUrl, reference).catch((error: NodeJS.ErrnoException) => error.code)
      if (typeof status !== "number") return seen.unanswered.push(status!)
      seen.statuses.add(status)
      seen.answered.push(reference)
    }
  })
  await until(async () => seen.answered.length > 300, "the server is under load")
  assert.equal(await Promise.race([server.stop("SIGTERM"), expired(20_000)]), 0)
  await clients
  agent.destroy()
  assert.deepEqual([...seen.statuses], [201])
  const rows = await sql("select reference from payment_intents where reference like 'stop-%'")
  assert.deepEqual(new Set(rows.map(row => row.reference)), new Set(seen.answered))
  assert.equal(rows.length, seen.answered.length)
  assert.deepEqual(seen.unanswered, Array(32).fill("ECONNREFUSED")) // each met a closed door once; nobody was cut off inside
})

test("whoever is inside when it is told to stop is served, and does not keep it from leaving", async () => {
  const server = await startServer(databaseUrl, { ROLE: "api" })
  const agent = new Agent({ keepAlive: true })
  const held = await holdTable(databaseUrl, "payment_intents")
  const answers = storm(4, i => createOver(agent, server.baseUrl, `inside-${i}`))
  await until(async () => (await held.waiting()) > 0, "they wait to write")
  const ended = server.stop("SIGTERM")
  await until(async () => server.said().includes("Stopping"), "it was told")
  await held.release()
  assert.deepEqual(await answers, [201, 201, 201, 201])
  assert.equal(await Promise.race([ended, expired(20_000)]), 0)
  agent.destroy()
})

test("logs hold no secret, whatever fails", async () => {
  const secrets = [
    "planted-mail-password",
    "planted-query-token",
    "planted-body-secret",
    "planted-json-secret",
    "planted-bearer",
    secretKey,
    keys.apiKey,
  ]
  const way = await openWay(databaseUrl)
  const SMTP_URL = "smtp://mailer:planted-mail-password@127.0.0.1:1"
  const server = await startServer(way.url, { LOG_LEVEL: "trace", SMTP_URL })
  const caller = callerOf(server.baseUrl, keys)
  const { data: intent } = (await caller.create("/v1/payment-intents/create", newIntent(contact))).body
  secrets.push(new URL(way.url).password, intent.links.long.split("/").at(-1), keys.password)
  await fetch(server.baseUrl + new URL(intent.links.long).pathname)
  await caller.post(`/v1/payment-intents/${intent._id}/remind`)
  await until(async () => server.said().includes("a job failed"), "the mail is refused")
  await caller.get("/v1/contacts?token=planted-query-token")
  await caller.get("/v1/users/user", { authorization: "Bearer planted-bearer" })
  await caller.post("/v1/contacts/create", '{"profile": planted-json-secret')
  await sql("alter table contacts rename to contacts_away")
  const planted = newContact({ metadata: { secret: "planted-body-secret" } })
  assert.equal((await caller.post("/v1/contacts/create", planted)).body.error.code, "SYS-9001")
  await sql("alter table contacts_away rename to contacts")
  way.cut()
  assert.equal((await caller.post("/v1/contacts/create", planted)).body.error.code, "SYS-9002")
  await server.stop()
  assert.match(server.said(), /"a request failed"/)
  for (const secret of secrets) assert.ok(!server.said().includes(secret), `${secret} was logged`)
})

test("a wrong password for the database is told without the password", async () => {
  const server = spawnServer({ DATABASE_URL: databaseUrl.replace(/:[0-9a-f]+@/, ":planted-password@"), SECRET_KEY: secretKey, PORT: "0" })
  assert.equal(await server.ended, 1)
  assert.match(server.said(), /^The database of DATABASE_URL can't be reached: .*Check host, port, user, password/)
  assert.ok(!server.said().includes("planted-password"))
})

test("the process says that it is up, whether it is ready, and how it does", async () => {
  const way = await openWay(databaseUrl)
  const server = await startServer(way.url, { ROLE: "api" })
  const caller = callerOf(server.baseUrl, keys)
  const create = () => caller.create("/v1/payment-intents/create", newIntent(contact))
  const probe = async (path: string) => (await fetch(server.baseUrl + path)).status
  assert.deepEqual(await Promise.all(["/healthz", "/readyz", "/metrics"].map(probe)), [200, 200, 200])
  assert.equal((await create()).status, 201)
  way.cut()
  assert.deepEqual(await Promise.all(["/healthz", "/readyz"].map(probe)), [200, 503])
  const { status, body, headers } = await create()
  assert.deepEqual([status, body.error.code, body.error.retryable, headers.get("retry-after")], [503, "SYS-9002", true, "1"])
  await way.mend()
  await until(async () => (await probe("/readyz")) === 200, "it is ready again")
  assert.equal((await create()).status, 201)
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  assert.match(metrics, /countersign_request_seconds_count\{operation="POST \/v1\/payment-intents\/create",status="503"\} 1\n/)
  const [, seconds] =
    /countersign_request_seconds_sum\{operation="POST \/v1\/payment-intents\/create",status="201"\} (\S+)\n/.exec(metrics) ?? []
  assert.ok(Number(seconds) > 0 && Number(seconds) < 60, `creates took ${seconds} s`)
  for (const path of ["/nowhere", "/v1/contacts/%zz", `/v1/contacts/${"x".repeat(500)}`]) await probe(path)
  const ours = (await (await fetch(`${server.baseUrl}/metrics`)).text()).split("\n").filter(line => line.startsWith("countersign_"))
  assert.doesNotMatch(ours.join("\n"), /nan/i) // the library's own means are, where nothing was measured between two looks
})

test("a database that no longer answers is given up, and found again when it is back", { timeout: 60_000 }, async () => {
  const way = await openWay(databaseUrl)
  const server = await startServer(way.url, { ROLE: "api" })
  const caller = callerOf(server.baseUrl, keys)
  await storm(8, () => caller.create("/v1/payment-intents/create", newIntent(contact)))
  way.stopUp(true)
  const answers = await Promise.race([storm(4, () => caller.get("/v1/users/user")), expired(30_000)])
  assert.ok(Array.isArray(answers), "the requests hang")
  for (const { status, body } of answers) assert.deepEqual([status, body.error.code], [503, "SYS-9002"])
  way.stopUp(false)
  await until(async () => (await caller.create("/v1/payment-intents/create", newIntent(contact))).status === 201, "it works again")
})

const securityHeaders = ["x-content-type-options", "strict-transport-security", "content-security-policy", "cache-control", "x-request-id"]

test("every kind of answer carries the security headers and an id", async () => {
  const { links } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data
  const at = (link: string) => new URL(link).pathname
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
    [200, "GET", at(links.long)],
    [302, "GET", at(links.short)],
    [404, "GET", "/pay/unknown"],
  ]
  for (const [status, method, path, body, headers = {}] of kinds) {
    const answer = await api.send(method, path, body, headers)
    assert.equal(answer.status, status, `${method} ${path} ${answer.text}`)
    for (const name of securityHeaders) assert.ok(answer.headers.get(name), `${method} ${path} lacks ${name}`)
    if (status >= 300 || !path.startsWith("/v1")) assert.equal(answer.headers.get("referrer-policy"), "no-referrer", path)
    assert.equal(answer.headers.get("x-powered-by"), null)
    if (status >= 400 && path.startsWith("/v1")) assert.deepEqual(Object.keys(answer.body), ["error"], path)
  }
})

test("what no route ever sees is refused in the same words", async () => {
  const kinds: [status: number, path: string, headers?: Record<string, string>][] = [
    [404, "//"],
    [404, "//nowhere:x"],
    [404, "/v1/contacts/%E0%A4%A"],
    [404, `/v1/contacts/${"a".repeat(500)}`],
    [431, "/v1/contacts", { "x-large": "a".repeat(17 * 1024) }],
  ]
  for (const [status, path, headers = {}] of kinds) {
    const answer = await api.get(path, headers)
    assert.equal(answer.status, status, `${path.slice(0, 40)} ${answer.text}`)
    assert.deepEqual(Object.keys(answer.body), ["error"], path)
    assert.match(answer.body.error.code ?? "", /^[A-Z]{3}-\d{4}$/, answer.text)
    for (const name of securityHeaders) assert.ok(answer.headers.get(name), `${path.slice(0, 40)} lacks ${name}`)
  }
})

test("a body over 1 MiB is refused, and the refusal arrives though the sender does not stop", async () => {
  for (const sizeMiB of [2, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const sent = request(`${baseUrl}/v1/contacts/create`, { method: "POST", headers: own }, answer => {
        void answer.toArray().then(chunks => resolve(`${answer.statusCode} ${chunks.join("")}`), reject)
      })
      sent.on("error", reject)
      for (let n = 0; n < sizeMiB * 16; n++) sent.write(Buffer.alloc(65_536, " "))
      sent.end()
    })
    assert.match(answer, /^413 .*"VAL-1006"/)
  }
})

test("all wrong settings are named in one message, and none of their values is shown", async () => {
  const wrong = {
    PORT: "ninety-nine",
    ROLE: "boss",
    SMTP_URL: "ftp://planted",
    DATABASE_URL: "planted",
    SECRET_KEY: "planted",
    LOG_LEVEL: "loud",
  }
  const server = spawnServer(wrong)
  assert.equal(await server.ended, 1)
  assert.match(server.said(), /^Countersign can't start with these settings:\n/)
  for (const name of Object.keys(wrong)) assert.match(server.said(), new RegExp(`^  - ${name} must `, "m"), name)
  assert.doesNotMatch(server.said(), /planted|\.ts:\d/)
})

test("a setting can stand in a file of its own", async () => {
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
  await until(async () => server.said().includes("Countersign is up"), "it starts")
  assert.equal(await server.stop(), 0)
  assert.throws(() => readConfig({ PORT: "1", PORT_FILE: file("port", "2") }), /PORT and PORT_FILE are both set; keep one/)
  assert.throws(() => readConfig({ SECRET_KEY_FILE: join(files, "nothing") }), /SECRET_KEY_FILE names .*nothing, which can't be read/)
  assert.throws(() => readConfig({ DATABASE_URL: databaseUrl }), /SECRET_KEY is required with DATABASE_URL/)
})

test("a port that is taken is named, with the way out", async () => {
  const other = createServer()
  const port = await new Promise<number>(resolve => other.listen(0, "127.0.0.1", () => resolve((other.address() as Any).port)))
  const server = spawnServer({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port) })
  assert.equal(await server.ended, 1)
  other.close()
  assert.match(server.said(), new RegExp(`^Port ${port} is taken by another program\\. .*PORT=${port + 1} npm start\n$`))
})

test("headers that come a drop at a time are not waited for", { timeout: 90_000 }, async () => {
  assert.match(await slowSocket, /^HTTP\/1\.1 408 .*"code":"GEN-1008"/s)
})

/** Begins a request and never comes to its end. Resolves with what the server said before it closed. */
function trickleHeaders(): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write("GET /healthz HTTP/1.1\r\nHost: slow\r\nX-Slow: ")
  const drip = setInterval(() => socket.write("a"), 500)
  let said = ""
  return new Promise(resolve =>
    socket
      .setEncoding("utf8")
      .on("data", (text: string) => (said += text))
      .on("error", () => {})
      .on("close", () => {
        clearInterval(drip)
        resolve(said)
      }),
  )
}

/** One create over a connection that stays open. Rejects when no whole answer came. */
function createOver(agent: Agent, base: string, reference: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/v1/payment-intents/create`, { agent, method: "POST", headers: own }, answer => {
      answer
        .on("error", reject)
        .resume()
        .on("end", () => (answer.complete ? resolve(answer.statusCode!) : reject(new Error("cut off"))))
    })
    sent.on("error", reject).end(JSON.stringify(newIntent(contact, { reference })))
  })
}

const expired = (ms: number) => new Promise<string>(resolve => setTimeout(resolve, ms, "still running").unref())
