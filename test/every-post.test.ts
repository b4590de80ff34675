// Every POST honours an Idempotency-Key. The test covers all operations of the list, including future ones.
import assert from "node:assert/strict"
import { after, test } from "node:test"
import { application } from "../src/app.ts"
import type { Operation } from "../src/kit/operation/operation.ts"
import { createCaller, startTestServer } from "./harness.ts"
import { adminOf, cookieOf, signIn } from "./people.ts"

const server = await startTestServer({ REQUESTS_PER_MINUTE: "100000" })
const posts = application.operations.filter(op => op.route?.startsWith("POST "))
const open = posts.filter(op => op.open).map(op => op.route)
const called = posts.filter(op => !op.open)
const cookie = cookieOf(await signIn(server, adminOf(server)))
const { post } = createCaller(server.baseUrl, { apiKey: "", tenantId: "" }, { checked: false })
const page = { authorization: null, "x-tenant-id": null, origin: server.baseUrl, cookie }
const pathOf = ({ route }: Operation) => route!.slice("POST ".length).replaceAll(/\{\w+\}/g, "0".repeat(24))
/** Sends as the super admin in a session, who may call all of them. */
const send = (op: Operation, key: string, body: unknown = {}, more = {}) =>
  post(pathOf(op), body, { ...page, "idempotency-key": key, ...more })

/** Counts the runs of each operation in place of its work. Its declaration and the handling of keys stay. */
const runs = new Map<Operation, number>()
const originals = called.map(op => [op, { ...op }] as const)
for (const op of called) {
  const run = () => ({ run: count(op) })
  const external = op.external && { ...op.external, prepare: async () => ({}), call: async () => ({}) }
  const nothing = { subject: undefined, assertPart: undefined, assertPossible: undefined, headers: undefined }
  Object.assign(op, { ...nothing, run, external, parse: () => ({}), filterResponse: (result: unknown) => result })
}
after(() => {
  for (const [op, original] of originals) Object.assign(op, { ...absent, ...original })
})
const absent = { subject: undefined, assertPart: undefined, assertPossible: undefined, headers: undefined, external: undefined }

function count(op: Operation): number {
  const n = (runs.get(op) ?? 0) + 1
  runs.set(op, n)
  return n
}

for (const op of called)
  test(`${op.route} runs once under a key`, async () => {
    const key = `${op.route} once`
    const dry = await send(op, key, {}, { "dry-run": "true" })
    const first = await send(op, key)
    assert.ok(first.status < 300 && dry.status < 300, first.text)
    assert.equal(first.headers.get("idempotent-replayed"), null, "a dry run stores nothing")
    const again = await send(op, key)
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    assert.equal(again.headers.get("idempotent-replayed"), "true")
    assert.equal(runs.get(op), 2, "the dry run, and once in earnest")
    assert.equal((await send(op, key, { other: "body" })).body.error.code, "IDM-1002")
    assert.equal((await send(op, "x".repeat(257))).body.error.code, "IDM-1001")
    const other = called.find(each => each !== op && each.idempotency !== "header")!
    assert.equal((await send(other, key)).body.error.code, "IDM-1002")
  })

test("checks the key of a request without a caller, and stores nothing under it", async () => {
  const devices = ["POST /v1/device-logins/start", "POST /v1/device-logins/poll"]
  assert.deepEqual(open, ["POST /v1/sessions/create", ...devices, "POST /v1/passwords/forgot", "POST /v1/passwords/reset"])
  for (const op of posts.filter(each => each.open)) {
    assert.equal((await send(op, "x".repeat(257))).body.error.code, "IDM-1001")
    assert.notEqual((await send(op, `${called[0]!.route} once`)).body?.error?.code, "IDM-1002")
  }
})
