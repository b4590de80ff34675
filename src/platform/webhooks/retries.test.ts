import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, newContact, startTestServer, until } from "../../../test/harness.ts"
import { advanceClock, startReceiver, registerWebhook } from "../../../test/receiver.ts"
import { retryDelayMs } from "./rules.ts"

const server = await startTestServer()
const path = "/v1/dev/webhooks"
const createContact = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const read = async (caller: Caller, id: string): Promise<Any> => (await caller.get(`${path}/${id}`)).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries${query}`)).body.data
const deliveryOf = async (caller: Caller, id: string, event: string): Promise<Any> =>
  (await deliveriesOf(caller, id, `?eventId=${event}`))[0]
const eventOf = async (caller: Caller, object: string): Promise<string> =>
  (await caller.get(`/v1/dev/events?object=${object}`)).body.data[0]._id

/** Waits for the nth attempt and returns the delivery. */
const afterAttempt = (caller: Caller, id: string, event: string, n: number) =>
  until(async () => {
    const delivery = await deliveryOf(caller, id, event)
    return delivery?.attempts.length >= n && delivery
  }, `attempt ${n} of ${event} is over`)

/** How long a delivery waits after its last attempt. */
const waitAfter = ({ attempts, nextAttemptAt }: Any): number => {
  const { at, ms } = attempts.at(-1)
  return Date.parse(nextAttemptAt) - Date.parse(at) - ms
}

/** Advances the tenant's clock to that time. */
async function advanceTo(caller: Caller, time: string) {
  const now = Date.parse((await caller.get("/v1/settings")).body.data.now)
  const seconds = Math.ceil((Date.parse(time) - now) / 1000)
  if (seconds > 0) await advanceClock(caller, `PT${seconds}S`)
}

/** Each retry waited, by the tenant's clock, for at least nine tenths of its delay; the first for all of it. */
function assertOnTime(attempts: Any[]) {
  attempts.slice(1).forEach((each, i) => {
    const before = attempts[i]
    const waited = Date.parse(each.at) - (Date.parse(before.at) + before.ms)
    const fullDelay = retryDelayMs(i + 1, 0)
    assert.ok(waited >= (i === 0 ? fullDelay : fullDelay * 0.9), `retry ${i + 1} waited only ${waited} ms`)
  })
  assert.deepEqual(
    attempts.map(each => each.n),
    attempts.map((_each, i) => i + 1),
  )
}

test("attempts an event that always fails 51 times on time, then abandons it, while later events of the same endpoint arrive", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = ({ body }) => ({ status: body.data.metadata.poison ? 500 : 200 })
  const poison = (await caller.post("/v1/contacts/create", newContact({ metadata: { poison: "yes" } }))).body.data
  const event = await eventOf(caller, poison._id)
  let delivery = await afterAttempt(caller, _id, event, 1)
  for (let n = delivery.attempts.length; n < 51; n = delivery.attempts.length) {
    assert.equal(delivery.status, "pending", `after ${n} attempts`)
    const fullDelay = retryDelayMs(n, 0)
    const wait = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[n - 1].at) - delivery.attempts[n - 1].ms
    assert.ok(wait <= fullDelay && wait >= (n === 1 ? fullDelay : fullDelay * 0.9), `retry ${n} is due after ${wait} ms`)
    await advanceTo(caller, delivery.nextAttemptAt)
    const healthy = await createContact(caller)
    await receiver.waitFor("contacts.create", healthy._id)
    delivery = await afterAttempt(caller, _id, event, n + 1)
  }
  assert.deepEqual([delivery.status, delivery.attempts.length, delivery.nextAttemptAt], ["abandoned", 51, null])
  assertOnTime(delivery.attempts)
  const sent = receiver.matching("contacts.create", poison._id)
  assert.deepEqual(
    sent.map(each => each.headers["x-delivery-attempt"]),
    Array.from({ length: 51 }, (_, i) => String(i + 1)),
  )
  assert.equal(new Set(sent.map(({ raw }) => raw.toString())).size, 1)
  await advanceClock(caller, "P2D")
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  assert.equal(receiver.matching("contacts.create", poison._id).length, 51)
  assert.equal((await read(caller, _id)).status, "active")
  await caller.create(`${path}/${_id}/deliveries/${delivery._id}/redeliver`, {})
  const again = await afterAttempt(caller, _id, event, 52)
  assert.deepEqual([again.status, waitAfter(again)], ["pending", 15_000], "its retries begin anew")
})

test("starts the retries again at 15 seconds when a message is sent again on request", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const contact = await createContact(caller)
  const event = await eventOf(caller, contact._id)
  const failTo = async (n: number) => {
    let delivery = await afterAttempt(caller, _id, event, 1)
    while (delivery.attempts.length < n) {
      await advanceTo(caller, delivery.nextAttemptAt)
      delivery = await afterAttempt(caller, _id, event, delivery.attempts.length + 1)
    }
    return delivery
  }
  const redeliver = (delivery: Any) => caller.create(`${path}/${_id}/deliveries/${delivery._id}/redeliver`, {})
  const pending = await failTo(4)
  assert.ok(waitAfter(pending) > 100_000)
  await redeliver(pending)
  assert.equal(waitAfter(await afterAttempt(caller, _id, event, 5)), 15_000)
  const second = await failTo(6)
  assert.ok(waitAfter(second) >= 27_000 && waitAfter(second) <= 30_000)
  receiver.reply = () => ({})
  await redeliver(second)
  const delivered = await until(async () => (await deliveriesOf(caller, _id, "?status=delivered"))[0], "it is delivered")
  receiver.reply = () => ({ status: 500 })
  await redeliver(delivered)
  assert.equal(waitAfter(await afterAttempt(caller, _id, event, 8)), 15_000)
  receiver.reply = () => ({})
  await redeliver(delivered)
  await until(async () => (await deliveriesOf(caller, _id, "?status=delivered"))[0], "it is delivered again")
  receiver.reply = () => ({ status: 500 })
  await caller.create(`${path}/${_id}/replay`, { from: contact.createdAt, to: contact.createdAt })
  const replayed = await afterAttempt(caller, _id, event, 10)
  assert.equal(waitAfter(replayed), 15_000)
  assert.deepEqual(
    replayed.attempts.map((each: Any) => each.n),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  )
})

test("deactivates an endpoint that fails for more than 24 hours, and counts later events without sending them", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const first = await createContact(caller)
  const event = await eventOf(caller, first._id)
  let delivery = await afterAttempt(caller, _id, event, 1)
  const since = (await read(caller, _id)).failingSince
  while (delivery.status === "pending") {
    assert.equal((await read(caller, _id)).failingSince, since)
    await advanceTo(caller, delivery.nextAttemptAt)
    const n: number = delivery.attempts.length
    delivery = await until(
      async () => {
        const now = await deliveryOf(caller, _id, event)
        return (now.attempts.length > n || now.status !== "pending") && now
      },
      `attempt ${n + 1} is over`,
    )
    if (Date.parse(delivery.attempts.at(-1).at) - Date.parse(since) > 86_400_000)
      delivery = await until(async () => {
        const now = await deliveryOf(caller, _id, event)
        return now.status !== "pending" && now
      }, "it is over")
  }
  const { attempts, status } = delivery
  assert.equal(status, "canceled")
  const [late, last] = attempts.slice(-2).map((each: Any) => Date.parse(each.at) - Date.parse(since))
  assert.ok(late <= 86_400_000 && last > 86_400_000, "deactivated by the first failure after more than 24 hours")
  assertOnTime(attempts)
  const dead = await read(caller, _id)
  assert.deepEqual([dead.status, dead.reason], ["inactive", "it failed for more than 24 hours"])
  const [mail] = (await caller.get(`/v1/dev/mails?object=${_id}`)).body.data
  assert.deepEqual([mail.recipient, mail.subject], [caller.keys.email, "Your webhook was deactivated: it failed for more than 24 hours"])
  const sent = receiver.received.length
  await createContact(caller)
  await createContact(caller)
  assert.deepEqual([(await deliveriesOf(caller, _id)).length, (await read(caller, _id)).discarded], [1, 2])
  receiver.reply = () => ({})
  assert.equal((await caller.create(`${path}/${_id}/enable`, {})).body.data.failingSince, null)
  assert.equal((await caller.get(`/v1/dev/mails?object=${_id}`)).body.count, 2)
  await advanceClock(caller, "P1D")
  const alive = await createContact(caller)
  await receiver.waitFor("contacts.create", alive._id)
  assert.equal(receiver.received.length, sent + 1)
})

test("a success within the 24 hours restarts them", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  const fails = async () => {
    receiver.reply = () => ({ status: 500 })
    const event = await eventOf(caller, (await createContact(caller))._id)
    await afterAttempt(caller, _id, event, 1)
  }
  await fails()
  await until(async () => (await read(caller, _id)).failingSince, "it fails")
  receiver.reply = () => ({})
  await advanceClock(caller, "PT23H")
  await until(async () => (await read(caller, _id)).failingSince === null, "it works again")
  await fails()
  await advanceClock(caller, "PT23H")
  await until(async () => (await deliveriesOf(caller, _id, "?status=pending")).some(each => each.attempts.length > 20), "it was tried")
  assert.equal((await read(caller, _id)).status, "active")
})

test("410 disables the endpoint at once, cancels its deliveries and notifies the super admins", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  await createContact(caller)
  await until(async () => (await deliveriesOf(caller, _id))[0]?.attempts.length === 1, "one waits for its retry")
  receiver.reply = () => ({ status: 410 })
  await createContact(caller)
  const disabled = await until(async () => {
    const now = await read(caller, _id)
    return now.status !== "active" && now
  }, "it is disabled")
  assert.deepEqual([disabled.status, disabled.reason, disabled.failingSince], ["disabled", "it answered 410 Gone", null])
  assert.deepEqual(new Set((await deliveriesOf(caller, _id)).map(each => each.status)), new Set(["canceled"]))
  const [mail] = (await caller.get(`/v1/dev/mails?object=${_id}`)).body.data
  assert.equal(mail.subject, "Your webhook was deactivated: it answered 410 Gone")
  await advanceClock(caller, "PT1H")
  await createContact(caller)
  assert.deepEqual([(await deliveriesOf(caller, _id)).length, (await read(caller, _id)).discarded], [2, 1])
})

test("an attempt that began before the endpoint recovered does not restore its old failure time", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const slow = await createContact(caller)
  await until(async () => (await read(caller, _id)).failingSince, "it fails")
  let fail: (() => void) | undefined
  receiver.reply = ({ body }, response) => {
    if (body.data._id !== slow._id) return {}
    fail = () => response.writeHead(500).end()
  }
  await server.sql("update webhook_health set failing_since = failing_since - interval '25 hours' where endpoint_id = $1", [_id])
  await caller.create(`${path}/${_id}/deliveries/${(await deliveriesOf(caller, _id))[0]!._id}/redeliver`, {})
  await until(async () => fail, "its second attempt is in flight")
  await receiver.waitFor("contacts.create", (await createContact(caller))._id)
  await until(async () => (await read(caller, _id)).failingSince === null, "it works again")
  fail!()
  await afterAttempt(caller, _id, await eventOf(caller, slow._id), 2)
  const last = await createContact(caller)
  await until(
    async () => receiver.matching("contacts.create", last._id)[0] ?? (await read(caller, _id)).discarded > 0,
    "the next is delivered or discarded",
  )
  const now = await read(caller, _id)
  assert.equal(now.status, "active", "it worked a moment ago")
  assert.ok(now.failingSince === null || now.failingSince >= now.lastSuccessAt, "failingSince is not before lastSuccessAt")
})
