import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { type Any, type Caller, newContact, startTestServer, until } from "../../../test/harness.ts"
import { lockTable } from "../../../test/faults/server-process.ts"
import { advanceClock, registerWebhook, startReceiver } from "../../../test/receiver.ts"
import { commit } from "../../kit/db/commit.ts"
import { updateHealth } from "./health-store.ts"

const server = await startTestServer()
const path = "/v1/dev/webhooks"
const createContact = async (caller: Caller): Promise<Any> => (await caller.create("/v1/contacts/create", newContact())).body.data
const read = async (caller: Caller, id: string): Promise<Any> => (await caller.get(`${path}/${id}`)).body.data

/** Holds a lock on a table during the work. `waiting` resolves once something waits for it. */
async function whileLocked<T>(lock: ReturnType<typeof lockTable>, work: (waiting: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const locked = await lock
  try {
    return await work(() => until(async () => (await locked.countWaiting()) > 0, "something waits for the lock"))
  } finally {
    await locked.release()
  }
}

test("keeps the outcome of an attempt that ended after a concurrent change had read the endpoint", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  let pending: ServerResponse | undefined
  receiver.reply = (_webhook, response) => void (pending = response)
  await createContact(caller)
  await until(async () => pending, "the attempt is in flight")
  const auditLog = lockTable(server.databaseUrl, "audit_entries") // the outcome of an attempt is not audited
  const [change, failedAt] = await whileLocked(auditLog, async waiting => {
    const changing = caller.create(`${path}/${_id}/update`, { description: "changed" })
    await waiting()
    pending!.writeHead(500).end()
    return [changing, await until(async () => (await read(caller, _id)).lastFailureAt, "the outcome of the attempt is stored")] as const
  })
  assert.equal((await change).status, 200)
  const now = await read(caller, _id)
  assert.deepEqual([now.description, now.lastFailureAt, now.failingSince], ["changed", failedAt, failedAt])
  assert.equal(now.version, 2, "the outcome of an attempt is no version of the endpoint")
})

test("an endpoint that works again while it is being deactivated stays active", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const failing = await createContact(caller)
  await until(async () => (await read(caller, _id)).failingSince, "it fails")
  const pending = new Map<string, ServerResponse>()
  receiver.reply = ({ body }, response) => void pending.set(body.data._id, response)
  await server.sql("update webhook_health set failing_since = failing_since - interval '25 hours' where endpoint_id = $1", [_id])
  const [delivery] = (await caller.get(`${path}/${_id}/deliveries`)).body.data
  await caller.create(`${path}/${_id}/deliveries/${delivery._id}/redeliver`, {})
  const working = await createContact(caller)
  await until(async () => pending.has(failing._id) && pending.has(working._id), "both attempts are in flight")
  const users = lockTable(server.databaseUrl, "users", "access exclusive") // a deactivation reads this table to know whom to notify
  await whileLocked(users, async waiting => {
    pending.get(failing._id)!.writeHead(500).end()
    await waiting()
    pending.get(working._id)!.writeHead(200).end()
    const success = "select 1 from webhook_health where endpoint_id = $1 and last_success_at is not null"
    await until(async () => (await server.sql(success, [_id])).length > 0, "it works again")
  })
  receiver.reply = () => ({})
  for (let i = 0; i < 3; i++) {
    const next = await createContact(caller)
    await until(
      async () => receiver.matching("contacts.create", next._id)[0] ?? (await read(caller, _id)).discarded > 0,
      "the next event is delivered or discarded",
    )
  }
  const now = await read(caller, _id)
  assert.deepEqual([now.status, now.failingSince, now.discarded], ["active", null, 0])
})

test("counts a success and a failure that are stored in one commit", async () => {
  const caller = await server.otherTenant()
  const { _id } = await registerWebhook(caller, await startReceiver())
  const tenant = caller.keys.tenantId
  const endpoint = { tenant_id: tenant, endpoint_id: _id, failing_since: null, last_success_at: null }
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes))
  const store = (...outcomes: [isSuccess: boolean, minutes: number][]) =>
    commit({ name: _id, tenant, writes: outcomes.flatMap(([isSuccess, minutes]) => updateHealth(endpoint, isSuccess, at(minutes))) })
  const times = async () => {
    const { failingSince, lastSuccessAt, lastFailureAt } = await read(caller, _id)
    return [failingSince, lastSuccessAt, lastFailureAt].map(time => time && (Date.parse(time) - at(0).getTime()) / 60_000)
  }
  await store([false, 1])
  assert.deepEqual(await times(), [1, null, 1])
  await store([true, 2], [false, 3])
  assert.deepEqual(await times(), [3, 2, 3])
  await store([false, 4], [true, 5])
  assert.deepEqual(await times(), [null, 5, 4])
})

test("the health of an endpoint is deleted with it", async () => {
  const caller = await server.otherTenant()
  const { _id } = await registerWebhook(caller, await startReceiver())
  const rows = async () => (await server.sql("select 1 from webhook_health where endpoint_id = $1", [_id])).length
  assert.equal(await rows(), 1)
  await caller.create(`${path}/${_id}/delete`, {})
  assert.equal(await rows(), 0)
})

test("the health of an endpoint counts the last day by hour, and says when it is turned off", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  const health = async (): Promise<Any> => (await caller.get(`${path}/${_id}/health`)).body.data
  assert.deepEqual([(await health()).delivered, (await health()).medianMs, (await health()).turnsOffAt], [0, null, null])
  await createContact(caller)
  const works = await until(async () => (await health()).delivered === 1 && (await health()), "it is delivered")
  assert.deepEqual([works.attempts, works.failing, works.waiting, works.hours.length], [1, 0, 0, 24])
  assert.deepEqual([works.hours.at(-1).delivered, works.hours[0].delivered], [1, 0])
  assert.equal(typeof works.medianMs, "number")
  await advanceClock(caller, "PT3H")
  receiver.reply = () => ({ status: 500 })
  await createContact(caller)
  const fails = await until(async () => (await health()).failing === 1 && (await health()), "it fails")
  assert.deepEqual([fails.hours.at(-1).failing, fails.hours.at(-4).delivered], [1, 1])
  const { failingSince } = await read(caller, _id)
  assert.equal(Date.parse(fails.turnsOffAt), Date.parse(failingSince) + 24 * 60 * 60_000)
  await caller.create(`${path}/${_id}/disable`, {})
  assert.equal((await health()).turnsOffAt, null)
  await advanceClock(caller, "P2D")
  assert.deepEqual([(await health()).delivered, (await health()).failing], [0, 0])
})
