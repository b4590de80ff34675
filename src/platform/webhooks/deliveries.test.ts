import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, inParallel, until } from "../../../test/harness.ts"
import { advanceClock, type ReceivedWebhook, startReceiver, registerWebhook, computeSignature } from "../../../test/receiver.ts"

const server = await startTestServer()
const { api } = server
const path = "/v1/dev/webhooks"
const createContact = async (fields: object = {}, caller = api): Promise<Any> =>
  (await caller.post("/v1/contacts/create", newContact(fields))).body.data
const deliveriesOf = async (id: string, query = ""): Promise<Any[]> => (await api.get(`${path}/${id}/deliveries${query}`)).body.data
const deliveryOf = (id: string, event: string, status = "delivered") =>
  until(async () => (await deliveriesOf(id, `?status=${status}&event=${event}`))[0], `${event} is ${status} for ${id}`)
const redeliver = (id: string, delivery: string) => api.create(`${path}/${id}/deliveries/${delivery}/redeliver`, {})
const nowText = () => new Date().toISOString()

/** As the libraries of standardwebhooks.com do it: the text after whsec_ is the key in base64; any other secret is the key itself. */
function standardSignature({ raw, headers }: ReceivedWebhook, secret: string) {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret)
  const signed = Buffer.concat([Buffer.from(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.`), raw])
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
}

test("the envelope holds the object as REST renders it, and the signature covers its exact bytes, in any alphabet", async () => {
  const receiver = await startReceiver()
  const { _id, secret } = await registerWebhook(api, receiver, { secret: "clé secrète 🔑 ключ", events: ["contacts.create"] })
  assert.equal(secret, "clé secrète 🔑 ключ")
  const profile = { firstName: 'Zoë "😀" \\ </script>', lastName: "李\u2028\u00e9e\u0301 \u202eمرحبا", phone: "+14155552671" }
  const contact = await createContact({ profile, metadata: { note: "ẞ\tñ" } })
  const received = await receiver.waitFor("contacts.create", contact._id)
  const { data, messageId, ...rest } = received.body
  assert.deepEqual(rest, { event: "contacts.create", version: "v1", tenantId: server.keys.tenantId })
  assert.deepEqual(data, (await api.get(`/v1/contacts/${contact._id}`)).body.data)
  assert.deepEqual(Object.keys(received.body), ["event", "data", "version", "tenantId", "messageId"])
  assert.equal(received.headers["signature-header"], computeSignature(received, secret))
  assert.equal(received.headers["webhook-signature"], standardSignature(received, secret))
  assert.deepEqual([received.headers["webhook-id"], received.headers["x-delivery-attempt"]], [messageId, "1"])
  assert.equal(received.headers["content-type"], "application/json; charset=utf-8")
  assert.equal(received.headers["signature-header-previous"], undefined)
  const delivery = await deliveryOf(_id, "contacts.create")
  assert.deepEqual([delivery._id, delivery.webhook], [messageId, _id])
  const [event] = (await api.get(`/v1/dev/events?object=${contact._id}`)).body.data
  assert.deepEqual([event._id, event.data], [delivery.eventId, data])
})

test("a generated secret verifies in any library of Standard Webhooks", async () => {
  const receiver = await startReceiver()
  const { _id, secret } = await registerWebhook(api, receiver)
  await api.create(`${path}/${_id}/test`, {})
  const received = await receiver.waitFor("webhooks.test")
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
  assert.equal(received.headers["webhook-signature"], standardSignature(received, secret))
  assert.equal(received.headers["signature-header"], computeSignature(received, secret))
})

test("after a rotation both secrets sign for 24 hours by the tenant's clock, then only the new one", async () => {
  const receiver = await startReceiver()
  const { _id, secret: old } = await registerWebhook(api, receiver, { secret: "the old secret", events: ["contacts.create"] })
  const { data } = (await api.create(`${path}/${_id}/rotate-secret`, { secret: "the new secret" })).body
  assert.deepEqual([data.secret, data.version], ["the new secret", 2])
  const previousSigns = async () => {
    const received = await receiver.waitFor("contacts.create", (await createContact())._id)
    const { "signature-header": now, "signature-header-previous": before, "webhook-signature": standard } = received.headers
    assert.equal(now, computeSignature(received, data.secret))
    const both = before !== undefined
    if (both) assert.equal(before, computeSignature(received, old))
    assert.equal(standard, [data.secret, ...(both ? [old] : [])].map(each => standardSignature(received, each)).join(" "))
    return both
  }
  assert.equal(await previousSigns(), true)
  await advanceClock(api, "PT23H59M")
  assert.equal(await previousSigns(), true)
  await advanceClock(api, "PT2M")
  assert.equal(await previousSigns(), false)
  const sentAt = Number(receiver.received.at(-1)!.headers["webhook-timestamp"])
  assert.ok(Math.abs(sentAt - Date.now() / 1000) < 60, "the timestamp is the real time")
  const generated = (await api.create(`${path}/${_id}/rotate-secret`, {})).body.data.secret
  assert.match(generated, /^whsec_/)
  const received = await receiver.waitFor("contacts.create", (await createContact())._id)
  assert.deepEqual(
    [received.headers["signature-header"], received.headers["signature-header-previous"]],
    [computeSignature(received, generated), computeSignature(received, "the new secret")],
  )
})

test("each of several secrets replaced within a day signs for 24 hours after its replacement", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { secret: "the first secret", events: ["contacts.create"] })
  const rotate = (secret: string) => api.create(`${path}/${_id}/rotate-secret`, { secret })
  const signers = async () => {
    const received = await receiver.waitFor("contacts.create", (await createContact())._id)
    const all = ["the third secret", "the second secret", "the first secret"]
    const standard = String(received.headers["webhook-signature"]).split(" ")
    return all.filter(secret => standard.includes(standardSignature(received, secret))).map(secret => secret.split(" ")[1])
  }
  await rotate("the second secret")
  await advanceClock(api, "PT12H")
  await rotate("the third secret")
  assert.deepEqual(await signers(), ["third", "second", "first"])
  await advanceClock(api, "PT13H")
  assert.deepEqual(await signers(), ["third", "second"])
  await advanceClock(api, "PT12H")
  assert.deepEqual(await signers(), ["third"])
})

test("events of one object are numbered in the order of its changes", async () => {
  const receiver = await startReceiver()
  await registerWebhook(api, receiver)
  const contact = await createContact()
  for (const firstName of ["Bia", "Caio", "Davi"]) await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName } })
  await receiver.waitFor("contacts.update", contact._id, 3)
  const received = receiver.received.filter(({ body }) => body.data._id === contact._id)
  const inOrder = received.toSorted((a, b) => Number(a.headers["x-event-sequence"]) - Number(b.headers["x-event-sequence"]))
  assert.deepEqual(
    inOrder.map(({ body, headers }) => [headers["x-event-sequence"], body.data.profile.firstName]),
    ["Ana", "Bia", "Caio", "Davi"].map((name, i) => [String(i + 1), name]),
  )
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
  await api.create(`/v1/payment-intents/${intent._id}/delete`, {})
  const [created, deleted] = await Promise.all(["create", "delete"].map(action => receiver.waitFor(`paymentIntents.${action}`, intent._id)))
  assert.ok(Number(deleted!.headers["x-event-sequence"]) > Number(created!.headers["x-event-sequence"]))
})

test("a redelivery sends the same bytes under the same messageId, whether it was delivered or not", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
  const contact = await createContact({ profile: { firstName: "Zoë", lastName: "李", phone: "+14155552671" } })
  const first = await receiver.waitFor("contacts.create", contact._id)
  const delivered = await deliveryOf(_id, "contacts.create")
  await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Changed" } })
  await api.create(`${path}/${_id}/rotate-secret`, { secret: "another secret" })
  assert.equal((await redeliver(_id, delivered._id)).status, 200)
  const second = await receiver.waitFor("contacts.create", contact._id, 2)
  assert.deepEqual([second.raw, second.headers["webhook-id"]], [first.raw, first.headers["webhook-id"]])
  assert.deepEqual([second.headers["x-delivery-attempt"], second.headers["x-event-sequence"]], ["2", "1"])
  assert.equal(second.headers["signature-header"], computeSignature(second, "another secret"))
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 2, "the second attempt is kept")
  receiver.reply = () => ({ status: 500 })
  await redeliver(_id, delivered._id)
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 3, "the third failed")
  receiver.reply = () => ({}) // only now, because the delivery is also pending before its attempt
  const pending = await deliveryOf(_id, "contacts.create", "pending")
  await redeliver(_id, pending._id)
  assert.deepEqual((await receiver.waitFor("contacts.create", contact._id, 4)).raw, first.raw)
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 4, "the fourth is kept")
  const all = await deliveriesOf(_id)
  assert.deepEqual([all.length, all[0].attempts.map((each: Any) => each.status)], [1, [200, 200, 500, 200]])
  const unknown = "000000000000000000000000"
  assert.equal((await redeliver(_id, unknown)).status, 404)
  const wrong = await api.create(`${path}/${_id}/deliveries/${unknown}/redeliver`, { at: "once" })
  assert.equal(wrong.status, 404, "the delivery is looked up before the body is checked")
})

test("keeps one row of a delivery that is redelivered concurrently", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
  await createContact()
  const { _id: delivery } = await deliveryOf(_id, "contacts.create")
  const responses = await inParallel(12, () => redeliver(_id, delivery))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  await until(async () => (await deliveriesOf(_id, "?status=pending")).length === 0, "no delivery is pending")
  const all = await deliveriesOf(_id)
  assert.deepEqual([all.length, new Set(receiver.received.map(({ raw }) => raw.toString())).size], [1, 1])
})

test("a replay sends each event of the period that the endpoint subscribes to once, with its original messageId", async () => {
  const receiver = await startReceiver()
  const early = await createContact() // before the endpoint is registered
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
  const late = await createContact()
  await api.post(`/v1/contacts/${late._id}/update`, { profile: { firstName: "Bia" } })
  const first = await receiver.waitFor("contacts.create", late._id)
  await deliveryOf(_id, "contacts.create")
  const period = { from: early.createdAt, to: late.createdAt }
  const dryRun = await api.post(`${path}/${_id}/replay`, period, { "dry-run": "true" })
  assert.equal(dryRun.status, 200)
  assert.equal((await deliveriesOf(_id, "?status=pending")).length, 0, "a dry run sends nothing")
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, period)).body.data, { replayed: 2 })
  const again = await receiver.waitFor("contacts.create", late._id, 2)
  assert.deepEqual([again.raw, again.headers["webhook-id"]], [first.raw, first.headers["webhook-id"]])
  const missed = await receiver.waitFor("contacts.create", early._id)
  assert.equal(missed.body.data.email, early.email)
  await until(async () => (await deliveriesOf(_id, "?status=pending")).length === 0, "no delivery is pending")
  const ids = (await deliveriesOf(_id)).map(each => each._id)
  assert.deepEqual([ids.length, new Set(ids).size], [2, 2], "the log shows each messageId once")
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, { from: nowText(), to: nowText() })).body.data, { replayed: 0 })
  const backwards = await api.create(`${path}/${_id}/replay`, { from: period.to, to: period.from })
  assert.deepEqual([backwards.status, backwards.body.error?.errors[0].path], [400, "from"])
})

test("a replay does not include the test events of another endpoint", async () => {
  const [mine, other] = [await startReceiver(), await startReceiver()]
  const [{ _id }, theirs] = [await registerWebhook(api, mine), await registerWebhook(api, other)]
  const from = (await createContact()).createdAt
  await api.create(`${path}/${theirs._id}/test`, {})
  await other.waitFor("webhooks.test")
  const last = await createContact()
  await mine.waitFor("contacts.create", last._id)
  await until(async () => (await deliveriesOf(_id, "?status=delivered")).length === 2, "both are delivered")
  const to = last.createdAt
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, { from, to })).body.data, { replayed: 2 })
})

test("events that a disabled endpoint subscribes to are counted as discarded", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.update"] })
  await api.create(`${path}/${_id}/disable`, {})
  const contact = await createContact()
  await inParallel(5, i => api.post(`/v1/contacts/${contact._id}/update`, { metadata: { [`k${i}`]: "v" } }))
  assert.equal((await api.get(`${path}/${_id}`)).body.data.discarded, 5)
  const listed = (await api.get(path)).body.data.find((each: Any) => each._id === _id)
  assert.equal(listed.discarded, 5)
  assert.equal((await deliveriesOf(_id)).length, 0)
})

test("the deliveries list every attempt, with its duration and the response", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 503, body: `\u0000busy 😀${"x".repeat(20_000)}` })
  await createContact()
  const failed = await until(async () => (await deliveriesOf(_id)).find(each => each.attempts.length === 1), "it failed")
  const [attempt] = failed.attempts
  assert.deepEqual([attempt.n, attempt.status, attempt.error, failed.status], [1, 503, null, "pending"])
  assert.equal(attempt.headers["content-type"], "text/plain")
  assert.ok(Number.isInteger(attempt.ms) && attempt.ms >= 0)
  assert.ok(failed.answer.startsWith("busy 😀xxx") && failed.answer.length > 8000 && failed.answer.length <= 8192)
  assert.equal(Date.parse(failed.nextAttemptAt), Date.parse(attempt.at) + attempt.ms + 15_000)
  receiver.reply = (_webhook, response) => void response.destroy()
  await advanceClock(api, "PT16S")
  const dropped = await until(async () => (await deliveriesOf(_id)).find(each => each.attempts.length === 2), "it failed again")
  assert.deepEqual([dropped.attempts[1].status, dropped.attempts[1].error, dropped.answer], [null, "socket hang up", null])
  receiver.reply = () => ({ status: 202, body: "thanks" })
  await advanceClock(api, "PT31S")
  const delivered = await deliveryOf(_id, "contacts.create")
  assert.deepEqual([delivered.attempts.length, delivered.answer, delivered.nextAttemptAt], [3, "thanks", null])
  assert.equal(delivered.attempts[2].headers, null, "no headers are stored for a success")
  assert.ok(delivered.finishedAt)
  const shown = (await api.get(`${path}/${_id}`)).body.data
  assert.ok(shown.lastSuccessAt > shown.lastFailureAt)
  assert.equal(shown.failingSince, null)
})

test("a 2xx whose connection breaks after the headers is a success", async () => {
  const receiver = await startReceiver()
  const { _id } = await registerWebhook(api, receiver, { events: ["contacts.create"] })
  receiver.reply = (_webhook, response) => void response.writeHead(202, { "content-length": "100" }).write("half", () => response.destroy())
  await createContact()
  const delivered = await deliveryOf(_id, "contacts.create")
  assert.deepEqual([delivered.attempts.length, delivered.attempts[0].status, delivered.attempts[0].error], [1, 202, null])
  assert.equal(receiver.received.length, 1)
})

test("shows a secret once: not in later responses, not in the logs, and stores it only sealed", async () => {
  const receiver = await startReceiver()
  const generated = await registerWebhook(api, receiver)
  const chosen = await registerWebhook(api, receiver, { secret: "planted-webhook-secret" })
  await api.post(`${path}/create`, { url: receiver.url, events: ["*"], secret: "planted-keyless-secret" })
  const rotated = (await api.create(`${path}/${generated._id}/rotate-secret`, { secret: "planted-rotated-secret" })).body.data
  await api.create(`${path}/${chosen._id}/update`, { description: "same" })
  await api.create(`${path}/${chosen._id}/test`, {})
  await receiver.waitFor("webhooks.test")
  const secrets = [generated.secret, "planted-webhook-secret", "planted-keyless-secret", rotated.secret]
  const pages = [
    path,
    `${path}/${generated._id}`,
    `${path}/${chosen._id}/deliveries`,
    "/v1/dev/events?limit=100",
    "/v1/audit-log?limit=100",
  ]
  for (const page of pages) for (const secret of secrets) assert.ok(!(await api.get(page)).text.includes(secret), `${page} shows a secret`)
  const tables = await server.sql("select table_name as name from information_schema.tables where table_schema = 'public'")
  assert.ok(tables.length > 20)
  const holdersOf = async (text: string) => {
    const holds = async ({ name }: Any) =>
      (await server.sql(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text])).length > 0
    const held = await Promise.all(tables.map(holds))
    return tables.filter((_table, i) => held[i]).map(({ name }) => name)
  }
  assert.deepEqual(await holdersOf(`"${generated._id}"`).then(found => found.length > 0), true, "the search finds what is there")
  for (const secret of secrets) assert.deepEqual(await holdersOf(secret), [], secret)
})
