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

test("an object that is gone was deleted by somebody, or was never stored", async () => {
  const made = { _id: "0".repeat(24), version: 2 }
  const read = (actions: string[]) => async (path: string) =>
    path.startsWith("/v1/audit-log?object=") ? reply(200, { data: actions.map(action => ({ action })) }) : reply(404, {})
  const route: string = "POST /v1/approvals/policies/{id}/update"
  const judgedBy = (actions: string[]) =>
    findFault({ ...input, op: { route } as NonNullable<Input["op"]> }, reply(200, { data: made }), read(actions))
  assert.equal(await judgedBy(["approvalPolicies.update", "approvalPolicies.delete"]), undefined)
  assert.match((await judgedBy(["approvalPolicies.update"]))!, /not stored/)
})

test("a link may end or sell out after it was answered, but nothing else opens or closes it", async () => {
  const route = "POST /v1/payment-links/{id}/activate"
  const link = { _id: "0".repeat(24), version: 3, availability: "open", uses: 1, lines: [], opensAt: null, closesAt: null }
  const judgedBy = (change: object) => judged(reply(200, { data: link }), { ...link, availability: "ended", ...change }, route)
  assert.equal(await judgedBy({ closesAt: "2027-01-31T12:00:00.000Z", uses: 1 }), "stored is another closesAt than was answered")
  assert.match((await judgedBy({}))!, /another availability/)
  assert.equal(await judgedBy({ uses: 2 }), undefined)
  const ending = { ...link, closesAt: "2027-01-31T12:00:00.000Z" }
  assert.equal(await judged(reply(200, { data: ending }), { ...ending, availability: "ended" }, route), undefined)
})
