import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, newContact, openHouse, until } from "../../test/harness.ts"
import { advance, openReceiver, register } from "../../test/receiver.ts"
import { retryDelayMs } from "./rules.ts"

const house = await openHouse({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const path = "/v1/dev/webhooks"
const newPerson = async (caller: Caller): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const read = async (caller: Caller, id: string): Promise<Any> => (await caller.get(`${path}/${id}`)).body.data
const deliveriesOf = async (caller: Caller, id: string, query = ""): Promise<Any[]> =>
  (await caller.get(`${path}/${id}/deliveries${query}`)).body.data
const deliveryOf = async (caller: Caller, id: string, event: string): Promise<Any> =>
  (await deliveriesOf(caller, id, `?eventId=${event}`))[0]
const eventOf = async (caller: Caller, object: string): Promise<string> =>
  (await caller.get(`/v1/dev/events?object=${object}`)).body.data[0]._id

/** The delivery once its nth attempt is over. */
const after = (caller: Caller, id: string, event: string, n: number) =>
  until(async () => {
    const delivery = await deliveryOf(caller, id, event)
    return delivery?.attempts.length >= n && delivery
  }, `attempt ${n} of ${event} is over`)

/** To a second after the delivery is due by the tenant's clock. */
async function advanceTo(caller: Caller, moment: string) {
  const now = Date.parse((await caller.get("/v1/settings")).body.data.now)
  const ahead = Math.ceil((Date.parse(moment) - now) / 1000)
  if (ahead > 0) await advance(caller, `PT${ahead}S`)
}

/** Each attempt waited for its turn by the tenant's clock: not earlier, and by more than a tenth not earlier than the whole delay. */
function assertOnTime(attempts: Any[]) {
  attempts.slice(1).forEach((each, i) => {
    const before = attempts[i]
    const waited = Date.parse(each.at) - (Date.parse(before.at) + before.ms)
    const whole = retryDelayMs(i + 1, 0)
    assert.ok(waited >= (i === 0 ? whole : whole * 0.9), `retry ${i + 1} waited only ${waited} ms`)
  })
  assert.deepEqual(
    attempts.map(each => each.n),
    attempts.map((_each, i) => i + 1),
  )
}

test("a poisoned event is tried 51 times on time and abandoned, while later events of the same endpoint arrive", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = ({ body }) => ({ status: body.data.metadata.poison ? 500 : 200 })
  const poison = (await caller.post("/v1/contacts/create", newContact({ metadata: { poison: "yes" } }))).body.data
  const event = await eventOf(caller, poison._id)
  let delivery = await after(caller, _id, event, 1)
  for (let n = delivery.attempts.length; n < 51; n = delivery.attempts.length) {
    assert.equal(delivery.status, "pending", `after ${n} attempts`)
    const whole = retryDelayMs(n, 0)
    const wait = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[n - 1].at) - delivery.attempts[n - 1].ms
    assert.ok(wait <= whole && wait >= (n === 1 ? whole : whole * 0.9), `retry ${n} is due after ${wait} ms`)
    await advanceTo(caller, delivery.nextAttemptAt)
    const healthy = await newPerson(caller)
    await receiver.next("contacts.create", healthy._id)
    delivery = await after(caller, _id, event, n + 1)
  }
  assert.deepEqual([delivery.status, delivery.attempts.length, delivery.nextAttemptAt], ["abandoned", 51, null])
  assertOnTime(delivery.attempts)
  const sent = receiver.of("contacts.create", poison._id)
  assert.deepEqual(
    sent.map(each => each.headers["x-delivery-attempt"]),
    Array.from({ length: 51 }, (_, i) => String(i + 1)),
  )
  assert.equal(new Set(sent.map(({ raw }) => raw.toString())).size, 1)
  await advance(caller, "P2D")
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  assert.equal(receiver.of("contacts.create", poison._id).length, 51)
  assert.equal((await read(caller, _id)).status, "active")
})

