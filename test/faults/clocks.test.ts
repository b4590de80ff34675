// Processes on one database whose clocks differ or jump: all of them use the database's clock.
import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { createPage, cookieOf, signIn } from "../people.ts"
import { createCaller, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { clockAhead, startServer } from "./server-process.ts"

const hours = (n: number) => n * 3_600_000

const here = await startTestServer({ BASE_URL: "http://127.0.0.1", ROLE: "api" })

async function startAhead(aheadMs: number, jumpMs?: number) {
  const server = await startServer(here.databaseUrl, clockAhead(aheadMs, jumpMs))
  return { ...server, api: createCaller(server.baseUrl, here.keys) }
}

const [fast, slow, jumping] = await Promise.all([startAhead(hours(26)), startAhead(-300_000), startAhead(0, -hours(1))])
const all = [slow, fast, here, jumping]
const { _id: contact } = (await here.api.post("/v1/contacts/create", newContact())).body.data

test("treats a request as the same on every process, with a key and without", async () => {
  for (const key of ["one", undefined]) {
    const body = JSON.stringify(newIntent(contact, { reference: `key ${key}`, dueAt: "2090-01-01T00:00:00Z" }))
    const send = (first: number, i: number) =>
      all[(first + i) % all.length]!.api.post("/v1/payment-intents/create", body, key ? { "idempotency-key": `${key} ${first}` } : {})
    for (const first of key ? all.keys() : [0]) {
      const texts = new Set<string>()
      for (const i of all.keys()) texts.add((await send(first, i)).text)
      assert.equal(texts.size, 1)
    }
  }
})

test("lists and streams objects of all processes in the order of creation", async () => {
  const headers = { authorization: `ApiKey ${here.keys.apiKey}`, "x-tenant-id": here.keys.tenantId }
  const stream = await fetch(`${fast.baseUrl}/v1/dev/events/stream`, { headers })
  let streamed = ""
  const end = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) streamed += chunk
  })().catch(() => {})
  const created: string[] = []
  for (const { api } of [...all, ...all]) {
    const { _id, createdAt } = (await api.create("/v1/contacts/create", newContact())).body.data
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000, createdAt)
    created.push(_id)
    await wait(300) // longer than reading the database's clock takes
  }
  const { data } = (await here.api.get("/v1/contacts?limit=8&sort=-createdAt")).body
  assert.deepEqual(
    data.map(({ _id }: { _id: string }) => _id),
    created.toReversed(),
  )
  await until(async () => created.every(id => streamed.includes(`"object":"${id}"`)), "every event arrives")
  await fast.stop("SIGKILL")
  await end
})

test("accepts a session of one process in every other", async () => {
  for (const { baseUrl } of [slow, jumping, here]) {
    const cookie = cookieOf(await signIn({ baseUrl }, here.keys))
    for (const other of [slow, jumping, here]) assert.equal((await createPage(other, cookie).get("/v1/sessions")).status, 200)
  }
})
