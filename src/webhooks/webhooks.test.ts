import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, openHouse, storm, until } from "../../test/harness.ts"
import { advance, openReceiver, register, signatureOf } from "../../test/receiver.ts"
import { endpointsMost } from "./rules.ts"

const house = await openHouse({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const { api } = house
const path = "/v1/dev/webhooks"
const newPerson = async (caller = api): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const read = async (id: string): Promise<Any> => (await api.get(`${path}/${id}`)).body.data
const deliveriesOf = async (id: string, query = ""): Promise<Any[]> => (await api.get(`${path}/${id}/deliveries${query}`)).body.data
const settled = (id: string, status: string) =>
  until(async () => (await deliveriesOf(id, `?status=${status}`))[0], `a delivery of ${id} is ${status}`)
const mailsOf = async (id: string): Promise<Any[]> => (await api.get(`/v1/dev/mails?object=${id}`)).body.data

test("a destination is registered once it returned the token that was added to its own query", async () => {
  const receiver = await openReceiver()
  receiver.challenge = token => ({ body: ` ${token}\r\n` })
  const url = `${receiver.url}?shop=7&name=caf%C3%A9%20au&lait`
  const { status, body } = await api.create(`${path}/create`, { url, events: ["contacts.create"], metadata: { team: "a" } })
  assert.equal(status, 201)
  const { secret, ...shown } = body.data
  assert.match(secret, /^whsec_.{32}$/)
  assert.deepEqual([shown.url, shown.status, shown.events, shown.metadata], [url, "active", ["contacts.create"], { team: "a" }])
  const [asked] = receiver.challenges
  assert.ok(asked!.search.startsWith("?shop=7&name=caf%C3%A9%20au&lait&validationToken="), "its own query is not rewritten")
  assert.match(asked!.searchParams.get("validationToken")!, /^[\w-]{43}$/)
  assert.deepEqual(await read(shown._id), shown)
  assert.deepEqual((await api.get(`${path}?url=${encodeURIComponent(url)}`)).body.data, [shown])
})

test("who does not return the token is not registered, and hears what came instead", async () => {
  const receiver = await openReceiver()
  const before = (await api.get(path)).body.count
  const said = async () => {
    const { status, body } = await api.create(`${path}/create`, { url: receiver.url, events: ["*"] })
    assert.deepEqual([status, body.error.code], [422, "WHK-1002"])
    return body.error.message as string
  }
  receiver.challenge = () => ({ body: "<html>Welcome</html>" })
  assert.match(await said(), /it answered "<html>Welcome<\/html>" instead of the token/)
  receiver.challenge = token => ({ body: `"${token}"` })
  assert.match(await said(), /instead of the token/)
  receiver.challenge = token => ({ body: token.slice(1) })
  assert.match(await said(), /instead of the token/)
  receiver.challenge = token => ({ body: token + "x".repeat(100_000) })
  assert.match(await said(), /instead of the token/)
  for (const status of [302, 404, 500]) {
    receiver.challenge = token => ({ status, body: token, headers: { location: receiver.url } })
    assert.match(await said(), new RegExp(`it answered ${status}`))
  }
  receiver.challenge = (_token, response) => void response.destroy()
  assert.match(await said(), /socket hang up/)
  await receiver.close()
  assert.match(await said(), /ECONNREFUSED/)
  assert.equal((await api.get(path)).body.count, before)
})

test("addresses and events are checked before anybody is called", async () => {
  const receiver = await openReceiver()
  const wrong = [
    { url: "ftp://shop.example.com", events: ["*"] },
    { url: "shop.example.com/hooks", events: ["*"] },
    { url: receiver.url, events: [] },
    { url: receiver.url, events: ["contacts.explode"] },
    { url: receiver.url, events: ["*"], secret: "short12" },
    { url: receiver.url, events: ["*"], secret: "x".repeat(257) },
    { url: `${receiver.url}?${"x".repeat(2000)}`, events: ["*"] },
    { events: ["*"] },
  ]
  for (const each of wrong) assert.equal((await api.create(`${path}/create`, each)).status, 400, JSON.stringify(each).slice(0, 100))
  assert.equal(receiver.challenges.length, 0)
  assert.equal((await api.create(`${path}/create`, { url: receiver.url, events: ["*"] }, "dry")).status, 201)
  const rehearsed = await api.post(`${path}/create`, { url: receiver.url, events: ["*"] }, { "dry-run": "true" })
  assert.deepEqual([rehearsed.status, receiver.challenges.length], [201, 1])
})

test("a tenant has at most 50 endpoints, however many are asked for at once", async () => {
  const caller = await house.stranger()
  const receiver = await openReceiver()
  const answers = await storm(endpointsMost + 8, () => caller.create(`${path}/create`, { url: receiver.url, events: ["*"] }))
  const refused = answers.filter(({ status }) => status !== 201)
  assert.deepEqual([(await caller.get(path)).body.count, refused.length], [endpointsMost, 8])
  for (const { status, body } of refused) assert.deepEqual([status, body.error.code], [422, "WHK-1003"])
  const [one] = (await caller.get(path)).body.data
  await caller.create(`${path}/${one._id}/delete`, {})
  assert.equal((await caller.create(`${path}/create`, { url: receiver.url, events: ["*"] })).status, 201)
})

test("a new address is challenged before it is used; other changes are not", async () => {
  const [old, young] = [await openReceiver(), await openReceiver()]
  const { _id } = await register(api, old)
  young.challenge = () => ({ body: "no" })
  assert.equal((await api.create(`${path}/${_id}/update`, { url: young.url })).body.error.code, "WHK-1002")
  assert.equal((await read(_id)).url, old.url)
  young.challenge = token => ({ body: token })
  const { data } = (await api.create(`${path}/${_id}/update`, { url: young.url, events: ["contacts.create"] })).body
  assert.deepEqual([data.url, data.events, data.version], [young.url, ["contacts.create"], 2])
  await api.create(`${path}/${_id}/update`, { url: young.url, description: "moved", metadata: { a: "b" } })
  assert.deepEqual([old.challenges.length, young.challenges.length], [1, 2])
  const person = await newPerson()
  await young.next("contacts.create", person._id)
  await api.post(`/v1/contacts/${person._id}/update`, { profile: { firstName: "Bia" } })
  const last = await newPerson()
  await young.next("contacts.create", last._id)
  assert.deepEqual([old.came.length, young.of("contacts.update").length], [0, 0])
})

test("disabling cancels what is on its way and counts what comes; enabling challenges, tells the super admins and sends nothing old", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver)
  receiver.reply = () => ({ status: 503 })
  const early = await newPerson()
  await until(async () => (await deliveriesOf(_id))[0]?.attempts.length === 1, "the first attempt failed")
  const disabled = (await api.create(`${path}/${_id}/disable`, {})).body.data
  assert.deepEqual([disabled.status, disabled.reason, disabled.failingSince], ["disabled", "by hand", null])
  const [canceled] = await deliveriesOf(_id)
  assert.deepEqual([canceled.status, canceled.attempts.length, canceled.nextAttemptAt], ["canceled", 1, null])
  receiver.reply = () => ({})
  await newPerson()
  await newPerson()
  assert.deepEqual([(await deliveriesOf(_id)).length, (await read(_id)).discarded], [1, 2])
  for (const action of ["test", `deliveries/${canceled._id}/redeliver`])
    assert.equal((await api.create(`${path}/${_id}/${action}`, {})).body.error.code, "WHK-2001", action)
  const replay = await api.create(`${path}/${_id}/replay`, { from: early.createdAt, to: early.createdAt })
  assert.deepEqual([replay.status, replay.body.error.code], [409, "WHK-2001"])
  receiver.challenge = () => ({ status: 500 })
  assert.equal((await api.create(`${path}/${_id}/enable`, {})).body.error.code, "WHK-1002")
  assert.equal((await read(_id)).status, "disabled")
  receiver.challenge = token => ({ body: token })
  const enabled = (await api.create(`${path}/${_id}/enable`, {})).body.data
  assert.deepEqual([enabled.status, enabled.reason, enabled.discarded], ["active", null, 2])
  const [mail] = await mailsOf(_id)
  assert.deepEqual([mail.recipient, mail.subject], ["admin@example.com", "Your webhook is active again"])
  await advance(api, "PT1M")
  const late = await newPerson()
  await receiver.next("contacts.create", late._id)
  assert.equal(receiver.came.length, 2) // the first attempt before it was disabled, and the one after
})

