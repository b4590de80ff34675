import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { connect, type Socket } from "node:net"
import { test } from "node:test"
import { atEndOfFile } from "../end-of-file.ts"
import { cloneDatabase } from "../service.ts"
import { freePort } from "../free-port.ts"
import { type Any, createCaller, inheritedEnv, newContact, newIntent, until } from "../harness.ts"
import { programPath } from "../programs.ts"
import { createTenantOn, secretKey, startServer } from "./server-process.ts"

const linesOf = (output: string): Any[] =>
  output
    .split("\n")
    .slice(0, -1)
    .map(line => JSON.parse(line) as Any)
const requestsIn = (output: string) => linesOf(output).filter(({ msg }) => msg === "request")

test("writes every line as JSON without a terminal, from the start to the stop, and one for each request", async () => {
  const databaseUrl = await cloneDatabase()
  const server = await startServer(databaseUrl, { LOG_LEVEL: "info" })
  const keys = await createTenantOn(databaseUrl)
  const api = createCaller(server.baseUrl, keys)
  const created = await api.post("/v1/contacts/create", newContact({ email: "logged.person@example.com" }))
  const contact = created.body.data._id
  const byEmail = await api.get("/v1/contacts/logged.person@example.com?token=in-the-query")
  const { body } = await api.create("/v1/payment-intents/create", newIntent(contact))
  const payLink = new URL(body.data.links.long).pathname
  const page = await fetch(server.baseUrl + payLink)
  const unknown = await fetch(`${server.baseUrl}/v1/nothing/logged.person@example.com`)
  const refused = await fetch(`${server.baseUrl}/v1/contacts`, { headers: { authorization: "ApiKey cs_wrong_key_of_nobody" } })
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "contact_get", arguments: { contact } } }
  const tool = await api.post("/v1/mcp", call, { accept: "application/json, text/event-stream" })
  assert.equal(await server.stop(), 0)

  const lines = linesOf(server.output())
  for (const { level, time, msg } of lines) assert.deepEqual([typeof level, typeof time, typeof msg], ["string", "number", "string"])
  assert.ok(lines.some(({ msg }) => msg.startsWith("Countersign is up at ")))
  assert.ok(lines.some(({ msg, signal }) => msg.startsWith("Stopping") && signal === "SIGTERM"))

  const lineOf = (response: { headers: Headers }) => {
    const id = response.headers.get("x-request-id")
    const [line, ...others] = requestsIn(server.output()).filter(({ requestId }) => requestId === id)
    assert.deepEqual(others, [], "one line for each request")
    return line
  }
  const { caller, ms, ...rest } = lineOf(created)
  assert.deepEqual([rest.route, rest.status, rest.tenant], ["POST /v1/contacts/create", 201, keys.tenantId])
  assert.equal(caller.type, "api-key")
  assert.match(caller.user, /^[0-9a-f]{24}$/)
  assert.ok(ms > 0)
  assert.equal(lineOf(byEmail).route, "GET /v1/contacts/{id}")
  assert.deepEqual([lineOf(page).route, lineOf(page).status], ["GET /pay/:token", 200])
  assert.deepEqual([lineOf(unknown).route, lineOf(unknown).status], ["unknown", 404])
  assert.deepEqual([lineOf(refused).status, lineOf(refused).caller], [401, null])
  assert.deepEqual([lineOf(tool).route, lineOf(tool).caller.user], ["/v1/mcp", caller.user])
  for (const hidden of [keys.apiKey, "logged.person", "in-the-query", payLink, "wrong_key"])
    assert.ok(!server.output().includes(hidden), `${hidden} was logged`)
})

test("leaves out requests, but not the start and the stop, with REQUEST_LOG=false and a LOG_LEVEL above info", async () => {
  const databaseUrl = await cloneDatabase()
  for (const settings of [{ LOG_LEVEL: "info", REQUEST_LOG: "false" }, { LOG_LEVEL: "error" }]) {
    const server = await startServer(databaseUrl, settings)
    await fetch(`${server.baseUrl}/docs`)
    assert.equal(await server.stop(), 0)
    assert.deepEqual(requestsIn(server.output()), [])
    const [up, ...others] = linesOf(server.output()).map(({ msg }) => msg as string)
    assert.match(up ?? "", /^Countersign is up/)
    assert.ok(
      others.some(msg => msg.startsWith("Stopping")),
      others.join(),
    )
  }
})

test("logs that file descriptors are exhausted, keeps running, and serves again once some are free", async () => {
  const databaseUrl = await cloneDatabase()
  const port = await freePort()
  const env = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: "6", SECRET_KEY: secretKey, PORT: String(port), HOST: "127.0.0.1" }
  // Of 80 descriptors, the process itself, its threads and the database use about 45.
  const child = spawn("sh", ["-c", 'ulimit -n 80 && exec "$0" "$1"', process.execPath, programPath("server")], {
    env: { ...inheritedEnv(), ...env, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  atEndOfFile(async () => child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isUp, "it is up", 60_000)
  const sockets: Socket[] = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => {}))
  await until(async () => /no file descriptors are left/.test(output), "it is logged")
  for (const socket of sockets) socket.destroy()
  await until(isUp, "it serves again")
  assert.equal(output.match(/no file descriptors are left/g)!.length, 1, output)
  child.kill("SIGTERM")
})
