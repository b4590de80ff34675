import assert from "node:assert/strict"
import { test } from "node:test"
import { dataOf } from "../../../test/clock-script.ts"
import { type Any, type Caller, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { registerWebhook, startReceiver } from "../../../test/receiver.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import type { Keys } from "../api-keys/create-tenant.ts"

const { otherTenant, sql } = await startTestServer()
type Tenant = Caller & { keys: Keys }
const clockOf = async (api: Caller): Promise<Any> => dataOf(await api.get("/v1/simulations/clock"))
const movesOf = ({ keys }: Tenant) => sql("select * from clock_jumps where tenant_id = $1 order by n", [keys.tenantId])
const newPayment = async (api: Caller, dueAt: string): Promise<Any> => {
  const { _id } = dataOf(await api.post("/v1/contacts/create", newContact()))
  return dataOf(await api.create("/v1/payment-intents/create", newIntent(_id, { dueAt })))
}

/** A move of the clock by a day that a process began and then does not continue, until `end`. */
async function stuckMove({ keys: { tenantId } }: Tenant) {
  await sql(
    `insert into clock_jumps (tenant_id, n, key, request, started_at, starts_at, target, at, offset_ms, leased_until)
     select $1, 1, 'stuck', 'stuck', t, t, t + interval '1 day', t, 86400000, t + interval '1 hour'
     from date_trunc('milliseconds', now()) as t`,
    [tenantId],
  )
  return { end: () => sql("update clock_jumps set leased_until = null where tenant_id = $1 and n = 1", [tenantId]) }
}

test("leaves work that falls due in a tenant to the move while its clock moves", async () => {
  const [api, other] = [await otherTenant(), await otherTenant()]
  const receivers = [await startReceiver(), await startReceiver()] as const
  for (const [i, caller] of [api, other].entries()) await registerWebhook(caller, receivers[i]!, { events: ["paymentIntents.create"] })
  const { end } = await stuckMove(api)
  const dueAt = new Date(Date.now() + 500).toISOString()
  const intents = [await newPayment(api, dueAt), await newPayment(other, dueAt)] as const
  const statusOf = async (caller: Caller, { _id }: Any) => dataOf(await caller.get(`/v1/payment-intents/${_id}`)).status
  await until(async () => (await statusOf(other, intents[1])) === "overdue", "the other tenant's is overdue")
  assert.equal(await statusOf(api, intents[0]), "due")
  for (const [i, caller] of [api, other].entries()) await caller.post(`/v1/payment-intents/${intents[i]!._id}/remind`)
  const mailsOf = async (caller: Caller) => (await caller.get("/v1/dev/mails")).body.data.map(({ status }: Any) => status)
  await until(async () => (await mailsOf(other)).includes("kept"), "the other tenant's mail is kept")
  assert.deepEqual(await mailsOf(api), ["queued"])
  await receivers[1].waitFor("paymentIntents.create")
  assert.deepEqual(receivers[0].received, [])
  const { status, progress, target } = await clockOf(api)
  assert.deepEqual([status, progress], ["moving", 0])
  assert.ok(Date.parse(target) > Date.now() + dayMs / 2)
  await end()
  await until(async () => (await clockOf(api)).status === "idle", "the clock has arrived")
  assert.equal(await statusOf(api, intents[0]), "overdue")
  assert.deepEqual([(await mailsOf(api))[0], receivers[0].received.length], ["kept", 1])
})

test("joins a repeated request to its running move, starts another where that ends, and refuses `next` until then", async () => {
  const api = await otherTenant()
  const { end } = await stuckMove(api)
  const move = (body: object) => api.post("/v1/simulations/clock", body)
  const refused = (await move({ to: "next" })).body.error
  assert.deepEqual([refused.code, refused.details.target], ["TNT-1003", (await clockOf(api)).target])
  const first = move({ advance: "P1M" })
  await until(async () => (await movesOf(api)).length === 2, "the move is committed")
  const repeated = move({ advance: "P1M" })
  const another = move({ advance: "P2D" })
  await until(async () => (await movesOf(api)).length === 3, "the other move is committed")
  await end()
  for (const answer of await Promise.all([first, repeated, another])) assert.equal(answer.status, 200, answer.text)
  const [stuck, month, days, ...rest] = await movesOf(api)
  assert.deepEqual([month.starts_at, days.starts_at, rest], [stuck.target, month.target, []])
  assert.equal(days.offset_ms - month.offset_ms, 2 * dayMs)
  assert.ok(Date.parse((await clockOf(api)).now) >= days.target.getTime())
})

test("a move waits for a job that a worker claimed before it began", async () => {
  const api = await otherTenant()
  const { tenantId } = api.keys
  await sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, leased_until, created_at)
     values ($1, $2, 'expire-approval', '{"request": "none"}', now() - interval '1 second', now() + interval '1 hour', now())`,
    [tenantId, "f".repeat(24)],
  )
  const { dueAt } = await newPayment(api, new Date(Date.now() + 3_600_000).toISOString())
  const moved = api.post("/v1/simulations/clock", { advance: "P1D" })
  await until(async () => (await movesOf(api))[0]?.claims === 1, "the move is under way")
  const [{ at, done }] = await movesOf(api)
  assert.ok(at < new Date(dueAt) && done === 0)
  await sql("delete from jobs where tenant_id = $1 and id = $2", [tenantId, "f".repeat(24)])
  assert.equal(dataOf(await moved).clock.status, "idle")
  assert.equal((await api.get("/v1/payment-intents?status=overdue")).body.count, 1)
})

test("a job that fails on the way is tried again by the tenant's clock, and given up in the end", async () => {
  const api = await otherTenant()
  const { tenantId } = api.keys
  await sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
     values ($1, $2, 'expire-approval', '{"request": "none"}', now() + interval '1 hour', now())`,
    [tenantId, "f".repeat(24)],
  )
  const { clock } = dataOf(await api.post("/v1/simulations/clock", { advance: "P1D" }))
  assert.deepEqual([clock.status, clock.done >= 10], ["idle", true])
  const [job] = await sql("select attempts, failed_at, next_at, created_at from jobs where tenant_id = $1 and id = $2", [
    tenantId,
    "f".repeat(24),
  ])
  assert.deepEqual([job.attempts, job.failed_at !== null], [10, true])
  const waitedSeconds = (job.next_at - job.created_at) / 1000 - 3600
  assert.ok(waitedSeconds >= 5115 - 60 && waitedSeconds < 7200, String(waitedSeconds))
})
