import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { firstIdAt } from "../src/kit/id.ts"
import { startServer } from "./faults/server.ts"
import { type Any, freePort, newContact, newIntent, openHouse, storm, until } from "./harness.ts"
import { openReceiver, signatureOf } from "./receiver.ts"

const house = await openHouse()
const { api, keys } = house
const cli = join(import.meta.dirname, "..", "src", "cli.ts")
const children = new Set<ChildProcess>()
after(() => children.forEach(child => child.kill("SIGKILL")))

function run(...args: string[]) {
  const child = spawn(process.execPath, [cli, "listen", ...args], {
    env: { ...process.env, DATA_DIR: join(tmpdir(), "nobody-lives-here") },
  })
  children.add(child)
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text))
  return {
    said: () => said,
    /** How often it spoke of it. */
    times: (text: string) => said.split(text).length - 1,
    says: (text: string, ms?: number) => until(async () => said.includes(text), `it says ${text}, after ${said}`, ms),
    ended: once(child, "close").then(([code]) => code as number),
  }
}
const here = (baseUrl = house.baseUrl) => ["--base-url", baseUrl, "--api-key", keys.apiKey, "--tenant", keys.tenantId]

async function listening(...args: string[]) {
  const listener = run(...here(), ...args)
  await listener.says("Listening to")
  return listener
}
const newPerson = async (): Promise<Any> => (await api.post("/v1/contacts/create", newContact())).body.data

test("what happens is shown in order and once, and what was before is not", async () => {
  const before = await newPerson()
  const listener = await listening()
  const people: Any[] = []
  for (let i = 0; i < 5; i++) people.push(await newPerson())
  await storm(120, newPerson)
  const last = await newPerson()
  await listener.says(last._id)
  const places = people.map(({ _id }) => listener.said().indexOf(_id))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.equal(listener.times("contacts.create"), 126)
  assert.equal(listener.times(before._id), 0)
})

test("an event that commits after a younger one is shown all the same, and nothing twice", async () => {
  const listener = await listening()
  const young = await newPerson()
  await listener.says(young._id)
  const at = new Date(Date.parse(young.createdAt) - 3000)
  const late = "e".repeat(24)
  await house.sql(
    "insert into events (tenant_id, id, event, object_id, data, sequence, created_at) values ($1, $2, 'contacts.update', $3, '{}', 1, $4)",
    [keys.tenantId, firstIdAt(at.getTime()), late, at],
  )
  await listener.says(late)
  await listener.says((await newPerson())._id)
  assert.deepEqual([listener.times(late), listener.times(young._id)], [1, 1])
})

test("an event is forwarded as a webhook would be, and only the types that were asked for", async () => {
  const receiver = await openReceiver()
  const secret = "the secret of a developer"
  const listener = await listening(
    "--forward-to",
    receiver.url,
    "--secret",
    secret,
    "--events",
    "paymentIntents.create, paymentIntents.delete",
  )
  const person = await newPerson()
  const intent = (await api.create("/v1/payment-intents/create", newIntent(person._id))).body.data
  await api.create(`/v1/payment-intents/${intent._id}/delete`, {})
  const came = await receiver.next("paymentIntents.create", intent._id)
  assert.equal(came.headers["signature-header"], signatureOf(came, secret))
  assert.deepEqual(came.body.data, intent)
  assert.equal(came.headers["webhook-id"], came.body.messageId)
  const gone = await receiver.next("paymentIntents.delete", intent._id)
  assert.ok(Number(gone.headers["x-event-sequence"]) > Number(came.headers["x-event-sequence"]))
  await listener.says("→ 200")
  assert.deepEqual([receiver.came.length, listener.times("contacts.create")], [2, 0])
})

test("a target that is down is told of, and the next event is tried again", async () => {
  const port = await freePort()
  const listener = await listening("--forward-to", `http://127.0.0.1:${port}/`)
  const [first, second] = [await newPerson(), await newPerson()]
  await listener.says(second._id)
  await until(async () => listener.times("no answer: connect ECONNREFUSED") === 2, "both are told of")
  assert.equal(listener.times(first._id), 1)
})

test("a service that goes away is waited for, and what happened meanwhile is shown", async () => {
  const PORT = String(await freePort())
  const server = await startServer(house.databaseUrl, { PORT })
  const listener = run(...here(server.baseUrl))
  await listener.says("Listening to")
  await server.stop("SIGKILL")
  await listener.says(`${server.baseUrl} does not answer`)
  const missed = await newPerson()
  await startServer(house.databaseUrl, { PORT })
  await listener.says(`${server.baseUrl} answers again.`)
  await listener.says(missed._id)
  assert.equal(listener.times("does not answer"), 1)
})

test("what can't be is said in a sentence", async () => {
  const wrong = {
    "refused: ": ["--base-url", house.baseUrl, "--api-key", "cs_no-such-key", "--tenant", keys.tenantId],
    "There is no event contacts.explode": [...here(), "--events", "contacts.create,contacts.explode"],
    "There is no sandbox in": [],
  }
  for (const [sentence, args] of Object.entries(wrong)) {
    const listener = run(...args)
    assert.equal(await listener.ended, 1, sentence)
    assert.match(listener.said(), new RegExp(sentence))
    assert.equal(listener.said().trim().split("\n").length, 1)
  }
})
