import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, startTestServer, inParallel, until } from "../../../test/harness.ts"
import { advanceClock, startReceiver, registerWebhook, computeSignature } from "../../../test/receiver.ts"
import { maxEndpoints } from "./rules.ts"

const server = await startTestServer()
const { api } = server
const path = "/v1/dev/webhooks"
const createContact = async (caller = api): Promise<Any> => (await caller.post("/v1/contacts/create", newContact())).body.data
const read = async (id: string): Promise<Any> => (await api.get(`${path}/${id}`)).body.data
const deliveriesOf = async (id: string, query = ""): Promise<Any[]> => (await api.get(`${path}/${id}/deliveries${query}`)).body.data
const findByStatus = (id: string, status: string) =>
  until(async () => (await deliveriesOf(id, `?status=${status}`))[0], `a delivery of ${id} is ${status}`)
const mailsOf = async (id: string): Promise<Any[]> => (await api.get(`/v1/dev/mails?object=${id}`)).body.data

test("a destination is registered once it returned the token that was added to its query", async () => {
  const receiver = await startReceiver()
  receiver.challenge = token => ({ body: ` ${token}\r\n` })
  const url = `${receiver.url}?shop=7&name=caf%C3%A9%20au&lait`
  const { status, body } = await api.create(`${path}/create`, { url, events: ["contacts.create"], metadata: { team: "a" } })
  assert.equal(status, 201)
  const { secret, ...shown } = body.data
  assert.match(secret, /^whsec_.{32}$/)
  assert.deepEqual([shown.url, shown.status, shown.events, shown.metadata], [url, "active", ["contacts.create"], { team: "a" }])
  const [challenged] = receiver.challenges
  assert.ok(challenged!.search.startsWith("?shop=7&name=caf%C3%A9%20au&lait&validationToken="), "its own query is not rewritten")
  assert.match(challenged!.searchParams.get("validationToken")!, /^[\w-]{43}$/)
  assert.deepEqual(await read(shown._id), shown)
  assert.deepEqual((await api.get(`${path}?url=${encodeURIComponent(url)}`)).body.data, [shown])
})

test("a destination that does not return the token is not registered, and the error names its answer", async () => {
  const receiver = await startReceiver()
  const before = (await api.get(path)).body.count
  const refusal = async () => {
    const { status, body } = await api.create(`${path}/create`, { url: receiver.url, events: ["*"] })
    assert.deepEqual([status, body.error.code], [422, "WHK-1002"])
    return body.error.message as string
  }
  receiver.challenge = () => ({ body: "<html>Welcome</html>" })
  assert.match(await refusal(), /it answered "<html>Welcome<\/html>" instead of the token/)
  receiver.challenge = token => ({ body: `"${token}"` })
  assert.match(await refusal(), /instead of the token/)
  receiver.challenge = token => ({ body: token.slice(1) })
  assert.match(await refusal(), /instead of the token/)
  receiver.challenge = token => ({ body: token + "x".repeat(100_000) })
  assert.match(await refusal(), /instead of the token/)
  for (const status of [302, 404, 500]) {
    receiver.challenge = token => ({ status, body: token, headers: { location: receiver.url } })
    assert.match(await refusal(), new RegExp(`it answered ${status}`))
  }
  receiver.challenge = (_token, response) => void response.destroy()
  assert.match(await refusal(), /socket hang up/)
  await receiver.close()
  assert.match(await refusal(), /ECONNREFUSED/)
  assert.equal((await api.get(path)).body.count, before)
})

test("an event that is named twice is kept once, on create and on update", async () => {
  const { url } = await startReceiver()
  const { data } = (await api.create(`${path}/create`, { url, events: ["orders.create", "contacts.create", "orders.create"] })).body
  assert.deepEqual(data.events, ["orders.create", "contacts.create"])
  const { body } = await api.post(`${path}/${data._id}/update`, { events: ["contacts.update", "contacts.update"] })
  assert.deepEqual(body.data.events, ["contacts.update"])
  assert.deepEqual((await api.post(`${path}/${data._id}/update`, { description: "shop" })).body.data.events, ["contacts.update"])
})