test("deleting ends it: what is on its way is canceled, later events do not come, and it is gone for everybody", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver)
  receiver.reply = () => ({ status: 500 })
  await newPerson()
  await until(async () => (await deliveriesOf(_id))[0]?.attempts.length === 1, "the first attempt failed")
  assert.deepEqual((await api.create(`${path}/${_id}/delete`, {})).body.data, { _id, deleted: true })
  assert.deepEqual([(await api.get(`${path}/${_id}`)).status, (await api.get(`${path}/${_id}/deliveries`)).status], [404, 404])
  const rows = await house.sql("select status from webhook_deliveries where endpoint_id = $1", [_id])
  assert.deepEqual(rows, [{ status: "canceled" }])
  await advance(api, "PT1H")
  await newPerson()
  const other = await openReceiver()
  await register(api, other, { events: ["contacts.create"] })
  await other.next("contacts.create", (await newPerson())._id)
  assert.equal(receiver.came.length, 1)
})

test("the test event comes to the endpoint that asked for it and to no other", async () => {
  const [mine, other] = [await openReceiver(), await openReceiver()]
  const { _id, secret } = await register(api, mine, { events: ["paymentIntents.update"] })
  await register(api, other)
  assert.equal((await api.create(`${path}/${_id}/test`, {})).status, 200)
  const came = await mine.next("webhooks.test", _id)
  assert.equal(came.headers["signature-header"], signatureOf(came, secret))
  await other.next("contacts.create", (await newPerson())._id)
  assert.equal(other.of("webhooks.test").length, 0)
})

test("another tenant's endpoint is not there, whatever is asked of it", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver)
  await receiver.next("contacts.create", (await newPerson())._id)
  const { _id: delivery } = await settled(_id, "delivered")
  const other = await house.stranger()
  assert.deepEqual([(await other.get(`${path}/${_id}`)).status, (await other.get(`${path}/${_id}/deliveries`)).status], [404, 404])
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" }
  const actions = ["update", "enable", "disable", "delete", "rotate-secret", "test", "replay", `deliveries/${delivery}/redeliver`]
  for (const action of actions) {
    const { status, body } = await other.create(`${path}/${_id}/${action}`, action === "replay" ? period : {})
    assert.deepEqual([status, body.error.code], [404, "GEN-1004"], action)
  }
  const theirs = await register(other, await openReceiver())
  assert.equal((await other.create(`${path}/${theirs._id}/deliveries/${delivery}/redeliver`, {})).status, 404)
  assert.deepEqual([receiver.challenges.length, (await read(_id)).version], [1, 1])
  for (const role of ["viewer", "developer"]) assert.ok((await (await house.withRole(role)).get(`${path}/${_id}`)).status < 500)
  assert.equal((await (await house.withRole("viewer")).create(`${path}/${_id}/disable`, {})).status, 403)
})
