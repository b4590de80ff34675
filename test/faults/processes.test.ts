// One service as several processes, as `npm start` runs it on a machine with several cores.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { freePort } from "../free-port.ts"
import { type Any, inParallel, newContact, newIntent, until } from "../harness.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { createIntent } from "./load.ts"
import { secretKey, spawnServer, startServers } from "./server-process.ts"

const settings = { PROCESSES: "2", DATABASE_CONNECTIONS: "18", LOG_LEVEL: "info", METRICS: "open", WEBHOOKS_ALLOW_PRIVATE: "true" }
const { servers, apis, keys, databaseUrl } = await startServers(1, settings)
const [server, api] = [servers[0]!, apis[0]!]
const { baseUrl } = server
const credentials = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId }

const lines = (): Any[] =>
  server
    .output()
    .split("\n")
    .slice(0, -1)
    .map(line => JSON.parse(line) as Any)
/** The processes by name, each with the pid of the latest that has it. */
const pids = (): Record<string, number> =>
  Object.fromEntries(lines().flatMap(({ started, pid }) => (started === undefined ? [] : [[started, pid]])))

/** Sends a request on a connection of its own: the processes get connections in turn. */
function send(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<{ status: number; body: Any; prefix: string }> {
  return new Promise((resolve, reject) => {
    const all = { ...credentials, ...(body !== undefined && { "content-type": "application/json" }), ...headers }
    const sent = request(baseUrl + path, { method: body === undefined ? "GET" : "POST", agent: false, headers: all }, response => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      const prefix = String(response.headers["x-request-id"]).slice(0, 13) // each process has its own
      response.on("end", () => resolve({ status: response.statusCode!, body: text.startsWith("{") ? JSON.parse(text) : text, prefix }))
    })
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const countServing = async () => new Set((await inParallel(4, () => send("/v1/users/user"))).map(({ prefix }) => prefix)).size
const allServe = () => until(async () => Object.keys(pids()).length === 3 && (await countServing()) === 2, "all processes serve")
await allServe()

test("requests are served by all processes in turn, and one log of JSON lines says by which", async () => {
  const answers = await inParallel(20, () => send("/v1/users/user"))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const requestIds = answers.map(({ prefix }) => prefix)
  const namesOf = () => lines().flatMap(line => (requestIds.includes(line.requestId?.slice(0, 13)) ? [line.process] : []))
  await until(async () => namesOf().length >= 20, "the requests are logged")
  assert.deepEqual(new Set(namesOf()), new Set(["web-1", "web-2"]))
  assert.deepEqual(Object.keys(pids()).toSorted(), ["web-1", "web-2", "worker"])
  const up = lines().find(({ msg }) => msg.startsWith("Countersign is up"))
  assert.deepEqual([up.process, up.processes], ["primary", 2])
})

test("a key has one effect, a deleted API key ends and wrong ones are counted, whichever process gets the requests", async () => {
  const [headers, contact] = [{ "idempotency-key": randomUUID() }, newContact()]
  const together = await inParallel(10, () => send("/v1/contacts/create", headers, contact))
  assert.ok(together.every(({ status }) => status === 201 || status === 409)) // 409 while another one runs
  const later = await inParallel(6, () => send("/v1/contacts/create", headers, contact))
  const created = [...together, ...later].flatMap(({ status, body }) => (status === 201 ? [body.data._id as string] : []))
  assert.deepEqual([created.length >= 7, new Set(created).size], [true, 1])
  assert.equal((await api.get(`/v1/contacts?email=${encodeURIComponent(contact.email)}`)).body.count, 1)

  const { _id: payer } = (await api.create("/v1/contacts/create", newContact())).body.data
  const numbers: string[] = []
  for (let i = 0; i < 4; i++)
    numbers.push((await send("/v1/payment-intents/create", { "idempotency-key": randomUUID() }, newIntent(payer))).body.data.number)
  assert.ok(Number(numbers.at(-1)!.slice(3)) < 100, `${numbers.join()} follow each other`)

  const { key, _id } = (await api.post("/v1/dev/api-keys/create", { name: "short-lived", role: "viewer" })).body.data
  const use = () => inParallel(6, () => send("/v1/users/user", { authorization: `ApiKey ${key}` }))
  assert.deepEqual([...new Set((await use()).map(({ status }) => status))], [200])
  await api.post(`/v1/dev/api-keys/${_id}/delete`)
  assert.deepEqual([...new Set((await use()).map(({ status }) => status))], [401])

  // Fewer than two times the limit of 300: a process that counted alone would refuse none.
  const wrong: number[] = []
  for (let i = 0; i < 58; i++)
    wrong.push(...(await inParallel(10, () => send("/v1/users/user", { authorization: "ApiKey cs_wrong" }))).map(({ status }) => status))
  assert.deepEqual(new Set(wrong), new Set([401, 429]))
})

test("live updates arrive whichever process holds the stream, and the worker process delivers webhooks", async () => {
  const receiver = await startReceiver()
  await registerWebhook(api, receiver, { events: ["contacts.create"] })
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  while (new Set(streams.map(({ prefix }) => prefix)).size < 2) streams.push(await openStream())
  const { _id } = (await api.create("/v1/contacts/create", newContact())).body.data
  await until(async () => streams.every(({ text }) => text.includes(_id)), "all streams have the event")
  await until(async () => receiver.received.some(({ body }: Any) => body.data?._id === _id), "the webhook has arrived")
})

/** Of the processes, which get connections in turn, one holds it. */
async function openStream() {
  const response = await fetch(`${baseUrl}/v1/dev/events/stream`, { headers: { ...credentials, connection: "close" } })
  assert.equal(response.status, 200)
  const state = { prefix: response.headers.get("x-request-id")!.slice(0, 13), text: "" }
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) state.text += chunk
  })().catch(() => {})
  return state
}