test("address and events are checked before the destination is called", async () => {
  const receiver = await startReceiver()
  const wrong = [
    { url: "ftp://shop.example.com", events: ["*"] },
    { url: "shop.example.com/hooks", events: ["*"] },
    { url: receiver.url, events: [] },
    { url: receiver.url, events: ["contacts.explode"] },
    { url: receiver.url, events: ["x".repeat(101)] },
    { url: receiver.url, events: ["*"], secret: "short12" },
    { url: receiver.url, events: ["*"], secret: "x".repeat(257) },
    { url: `${receiver.url}?${"x".repeat(2000)}`, events: ["*"] },
    { events: ["*"] },
  ]
  for (const each of wrong) assert.equal((await api.create(`${path}/create`, each)).status, 400, JSON.stringify(each).slice(0, 100))
  const { body } = await api.create(`${path}/create`, { url: receiver.url, events: ["disputes.create", "contacts.explode"] })
  assert.deepEqual(body.error.errors, [{ path: "events[1]", message: "events[1] must be an event type, or *" }])
  assert.equal(receiver.challenges.length, 0)
  assert.equal((await api.create(`${path}/create`, { url: receiver.url, events: ["*"] }, "dry")).status, 201)
  const dryRun = await api.post(`${path}/create`, { url: receiver.url, events: ["*"] }, { "dry-run": "true" })
  assert.deepEqual([dryRun.status, receiver.challenges.length], [201, 1])
})

test("a tenant has at most 50 endpoints, however many are created at once", async () => {
  const caller = await server.otherTenant()
  const receiver = await startReceiver()
  const responses = await inParallel(maxEndpoints + 8, () => caller.create(`${path}/create`, { url: receiver.url, events: ["*"] }))
  const refused = responses.filter(({ status }) => status !== 201)
  assert.deepEqual([(await caller.get(path)).body.count, refused.length], [maxEndpoints, 8])
  for (const { status, body } of refused) assert.deepEqual([status, body.error.code], [422, "WHK-1003"])
  const [one] = (await caller.get(path)).body.data
  await caller.create(`${path}/${one._id}/delete`, {})
  assert.equal((await caller.create(`${path}/create`, { url: receiver.url, events: ["*"] })).status, 201)
})

test("a new address is challenged before it is used; other changes are not", async () => {
  const [oldReceiver, newReceiver] = [await startReceiver(), await startReceiver()]
  const { _id } = await registerWebhook(api, oldReceiver)
  const unknown = await api.create(`${path}/${_id}/update`, { url: newReceiver.url, events: ["contacts.explode"] })
  assert.deepEqual([unknown.status, unknown.body.error.code, newReceiver.challenges.length], [400, "VAL-1003", 0])
  newReceiver.challenge = () => ({ body: "no" })
  assert.equal((await api.create(`${path}/${_id}/update`, { url: newReceiver.url })).body.error.code, "WHK-1002")
  assert.equal((await read(_id)).url, oldReceiver.url)
  newReceiver.challenge = token => ({ body: token })
  const { data } = (await api.create(`${path}/${_id}/update`, { url: newReceiver.url, events: ["contacts.create"] })).body
  assert.deepEqual([data.url, data.events, data.version], [newReceiver.url, ["contacts.create"], 2])
  await api.create(`${path}/${_id}/update`, { url: newReceiver.url, description: "moved", metadata: { a: "b" } })
  assert.deepEqual([oldReceiver.challenges.length, newReceiver.challenges.length], [1, 2])
  const contact = await createContact()
  await newReceiver.waitFor("contacts.create", contact._id)
  await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Bia" } })
  const last = await createContact()
  await newReceiver.waitFor("contacts.create", last._id)
  assert.deepEqual([oldReceiver.received.length, newReceiver.matching("contacts.update").length], [0, 0])
})

test("disabling cancels deliveries and counts later events; enabling challenges, mails super admins and sends no old events", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver)
  receiver.reply = () => ({ status: 503 })
  const early = await createContact()
  await until(async () => (await deliveriesOf(_id))[0]?.attempts.length === 1, "the first attempt failed")
  const disabled = (await api.create(`${path}/${_id}/disable`, {})).body.data
  assert.deepEqual([disabled.status, disabled.reason, disabled.failingSince], ["disabled", "by hand", null])
  const [canceled] = await deliveriesOf(_id)
  assert.deepEqual([canceled.status, canceled.attempts.length, canceled.nextAttemptAt], ["canceled", 1, null])
  receiver.reply = () => ({})
  await createContact()
  await createContact()
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
  assert.deepEqual([mail.recipient, mail.subject], [server.keys.email, "Your webhook is active again"])
  await advanceClock(api, "PT1M")
  const late = await createContact()
  await receiver.waitFor("contacts.create", late._id)
  assert.equal(receiver.received.length, 2) // the first attempt before it was disabled, and the one after
})

