import assert from "node:assert/strict"
import { test } from "node:test"
import { dataOf, eventsOf, logOf, prepareMonth } from "../../../test/clock-script.ts"
import { type Any, type Caller, inDays, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { dayMs } from "../../kit/pure/calendar.ts"

const server = await startTestServer()
const { otherTenant, sql } = server
const move = (api: Caller, body: object) => api.create("/v1/simulations/clock", body)
const clockOf = async (api: Caller): Promise<Any> => dataOf(await api.get("/v1/simulations/clock"))
const queueOf = async (api: Caller, query = ""): Promise<Any> => (await api.get(`/v1/simulations/queue?limit=100${query}`)).body
const nowOf = async (api: Caller) => Date.parse((await clockOf(api)).now)
const newPayment = async (api: Caller, dueAt: string): Promise<Any> => {
  const { _id } = dataOf(await api.post("/v1/contacts/create", newContact()))
  return dataOf(await api.create("/v1/payment-intents/create", newIntent(_id, { dueAt })))
}

test("does everything that falls due on the way once, in the order of time, each at its own time", async () => {
  const api = await otherTenant()
  const month = await prepareMonth(api)
  const { clock, now } = dataOf(await move(api, { advance: "P30D" }))
  assert.deepEqual([clock.status, clock.target, clock.progress], ["idle", null, 1])
  assert.ok(Date.parse(now) - month.start.getTime() >= 30 * dayMs)

  const events = await eventsOf(api)
  const times = events.map(({ createdAt }) => Date.parse(createdAt))
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
  const overdue = events.filter(({ data }) => data.status === "overdue")
  assert.ok(overdue.length >= 6)
  for (const { data, createdAt } of overdue) assert.equal(createdAt, data.dueAt)
  const together = overdue.filter(({ data }) => data.dueAt === month.first.dueAt).map(({ object }) => object)
  assert.deepEqual(together, [month.first._id, month.second._id])
  const expired = events.find(({ event, data }) => event === "approvalRequests.update" && data.status === "canceled")
  assert.deepEqual([expired.object, expired.createdAt], [month.request, expired.data.expiresAt])

  const cycles = events.filter(({ event, data }) => event === "paymentIntents.create" && data.intentType === "subscription")
  assert.equal(cycles.length, 20)
  cycles.forEach(({ createdAt, data }, i) => {
    assert.equal(Date.parse(createdAt) - month.start.getTime(), Math.floor(i / 2) * dayMs + 7_200_000, `request ${i}`)
    assert.deepEqual([data.cycle, data.subscription], [Math.floor(i / 2) + 1, month.twins[i % 2]._id])
  })
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.ok, true)
})

test("two runs of the same script give the same events, in the same order and at the same times", async () => {
  const logs = await Promise.all(
    [1, 2].map(async () => {
      const api = await otherTenant()
      const { start } = await prepareMonth(api)
      for (const advance of ["P1D", "P1D", "P1M"]) dataOf(await move(api, { advance }))
      return logOf(api, start)
    }),
  )
  assert.ok(logs[0]!.length > 60)
  assert.deepEqual(logs[0], logs[1])
})

test("one long move and many short ones lead to the same events", async () => {
  const logs = await Promise.all(
    [["P12D"], Array.from({ length: 12 }, () => "P1D")].map(async steps => {
      const api = await otherTenant()
      const { start } = await prepareMonth(api)
      for (const advance of steps) dataOf(await move(api, { advance }))
      return logOf(api, start)
    }),
  )
  assert.deepEqual(logs[0], logs[1])
})

test("leaves another tenant's clock and queue as they are", async () => {
  const [api, other] = [await otherTenant(), await otherTenant()]
  const { _id } = await newPayment(other, inDays(1))
  await move(api, { advance: "P30D" })
  const intent = dataOf(await other.get(`/v1/payment-intents/${_id}`))
  assert.deepEqual([intent.status, intent.version], ["due", 1])
  assert.ok((await nowOf(other)) < Date.now() + dayMs / 2)
})

