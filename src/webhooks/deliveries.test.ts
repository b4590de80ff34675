import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import { test } from "node:test"
import { type Any, newContact, newIntent, openHouse, storm, until } from "../../test/harness.ts"
import { advance, type Came, openReceiver, register, signatureOf } from "../../test/receiver.ts"

const house = await openHouse({ WEBHOOKS_ALLOW_PRIVATE: "true" })
const { api } = house
const path = "/v1/dev/webhooks"
const newPerson = async (fields: object = {}, caller = api): Promise<Any> =>
  (await caller.post("/v1/contacts/create", newContact(fields))).body.data
const deliveriesOf = async (id: string, query = ""): Promise<Any[]> => (await api.get(`${path}/${id}/deliveries${query}`)).body.data
const deliveryOf = (id: string, event: string, status = "delivered") =>
  until(async () => (await deliveriesOf(id, `?status=${status}&event=${event}`))[0], `${event} is ${status} for ${id}`)
const redeliver = (id: string, delivery: string) => api.create(`${path}/${id}/deliveries/${delivery}/redeliver`, {})
const moment = () => new Date(Date.now()).toISOString()

/** As the libraries of standardwebhooks.com do it: what follows whsec_ is the key in base64; any other secret is the key itself. */
function standardOf({ raw, headers }: Came, secret: string) {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret)
  const signed = Buffer.concat([Buffer.from(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.`), raw])
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
}

test("the envelope holds the object as REST shows it, signed over the very bytes, whatever alphabet they are in", async () => {
  const receiver = await openReceiver()
  const { _id, secret } = await register(api, receiver, { secret: "clé secrète 🔑 ключ", events: ["contacts.create"] })
  assert.equal(secret, "clé secrète 🔑 ключ")
  const profile = { firstName: 'Zoë "😀" \\ </script>', lastName: "李\u2028\u00e9e\u0301 \u202eمرحبا", phone: "+14155552671" }
  const person = await newPerson({ profile, metadata: { note: "ẞ\tñ" } })
  const came = await receiver.next("contacts.create", person._id)
  const { data, messageId, ...rest } = came.body
  assert.deepEqual(rest, { event: "contacts.create", version: "v1", tenantId: house.keys.tenantId })
  assert.deepEqual(data, (await api.get(`/v1/contacts/${person._id}`)).body.data)
  assert.deepEqual(Object.keys(came.body), ["event", "data", "version", "tenantId", "messageId"])
  assert.equal(came.headers["signature-header"], signatureOf(came, secret))
  assert.equal(came.headers["webhook-signature"], standardOf(came, secret))
  assert.deepEqual([came.headers["webhook-id"], came.headers["x-delivery-attempt"]], [messageId, "1"])
  assert.equal(came.headers["content-type"], "application/json; charset=utf-8")
  assert.equal(came.headers["signature-header-previous"], undefined)
  const delivery = await deliveryOf(_id, "contacts.create")
  assert.deepEqual([delivery._id, delivery.webhook], [messageId, _id])
  const [event] = (await api.get(`/v1/dev/events?object=${person._id}`)).body.data
  assert.deepEqual([event._id, event.data], [delivery.eventId, data])
})

test("a secret that was made for the tenant verifies in any library of Standard Webhooks", async () => {
  const receiver = await openReceiver()
  const { _id, secret } = await register(api, receiver)
  await api.create(`${path}/${_id}/test`, {})
  const came = await receiver.next("webhooks.test")
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/)
  assert.equal(came.headers["webhook-signature"], standardOf(came, secret))
  assert.equal(came.headers["signature-header"], signatureOf(came, secret))
})

test("after a rotation both secrets sign for 24 hours by the tenant's clock, then only the new one", async () => {
  const receiver = await openReceiver()
  const { _id, secret: old } = await register(api, receiver, { secret: "the old secret", events: ["contacts.create"] })
  const { data } = (await api.create(`${path}/${_id}/rotate-secret`, { secret: "the new secret" })).body
  assert.deepEqual([data.secret, data.version], ["the new secret", 2])
  const verified = async () => {
    const came = await receiver.next("contacts.create", (await newPerson())._id)
    const { "signature-header": now, "signature-header-previous": before, "webhook-signature": standard } = came.headers
    assert.equal(now, signatureOf(came, data.secret))
    const both = before !== undefined
    if (both) assert.equal(before, signatureOf(came, old))
    assert.equal(standard, [data.secret, ...(both ? [old] : [])].map(each => standardOf(came, each)).join(" "))
    return both
  }
  assert.equal(await verified(), true)
  await advance(api, "PT23H59M")
  assert.equal(await verified(), true)
  await advance(api, "PT2M")
  assert.equal(await verified(), false)
  const sentAt = Number(receiver.came.at(-1)!.headers["webhook-timestamp"])
  assert.ok(Math.abs(sentAt - Date.now() / 1000) < 60, "receivers hold it against the world's clock")
  const made = (await api.create(`${path}/${_id}/rotate-secret`, {})).body.data.secret
  assert.match(made, /^whsec_/)
  const came = await receiver.next("contacts.create", (await newPerson())._id)
  assert.deepEqual(
    [came.headers["signature-header"], came.headers["signature-header-previous"]],
    [signatureOf(came, made), signatureOf(came, "the new secret")],
  )
})

test("secrets that are replaced twice within a day sign each for a day of its own", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver, { secret: "the first secret", events: ["contacts.create"] })
  const rotate = (secret: string) => api.create(`${path}/${_id}/rotate-secret`, { secret })
  const signers = async () => {
    const came = await receiver.next("contacts.create", (await newPerson())._id)
    const all = ["the third secret", "the second secret", "the first secret"]
    const standard = String(came.headers["webhook-signature"]).split(" ")
    return all.filter(secret => standard.includes(standardOf(came, secret))).map(secret => secret.split(" ")[1])
  }
  await rotate("the second secret")
  await advance(api, "PT12H")
  await rotate("the third secret")
  assert.deepEqual(await signers(), ["third", "second", "first"])
  await advance(api, "PT13H")
  assert.deepEqual(await signers(), ["third", "second"])
  await advance(api, "PT12H")
  assert.deepEqual(await signers(), ["third"])
})

test("events of one object are numbered in the order of its changes", async () => {
  const receiver = await openReceiver()
  await register(api, receiver)
  const person = await newPerson()
  for (const firstName of ["Bia", "Caio", "Davi"]) await api.post(`/v1/contacts/${person._id}/update`, { profile: { firstName } })
  await receiver.next("contacts.update", person._id, 3)
  const told = receiver.came.filter(({ body }) => body.data._id === person._id)
  const inOrder = told.toSorted((a, b) => Number(a.headers["x-event-sequence"]) - Number(b.headers["x-event-sequence"]))
  assert.deepEqual(
    inOrder.map(({ body, headers }) => [headers["x-event-sequence"], body.data.profile.firstName]),
    ["Ana", "Bia", "Caio", "Davi"].map((name, i) => [String(i + 1), name]),
  )
  const intent = (await api.create("/v1/payment-intents/create", newIntent(person._id))).body.data
  await api.create(`/v1/payment-intents/${intent._id}/delete`, {})
  const [made, gone] = await Promise.all(["create", "delete"].map(action => receiver.next(`paymentIntents.${action}`, intent._id)))
  assert.ok(Number(gone!.headers["x-event-sequence"]) > Number(made!.headers["x-event-sequence"]))
})

test("a delivery is sent again byte for byte, under the same messageId, whether it was delivered or not", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver, { events: ["contacts.create"] })
  const person = await newPerson({ profile: { firstName: "Zoë", lastName: "李", phone: "+14155552671" } })
  const first = await receiver.next("contacts.create", person._id)
  const delivered = await deliveryOf(_id, "contacts.create")
  await api.post(`/v1/contacts/${person._id}/update`, { profile: { firstName: "Changed" } })
  await api.create(`${path}/${_id}/rotate-secret`, { secret: "another secret" })
  assert.equal((await redeliver(_id, delivered._id)).status, 200)
  const second = await receiver.next("contacts.create", person._id, 2)
  assert.deepEqual([second.raw, second.headers["webhook-id"]], [first.raw, first.headers["webhook-id"]])
  assert.deepEqual([second.headers["x-delivery-attempt"], second.headers["x-event-sequence"]], ["2", "1"])
  assert.equal(second.headers["signature-header"], signatureOf(second, "another secret"))
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 2, "the second attempt is kept")
  receiver.reply = () => ({ status: 500 })
  await redeliver(_id, delivered._id)
  const pending = await deliveryOf(_id, "contacts.create", "pending")
  receiver.reply = () => ({})
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 3, "the third failed")
  await redeliver(_id, pending._id)
  assert.deepEqual((await receiver.next("contacts.create", person._id, 4)).raw, first.raw)
  await until(async () => (await deliveriesOf(_id))[0].attempts.length === 4, "the fourth is kept")
  const all = await deliveriesOf(_id)
  assert.deepEqual([all.length, all[0].attempts.map((each: Any) => each.status)], [1, [200, 200, 500, 200]])
  assert.equal((await redeliver(_id, "000000000000000000000000")).status, 404)
})

test("many who ask at once for the same delivery leave one of it", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver, { events: ["contacts.create"] })
  await newPerson()
  const { _id: delivery } = await deliveryOf(_id, "contacts.create")
  const answers = await storm(12, () => redeliver(_id, delivery))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  await until(async () => (await deliveriesOf(_id, "?status=pending")).length === 0, "nothing is on its way")
  const all = await deliveriesOf(_id)
  assert.deepEqual([all.length, new Set(receiver.came.map(({ raw }) => raw.toString())).size], [1, 1])
})

test("a period is told again: what the endpoint wants of it, once each, with the messageIds it had", async () => {
  const receiver = await openReceiver()
  const early = await newPerson() // nobody of ours listens yet
  const { _id } = await register(api, receiver, { events: ["contacts.create"] })
  const late = await newPerson()
  await api.post(`/v1/contacts/${late._id}/update`, { profile: { firstName: "Bia" } })
  const first = await receiver.next("contacts.create", late._id)
  await deliveryOf(_id, "contacts.create")
  const period = { from: early.createdAt, to: late.createdAt }
  const rehearsed = await api.post(`${path}/${_id}/replay`, period, { "dry-run": "true" })
  assert.equal(rehearsed.status, 200)
  assert.equal((await deliveriesOf(_id, "?status=pending")).length, 0, "a rehearsal sends nothing")
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, period)).body.data, { replayed: 2 })
  const again = await receiver.next("contacts.create", late._id, 2)
  assert.deepEqual([again.raw, again.headers["webhook-id"]], [first.raw, first.headers["webhook-id"]])
  const missed = await receiver.next("contacts.create", early._id)
  assert.equal(missed.body.data.email, early.email)
  await until(async () => (await deliveriesOf(_id, "?status=pending")).length === 0, "nothing is on its way")
  const ids = (await deliveriesOf(_id)).map(each => each._id)
  assert.deepEqual([ids.length, new Set(ids).size], [2, 2], "the log shows each messageId once")
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, { from: moment(), to: moment() })).body.data, { replayed: 0 })
})

test("a period that is told again holds no test of another endpoint", async () => {
  const [mine, other] = [await openReceiver(), await openReceiver()]
  const [{ _id }, theirs] = [await register(api, mine), await register(api, other)]
  const from = (await newPerson()).createdAt
  await api.create(`${path}/${theirs._id}/test`, {})
  await other.next("webhooks.test")
  const last = await newPerson()
  await mine.next("contacts.create", last._id)
  await until(async () => (await deliveriesOf(_id, "?status=delivered")).length === 2, "both are delivered")
  const to = last.createdAt
  assert.deepEqual((await api.create(`${path}/${_id}/replay`, { from, to })).body.data, { replayed: 2 })
})

test("what an endpoint missed while it was disabled is counted, if it wanted it", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver, { events: ["contacts.update"] })
  await api.create(`${path}/${_id}/disable`, {})
  const person = await newPerson()
  await storm(5, i => api.post(`/v1/contacts/${person._id}/update`, { metadata: { [`k${i}`]: "v" } }))
  assert.equal((await api.get(`${path}/${_id}`)).body.data.discarded, 5)
  const listed = (await api.get(path)).body.data.find((each: Any) => each._id === _id)
  assert.equal(listed.discarded, 5)
  assert.equal((await deliveriesOf(_id)).length, 0)
})

test("the log of deliveries tells every attempt, how long it took and what was answered", async () => {
  const receiver = await openReceiver()
  const { _id } = await register(api, receiver, { events: ["contacts.create"] })
  receiver.reply = () => ({ status: 503, body: `\u0000busy 😀${"x".repeat(20_000)}` })
  await newPerson()
  const failed = await until(async () => (await deliveriesOf(_id)).find(each => each.attempts.length === 1), "it failed")
  const [attempt] = failed.attempts
  assert.deepEqual([attempt.n, attempt.status, attempt.error, failed.status], [1, 503, null, "pending"])
  assert.ok(Number.isInteger(attempt.ms) && attempt.ms >= 0)
  assert.ok(failed.answer.startsWith("busy 😀xxx") && failed.answer.length > 8000 && failed.answer.length <= 8192)
  assert.equal(Date.parse(failed.nextAttemptAt), Date.parse(attempt.at) + attempt.ms + 15_000)
  receiver.reply = (_came, response) => void response.destroy()
  await advance(api, "PT16S")
  const dropped = await until(async () => (await deliveriesOf(_id)).find(each => each.attempts.length === 2), "it failed again")
  assert.deepEqual([dropped.attempts[1].status, dropped.attempts[1].error, dropped.answer], [null, "socket hang up", null])
  receiver.reply = () => ({ status: 202, body: "thanks" })
  await advance(api, "PT31S")
  const delivered = await deliveryOf(_id, "contacts.create")
  assert.deepEqual([delivered.attempts.length, delivered.answer, delivered.nextAttemptAt], [3, "thanks", null])
  assert.ok(delivered.finishedAt)
  const shown = (await api.get(`${path}/${_id}`)).body.data
  assert.ok(shown.lastSuccessAt > shown.lastFailureAt)
  assert.equal(shown.failingSince, null)
})

test("a secret is shown once: not later, not in the logs, and nowhere at rest as it is", async () => {
  const receiver = await openReceiver()
  const made = await register(api, receiver)
  const given = await register(api, receiver, { secret: "planted-webhook-secret" })
  await api.post(`${path}/create`, { url: receiver.url, events: ["*"], secret: "planted-keyless-secret" })
  const rotated = (await api.create(`${path}/${made._id}/rotate-secret`, { secret: "planted-rotated-secret" })).body.data
  await api.create(`${path}/${given._id}/update`, { description: "same" })
  await api.create(`${path}/${given._id}/test`, {})
  await receiver.next("webhooks.test")
  const secrets = [made.secret, "planted-webhook-secret", "planted-keyless-secret", rotated.secret]
  const pages = [path, `${path}/${made._id}`, `${path}/${given._id}/deliveries`, "/v1/dev/events?limit=100", "/v1/audit-log?limit=100"]
  for (const page of pages) for (const secret of secrets) assert.ok(!(await api.get(page)).text.includes(secret), `${page} shows a secret`)
  const tables = await house.sql("select table_name as name from information_schema.tables where table_schema = 'public'")
  assert.ok(tables.length > 20)
  const holdersOf = async (text: string) => {
    const holds = async ({ name }: Any) =>
      (await house.sql(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text])).length > 0
    const held = await Promise.all(tables.map(holds))
    return tables.filter((_table, i) => held[i]).map(({ name }) => name)
  }
  assert.deepEqual(await holdersOf(`"${made._id}"`).then(found => found.length > 0), true, "the search finds what is there")
  for (const secret of secrets) assert.deepEqual(await holdersOf(secret), [], secret)
})