test("the super admins get a mail when a person pauses or enables an endpoint, once for each change", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { url: receiver.url.replace("//", "//user:pass@") })
  const subjects = async () => (await mailsOf(_id)).map(({ subject }: Any) => subject).toReversed()
  await inParallel(3, () => api.create(`${path}/${_id}/disable`, {}))
  assert.deepEqual(await subjects(), ["Your webhook was paused"])
  const [paused] = await mailsOf(_id)
  assert.deepEqual([paused.recipient, paused.kind], [server.keys.email, "endpoint-deactivated"])
  const { name } = (await api.get("/v1/users/user")).body.data
  assert.ok(paused.text.includes(`${name} paused it`), paused.text)
  assert.ok(!paused.text.includes("user:pass") && !paused.html.includes("user:pass"))
  for (let i = 0; i < 2; i++) await api.create(`${path}/${_id}/enable`, {})
  await api.create(`${path}/${_id}/update`, { description: "another" })
  await api.create(`${path}/${_id}/disable`, {})
  assert.deepEqual(await subjects(), ["Your webhook was paused", "Your webhook is active again", "Your webhook was paused"])
})

test("a dry run of pausing an endpoint mails nobody", async () => {
  const { _id } = await registerWebhook(api, await startReceiver())
  assert.equal((await api.post(`${path}/${_id}/disable`, {}, { "dry-run": "true" })).status, 200)
  assert.deepEqual([await mailsOf(_id), (await read(_id)).status], [[], "active"])
})

test("deleting cancels pending deliveries, stops later events, and removes the endpoint", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver)
  receiver.reply = () => ({ status: 500 })
  await createContact()
  await until(async () => (await deliveriesOf(_id))[0]?.attempts.length === 1, "the first attempt failed")
  assert.deepEqual((await api.create(`${path}/${_id}/delete`, {})).body.data, { _id, deleted: true })
  assert.deepEqual([(await api.get(`${path}/${_id}`)).status, (await api.get(`${path}/${_id}/deliveries`)).status], [404, 404])
  const rows = await server.sql("select status from webhook_deliveries where endpoint_id = $1", [_id])
  assert.deepEqual(rows, [{ status: "canceled" }])
  await advanceClock(api, "PT1H")
  await createContact()
  const other = await startReceiver()
  await registerWebhook(api, other, { events: ["contacts.create"] })
  await other.waitFor("contacts.create", (await createContact())._id)
  assert.equal(receiver.received.length, 1)
})

test("the test event is sent to its endpoint and to no other", async () => {
  const [mine, other] = [await startReceiver(), await startReceiver()]
  const { _id, secret } = await registerWebhook(api, mine, { events: ["paymentIntents.update"] })
  await registerWebhook(api, other)
  assert.equal((await api.create(`${path}/${_id}/test`, {})).status, 200)
  const received = await mine.waitFor("webhooks.test", _id)
  assert.equal(received.headers["signature-header"], computeSignature(received, secret))
  await other.waitFor("contacts.create", (await createContact())._id)
  assert.equal(other.matching("webhooks.test").length, 0)
})

test("another tenant's endpoint is not found, whatever the operation", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver)
  await receiver.waitFor("contacts.create", (await createContact())._id)
  const { _id: delivery } = await findByStatus(_id, "delivered")
  const other = await server.otherTenant()
  assert.deepEqual([(await other.get(`${path}/${_id}`)).status, (await other.get(`${path}/${_id}/deliveries`)).status], [404, 404])
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" }
  const actions = ["update", "enable", "disable", "delete", "rotate-secret", "test", "replay", `deliveries/${delivery}/redeliver`]
  for (const action of actions) {
    const { status, body } = await other.create(`${path}/${_id}/${action}`, action === "replay" ? period : {})
    assert.deepEqual([status, body.error.code], [404, "GEN-1004"], action)
  }
  const theirs = await registerWebhook(other, await startReceiver())
  assert.equal((await other.create(`${path}/${theirs._id}/deliveries/${delivery}/redeliver`, {})).status, 404)
  assert.deepEqual([receiver.challenges.length, (await read(_id)).version], [1, 1])
  for (const role of ["viewer", "developer"]) assert.ok((await (await server.withRole(role)).get(`${path}/${_id}`)).status < 500)
  assert.equal((await (await server.withRole("viewer")).create(`${path}/${_id}/disable`, {})).status, 403)
})