test("an endpoint that fails for more than 24 hours is deactivated; what comes meanwhile is counted and never sent", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const first = await newPerson(caller)
  const event = await eventOf(caller, first._id)
  let delivery = await after(caller, _id, event, 1)
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
  assert.deepEqual([mail.recipient, mail.subject], ["other@example.com", "Your webhook was deactivated: it failed for more than 24 hours"])
  const sent = receiver.came.length
  await newPerson(caller)
  await newPerson(caller)
  assert.deepEqual([(await deliveriesOf(caller, _id)).length, (await read(caller, _id)).discarded], [1, 2])
  receiver.reply = () => ({})
  assert.equal((await caller.create(`${path}/${_id}/enable`, {})).body.data.failingSince, null)
  assert.equal((await caller.get(`/v1/dev/mails?object=${_id}`)).body.count, 2)
  await advance(caller, "P1D")
  const alive = await newPerson(caller)
  await receiver.next("contacts.create", alive._id)
  assert.equal(receiver.came.length, sent + 1)
})

test("a success within the 24 hours starts them anew", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  const fails = async () => {
    receiver.reply = () => ({ status: 500 })
    const event = await eventOf(caller, (await newPerson(caller))._id)
    await after(caller, _id, event, 1)
  }
  await fails()
  await until(async () => (await read(caller, _id)).failingSince, "it fails")
  receiver.reply = () => ({})
  await advance(caller, "PT23H")
  await until(async () => (await read(caller, _id)).failingSince === null, "it is well again")
  await fails()
  await advance(caller, "PT23H")
  await until(async () => (await deliveriesOf(caller, _id, "?status=pending")).some(each => each.attempts.length === 2), "it was tried")
  assert.equal((await read(caller, _id)).status, "active")
})

test("410 disables the endpoint at once, cancels the rest and tells the super admins", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  await newPerson(caller)
  await until(async () => (await deliveriesOf(caller, _id))[0]?.attempts.length === 1, "one waits for its retry")
  receiver.reply = () => ({ status: 410 })
  await newPerson(caller)
  const gone = await until(async () => {
    const now = await read(caller, _id)
    return now.status !== "active" && now
  }, "it is disabled")
  assert.deepEqual([gone.status, gone.reason, gone.failingSince], ["disabled", "it answered 410 Gone", null])
  assert.deepEqual(new Set((await deliveriesOf(caller, _id)).map(each => each.status)), new Set(["canceled"]))
  const [mail] = (await caller.get(`/v1/dev/mails?object=${_id}`)).body.data
  assert.equal(mail.subject, "Your webhook was deactivated: it answered 410 Gone")
  await advance(caller, "PT1H")
  await newPerson(caller)
  assert.deepEqual([(await deliveriesOf(caller, _id)).length, (await read(caller, _id)).discarded], [2, 1])
})

test("an attempt that began before the endpoint recovered does not bring back its old failure", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const { _id } = await register(caller, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 500 })
  const slow = await newPerson(caller)
  await until(async () => (await read(caller, _id)).failingSince, "it fails")
  let fail: (() => void) | undefined
  receiver.reply = ({ body }, response) => {
    if (body.data._id !== slow._id) return {}
    fail = () => response.writeHead(500).end()
  }
  await advance(caller, "P1DT1M")
  await until(async () => fail, "its second attempt is under way")
  await receiver.next("contacts.create", (await newPerson(caller))._id)
  await until(async () => (await read(caller, _id)).failingSince === null, "it is well again")
  fail!()
  await after(caller, _id, await eventOf(caller, slow._id), 2)
  const last = await newPerson(caller)
  await until(async () => receiver.of("contacts.create", last._id)[0] ?? (await read(caller, _id)).discarded > 0, "the next is told or not")
  const now = await read(caller, _id)
  assert.equal(now.status, "active", "it was well a moment ago")
  assert.ok(now.failingSince === null || now.failingSince >= now.lastSuccessAt, "it fails since its last success, not since before")
})
