import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"
import { sealNext } from "../../platform/audit/store.ts"
import { isLate } from "./rules.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests take checkpoints

test("says what no checkpoint covers, since when, and what the last one was", async () => {
  const api = await server.otherTenant()
  const statusOf = async () => {
    const { status, body, text } = await api.get("/v1/checkpoints/status")
    assert.equal(status, 200, text)
    return body.data
  }
  const before = await statusOf()
  assert.deepEqual([before.last, before.waiting.ledger, before.isLate], [null, 0, false])
  assert.ok(before.waiting.audit > 0)
  const signed = (await api.post("/v1/checkpoints/sign")).body.data
  assert.deepEqual(await statusOf(), { last: signed, waiting: { ledger: 0, audit: 0 }, waitingSince: null, isLate: false })
  const { createdAt } = (await api.create("/v1/contacts/create", newContact())).body.data
  await api.create("/v1/contacts/create", newContact())
  for (const isSealed of [false, true]) {
    if (isSealed) assert.equal(await sealNext(api.keys.tenantId), false)
    const { waiting, waitingSince, last, isLate: late } = await statusOf()
    assert.deepEqual(
      { waiting, waitingSince, last, late },
      { waiting: { ledger: 0, audit: 2 }, waitingSince: createdAt, last: signed, late: false },
    )
  }
})

test("a checkpoint is late when something waits although the last one is old", () => {
  const now = new Date("2027-01-01T12:00:00Z")
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  for (const [what, lastAt, waitingSince, expected] of [
    ["nothing waits", ago(600), null, false],
    ["the last one is young", ago(59), ago(58), false],
    ["nothing happened for hours, and something did just now", ago(600), ago(1), false],
    ["the worker signs nothing", ago(130), ago(120), true],
    ["nothing was signed yet, and the tenant is new", null, ago(30), false],
    ["nothing was ever signed", null, ago(121), true],
  ] as const)
    assert.equal(isLate({ lastAt, waitingSince }, now, now), expected, what)
})