const valueOf = async (series: string) =>
  Number(
    String((await send("/metrics")).body)
      .split("\n")
      .find(line => line.startsWith(`${series} `))
      ?.slice(series.length) ?? 0,
  )
const seriesOf = (operation: string) => `countersign_request_seconds_count{operation="${operation}",status="200"}`

test("each process shows the metrics of all, and a killed one is replaced without taking its counts along", async () => {
  await inParallel(6, () => send("/v1/partnerships"))
  const shown = await inParallel(4, () => valueOf(seriesOf("GET /v1/partnerships")))
  assert.deepEqual(shown, [6, 6, 6, 6])
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  assert.equal(await valueOf(`countersign_info{version="${version}",role="worker"}`), 1)

  const before = pids()
  process.kill(before["web-2"]!, "SIGKILL")
  await until(async () => pids()["web-2"] !== before["web-2"], "another process has its place")
  await allServe()
  assert.deepEqual({ ...pids(), "web-2": 0 }, { ...before, "web-2": 0 })
  assert.ok(
    lines().some(({ msg, ended, signal }) => msg.startsWith("a process ended by itself") && ended === "web-2" && signal === "SIGKILL"),
  )
  assert.equal(await valueOf(seriesOf("GET /v1/partnerships")), 6)
})

test("SIGHUP replaces all processes one by one, and no request is lost", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id
  const before = pids()
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const outcomes = new Map<number | string, number>()
  let isLoaded = true
  const load = inParallel(6, async client => {
    for (let n = 0; isLoaded; n++) {
      const outcome = await createIntent(agent, { baseUrl, keys, contact }, `roll-${client}-${n}`).catch((error: Error) => error.message)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await wait(20 * (1 + client * 5)) // some connections are used all the time, others were idle
    }
  })
  server.child.kill("SIGHUP")
  const isDone = async () => {
    assert.equal((await send("/readyz")).status, 200)
    return lines().some(({ msg }) => msg === "all processes were replaced")
  }
  await until(isDone, "all processes were replaced", 240_000).finally(() => (isLoaded = false))
  await load
  agent.destroy()
  assert.deepEqual([...outcomes.keys()], [201])
  for (const [name, pid] of Object.entries(pids())) assert.notEqual(pid, before[name], name)
  await allServe()
})

test("a port that is used ends the start with one sentence", async () => {
  const port = await freePort()
  const other = createServer().listen(port, "127.0.0.1")
  await once(other, "listening")
  const second = spawnServer({ ...settings, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port), LOG_LEVEL: "error" })
  assert.equal(await second.exitCode, 1)
  assert.match(second.output(), new RegExp(`^Port ${port} is used by another program\\. .*\\n$`))
  other.close()
})

test("a stop while processes still start ends all of them", { timeout: 150_000 }, async () => {
  const PORT = String(await freePort())
  const starting = spawnServer({ ...settings, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT, LOG_LEVEL: "error" })
  await until(async () => starting.output().includes("Countersign is up"), "the first process serves", 100_000)
  const children = childrenOf(starting.child.pid!) // the others load the application
  assert.equal(await starting.stop(), 0)
  assert.ok(children.every(hasEnded))
})

test("a primary process that is killed leaves no process behind", async () => {
  const children = Object.values(pids())
  assert.equal(children.length, 3)
  assert.equal(await server.stop("SIGKILL"), null)
  await until(async () => children.every(hasEnded), "all processes have ended")
})

/** None where the system does not say. */
function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(" ").map(Number) : []
}

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}