test("lists the queue in order, with the event that each entry will publish, and `next` moves to the first entry", async () => {
  const api = await otherTenant()
  const month = await prepareMonth(api)
  const queue = await until(async () => {
    const found = await queueOf(api)
    return Date.parse(found.data[0].at) > (await nowOf(api)) && found
  }, "what is due at once has run")
  const times = queue.data.map(({ at }: Any) => at)
  assert.deepEqual(times, times.toSorted())
  assert.equal(queue.count, queue.data.length)
  const overdue = queue.data.find(({ object }: Any) => object === month.first._id)
  const { at, text, event } = overdue
  assert.deepEqual([at, text, event], [month.first.dueAt, "The payment intent becomes overdue", "paymentIntents.update"])
  const expiry = queue.data.find(({ kind }: Any) => kind === "expire-approval")
  assert.deepEqual([expiry.object, expiry.event], [month.request, "approvalRequests.update"])
  const firstPage = (await api.get("/v1/simulations/queue?limit=3")).body
  const secondPage = (await api.get(`/v1/simulations/queue?limit=100&startingAfter=${firstPage.data[2]._id}`)).body
  assert.deepEqual(
    [...firstPage.data, ...secondPage.data].map(({ _id }) => _id),
    queue.data.map(({ _id }: Any) => _id),
  )
  assert.equal((await queueOf(api, `&kind=expire-approval&at[lte]=${expiry.at}`)).count, 1)

  const next = queue.data.find((row: Any) => Date.parse(row.at) > month.start.getTime() + 60_000)
  while ((await nowOf(api)) < Date.parse(next.at)) dataOf(await move(api, { to: "next" }))
  assert.ok((await nowOf(api)) - Date.parse(next.at) < 60_000)
  assert.ok(!(await queueOf(api)).data.some(({ _id }: Any) => _id === next._id))
})

test("does not move the clock to `next` when nothing waits", async () => {
  const api = await otherTenant()
  await sql("delete from jobs where tenant_id = $1", [api.keys.tenantId])
  const { clock } = dataOf(await move(api, { to: "next" }))
  assert.deepEqual([clock.status, clock.done], ["idle", 0])
  assert.ok(Math.abs((await nowOf(api)) - Date.now()) < 60_000)
})

test("moves the clock once for the same key, however far it moved, and each time for equal requests without a key", async () => {
  const api = await otherTenant()
  const started = await nowOf(api)
  const days = async () => Math.round(((await nowOf(api)) - started) / dayMs)
  const send = (body: object, key: string) => api.create("/v1/simulations/clock", body, key)
  await send({ advance: "P30D" }, "month")
  const again = await send({ advance: "P30D" }, "month")
  assert.deepEqual([again.status, await days()], [200, 30])
  assert.equal((await send({ advance: "P31D" }, "month")).body.error.code, "IDM-1002")
  for (let i = 0; i < 3; i++) dataOf(await api.post("/v1/simulations/clock", { advance: "PT8H" }))
  assert.equal(await days(), 31)
  dataOf(await api.post("/v1/simulations/clock", { to: new Date(started + 40 * dayMs).toISOString() }))
  assert.equal(await days(), 40)
})

test("runs concurrent moves one after the other", async () => {
  const api = await otherTenant()
  const started = await nowOf(api)
  const moved = await inParallel(4, () => move(api, { advance: "P1D" }))
  for (const answer of moved) assert.equal(answer.status, 200, answer.text)
  assert.equal(Math.round(((await nowOf(api)) - started) / dayMs), 4)
  const audited = (await api.get("/v1/audit-log?action=clock.move")).body.data
  const changes = audited.map(({ before, after }: Any) => Date.parse(after.now) - Date.parse(before.now))
  assert.deepEqual(changes, [dayMs, dayMs, dayMs, dayMs])
})

test("requires a duration or a destination in the future, and the permission, and moves nothing in a dry run", async () => {
  const api = await otherTenant()
  const refusal = async (body: object) => (await move(api, body)).body.error?.code
  assert.equal(await refusal({}), "VAL-1003")
  assert.equal(await refusal({ advance: "P1D", to: "next" }), "VAL-1003")
  assert.equal(await refusal({ to: inDays(-1) }), "VAL-1003")
  assert.equal(await refusal({ to: "tomorrow" }), "VAL-1003")
  assert.equal(await refusal({ to: inDays(60 * 365) }), "TNT-1002")
  const before = await nowOf(api)
  assert.equal((await api.post("/v1/simulations/clock", { advance: "P1D" }, { "dry-run": "true" })).status, 200)
  assert.ok((await nowOf(api)) - before < dayMs / 2)
  const viewer = await server.withRole("viewer")
  for (const path of ["/v1/simulations/clock", "/v1/simulations/queue"]) assert.equal((await viewer.get(path)).status, 403)
  assert.equal((await viewer.post("/v1/simulations/clock", { advance: "P1D" })).status, 403)
})
