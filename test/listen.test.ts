import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { firstIdAt } from "../src/kit/pure/id.ts"
import { startServer } from "./faults/server-process.ts"
import { freePort } from "./free-port.ts"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "./harness.ts"
import { programPath } from "./programs.ts"
import { computeSignature, startReceiver } from "./receiver.ts"

const server = await startTestServer()
const { api, keys } = server
const children = new Set<ChildProcess>()
const config = mkdtempSync(join(tmpdir(), "countersign-listen-"))
after(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(config, { recursive: true, force: true })
})

function runListen(...args: string[]) {
  const child = spawn(process.execPath, [programPath("cli"), "listen", ...args], {
    env: { ...process.env, DATA_DIR: join(tmpdir(), "no-such-directory"), XDG_CONFIG_HOME: config },
  })
  children.add(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
  return {
    output: () => output,
    /** Counts how often the text was printed. */
    count: (text: string) => output.split(text).length - 1,
    prints: (text: string) => until(async () => output.includes(text), `${text} is printed`),
    exitCode: once(child, "close").then(([code]) => code as number),
  }
}
const target = (baseUrl = server.baseUrl) => ["--base-url", baseUrl, "--api-key", keys.apiKey, "--tenant", keys.tenantId]

async function startListening(...args: string[]) {
  const listener = runListen(...target(), ...args)
  await listener.prints("Listening to")
  return listener
}
const createContact = async (): Promise<Any> => (await api.post("/v1/contacts/create", newContact())).body.data

test("new events are shown once and in order, and earlier events are not shown", async () => {
  const before = await createContact()
  const listener = await startListening()
  const contacts: Any[] = []
  for (let i = 0; i < 5; i++) contacts.push(await createContact())
  await inParallel(120, createContact)
  await until(async () => listener.count("contacts.create") >= 125, "all are shown") // one may be shown after newer ones
  await listener.prints((await createContact())._id)
  const positions = contacts.map(({ _id }) => listener.output().indexOf(_id))
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  )
  assert.equal(listener.count("contacts.create"), 126)
  assert.equal(listener.count(before._id), 0)
})

test("an event that commits after a newer one is still shown, and none is shown twice", async () => {
  const listener = await startListening()
  const newer = await createContact()
  await listener.prints(newer._id)
  const at = new Date(Date.parse(newer.createdAt) - 3000)
  const lateId = "e".repeat(24)
  await server.sql(
    "insert into events (tenant_id, id, event, object_id, data, sequence, created_at) values ($1, $2, 'contacts.update', $3, '{}', 1, $4)",
    [keys.tenantId, firstIdAt(at.getTime()), lateId, at],
  )
  await listener.prints(lateId)
  await listener.prints((await createContact())._id)
  assert.deepEqual([listener.count(lateId), listener.count(newer._id)], [1, 1])
})

test("events of the requested types, and no others, are forwarded like webhooks", async () => {
  const receiver = await startReceiver()
  const secret = "the secret of a developer"
  const listener = await startListening(
    "--forward-to",
    receiver.url,
    "--secret",
    secret,
    "--events",
    "paymentIntents.create, paymentIntents.delete",
  )
  const contact = await createContact()
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  await api.create(`/v1/payment-intents/${intent._id}/delete`, {})
  const created = await receiver.waitFor("paymentIntents.create", intent._id)
  assert.equal(created.headers["signature-header"], computeSignature(created, secret))
  assert.deepEqual(created.body.data, intent)
  assert.equal(created.headers["webhook-id"], created.body.messageId)
  const deleted = await receiver.waitFor("paymentIntents.delete", intent._id)
  assert.ok(Number(deleted.headers["x-event-sequence"]) > Number(created.headers["x-event-sequence"]))
  await listener.prints("→ 200")
  assert.deepEqual([receiver.received.length, listener.count("contacts.create")], [2, 0])
})

test("the secret is the same at every run, only its owner reads it, and --secret replaces it for one run", async () => {
  const receiver = await startReceiver()
  const secretOf = async (...args: string[]) => {
    const listener = runListen(...target(`${server.baseUrl}/`), "--forward-to", receiver.url, ...args)
    await listener.prints("signed with the secret")
    const [, secret] = /signed with the secret (\S+)/.exec(listener.output())!
    return secret
  }
  const first = await secretOf()
  assert.match(first!, /^whsec_/)
  assert.equal(await secretOf("--secret", "another"), "another")
  assert.equal(await secretOf(), first)
  assert.equal(statSync(join(config, "countersign", "listen.secret")).mode & 0o777, 0o600)
})

test("a target that is down is reported, and the next event is still sent", async () => {
  const port = await freePort()
  const listener = await startListening("--forward-to", `http://127.0.0.1:${port}/`)
  const [first, second] = [await createContact(), await createContact()]
  await listener.prints(second._id)
  await until(async () => listener.count("no response: connect ECONNREFUSED") === 2, "both failures are reported")
  assert.equal(listener.count(first._id), 1)
})

test("the listener waits for a service that is down, and then shows the events it missed", async () => {
  const PORT = String(await freePort())
  const other = await startServer(server.databaseUrl, { PORT })
  const listener = runListen(...target(other.baseUrl))
  await listener.prints("Listening to")
  await other.stop("SIGKILL")
  await listener.prints(`${other.baseUrl} does not respond`)
  const missed = await createContact()
  await startServer(server.databaseUrl, { PORT })
  await listener.prints(`${other.baseUrl} responds again.`)
  await listener.prints(missed._id)
  assert.equal(listener.count("does not respond"), 1)
})

test("a usage error is one line, and the exit code says its kind", async () => {
  const wrongArguments: [number, string, string[]][] = [
    [1, "refused: ", ["--base-url", server.baseUrl, "--api-key", "cs_no-such-key", "--tenant", keys.tenantId]],
    [1, "Unknown event type contacts.explode", [...target(), "--events", "contacts.create,contacts.explode"]],
    [1, "No sandbox found in", ["--base-url", server.baseUrl]],
    [3, "You are not signed in", []],
    [2, "'nonsense' is invalid. It must be an address", [...target(), "--forward-to", "nonsense"]],
    [2, "'localhost:4000' is invalid. It must be an address", target("localhost:4000")],
  ]
  for (const [code, message, args] of wrongArguments) {
    const listener = runListen(...args)
    assert.equal(await listener.exitCode, code, message)
    assert.match(listener.output(), new RegExp(message))
    assert.equal(listener.output().trim().split("\n").length, 1)
  }
})
