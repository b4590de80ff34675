// A short form of `npm run prove -- --fuzz`, and what the judge of answers must notice.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { fuzz } from "../prove/fuzz/fuzz.ts"
import { type Input, inputOf, type World } from "../prove/fuzz/inputs.ts"
import { findFault, type Reply } from "../prove/fuzz/judge.ts"
import { seeded } from "../prove/random.ts"
import { signature } from "../src/money/gateways/simulator.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { secretKey, startServer } from "./faults/server-process.ts"
import { linkKeyOf, startTestServer } from "./harness.ts"
import { withoutLimits } from "./isolation-walk.ts"
import { startReceiver } from "./receiver.ts"

const inputs = 400
const seed = Number(process.env["SEED"] ?? 42)
const main = await startTestServer({ ROLE: "api", SECRET_KEY: secretKey })
const receiver = await startReceiver()
const NODE_OPTIONS = `--import=${new URL("../prove/fuzz/loopback-only.ts", import.meta.url).href}`
const server = await startServer(main.databaseUrl, { ...withoutLimits, NODE_OPTIONS })

async function newTenant() {
  const email = `owner-${randomUUID()}@example.com`
  const keys = await createTenant({ name: "Escola Azul", mode: "sandbox", timezone: "UTC", email })
  const linkKey = await linkKeyOf(main, keys.tenantId)
  return { ...keys, email, password: keys.password!, sign: (bytes: Buffer) => signature(linkKey, bytes) }
}

test(`answers ${inputs} inputs of all kinds in time, without an error of its own, and stores what it answers`, async t => {
  t.diagnostic(`SEED=${seed} repeats this run`)
  const outcome = await fuzz({ baseUrl: server.baseUrl, receiver: receiver.url, newTenant, clients: 6 }, { inputs, seed })
  assert.deepEqual(outcome.faults, [])
  assert.equal(outcome.inputs, inputs)
  for (const [kind, n] of Object.entries(outcome.byKind)) assert.ok(n > 0, kind)
  assert.ok((outcome.byStatus["201"] ?? 0) + (outcome.byStatus["200"] ?? 0) > inputs / 10, "many inputs are accepted")
})

test("an input is the same for the same seed and number", () => {
  const world: World = {
    tenantId: "t",
    apiKey: "k",
    cookie: "c",
    ids: { contact: "0".repeat(24) },
    pages: [{ path: "/pay/x", key: "" }],
    sign: () => "s",
  }
  const made = (n: number) => JSON.stringify(inputOf(seeded(n), world))
  for (let n = 0; n < 50; n++) assert.equal(made(n), made(n))
})

const input: Input = { kind: "operation", method: "POST", path: "/v1/contacts/create", headers: {} }
const reply = (status: number, body: object): Reply => ({ status, type: "application/json", replayed: false, text: JSON.stringify(body) })
const judged = (answer: Reply, stored: object = {}, route?: string) =>
  findFault({ ...input, ...(route && { op: { route } as NonNullable<Input["op"]> }) }, answer, async () => reply(200, { data: stored }))

test("notices an internal error, a refusal without a code or with another status, and what is stored otherwise", async () => {
  assert.match((await judged(reply(500, { error: { code: "SYS-9001", message: "x" } })))!, /answered 500/)
  assert.match((await judged(reply(503, { error: { code: "SYS-9002", message: "x" } })))!, /answered 503/)
  assert.match((await judged(reply(400, { error: { message: "x" } })))!, /the code none/)
  assert.match((await judged(reply(404, { error: { code: "VAL-1003", message: "x" } })))!, /has the status 400/)
  assert.match((await judged(reply(400, { error: { code: "VAL-1003" } })))!, /says nothing/)
  const made = { _id: "0".repeat(24), version: 1, email: "ana@example.com" }
  const route = "POST /v1/contacts/create"
  assert.match((await judged(reply(201, { data: made }), { ...made, email: "other@example.com" }, route))!, /another email/)
  assert.equal(await judged(reply(201, { data: made }), made, route), undefined)
  assert.equal(await judged(reply(400, { error: { code: "VAL-1003", message: "x" } })), undefined)
})
