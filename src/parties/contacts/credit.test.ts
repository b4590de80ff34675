import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { signature } from "../../money/gateways/simulator.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the event that the test sends reverses a charge
const { api, sql } = server
const newPayer = async (): Promise<Any> => (await api.post("/v1/contacts/create", newContact())).body.data
const create = async (contact: Any, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const transfer = async (intent: Any, amount: number, currency = "BRL"): Promise<Any> =>
  (await api.post("/v1/simulations/bank-transfers/create", { reference: intent.number, amount, currency })).body.data
const read = async (contact: Any): Promise<Any> => (await api.get(`/v1/contacts/${contact._id}`)).body.data
const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data
const eventsOf = async (contact: Any): Promise<Any[]> => (await api.get(`/v1/dev/events?object=${contact._id}&sort=createdAt`)).body.data

async function reverse(transaction: string) {
  const event = { id: `reversal ${transaction}`, tenant: server.keys.tenantId, type: "charge.reversed", key: transaction }
  const bytes = JSON.stringify(event)
  const linkKey = await linkKeyOf(server, server.keys.tenantId)
  const headers = { "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  assert.equal((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect, "reversed")
}

test("shows what a contact overpaid, by currency, as soon as the transfer is booked, with an event", async () => {
  const contact = await newPayer()
  assert.deepEqual([contact.credit, await read(contact)], [{}, contact])
  const intent = await create(contact)
  await transfer(intent, 10_000)
  assert.deepEqual(await read(contact), contact)
  await transfer(intent, 1200)
  const credited = await read(contact)
  assert.deepEqual(credited, { ...contact, credit: { BRL: 1200 }, version: 2, updatedAt: credited.updatedAt })
  await transfer(await create(contact, { currency: "USD" }), 10_050, "USD")
  await transfer(await create(contact, { currency: "AUD" }), 10_007, "AUD")
  assert.deepEqual(Object.entries((await read(contact)).credit), [
    ["AUD", 7],
    ["BRL", 1200],
    ["USD", 50],
  ])
  const events = await eventsOf(contact)
  assert.deepEqual([events.length, events.at(-1).event, events.at(-1).data], [4, "contacts.update", await read(contact)])
  const { body } = await api.get("/v1/contacts")
  assert.deepEqual(
    body.data.find(({ _id }: Any) => _id === contact._id),
    await read(contact),
  )
  const updated = await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Bia" } })
  assert.deepEqual(updated.body.data.credit, { AUD: 7, BRL: 1200, USD: 50 })
  assert.deepEqual((await verify()).differences, [])
})

test("turns all money for a canceled intent into credit, and takes the credit back when the payment is reversed", async () => {
  const contact = await newPayer()
  const canceled = await create(contact)
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const first = await transfer(canceled, 300)
  const second = await transfer(await create(contact), 10_020)
  assert.deepEqual((await read(contact)).credit, { BRL: 320 })
  await reverse(first.transaction)
  assert.deepEqual((await read(contact)).credit, { BRL: 20 })
  await reverse(second.transaction)
  assert.deepEqual((await read(contact)).credit, {})
  assert.deepEqual((await verify()).differences, [])
})

test("adds the surplus of each of several concurrent transfers for one contact; a concurrent update loses nothing", async () => {
  const contact = await newPayer()
  const intents = await inParallel(12, () => create(contact))
  await Promise.all([
    ...intents.map((intent, i) => transfer(intent, 10_001 + i)),
    ...[0, 1, 2].map(i => api.post(`/v1/contacts/${contact._id}/update`, { metadata: { [`k${i}`]: "v" } })),
  ])
  const { credit, metadata, version } = await read(contact)
  assert.deepEqual([credit, metadata, version], [{ BRL: 78 }, { k0: "v", k1: "v", k2: "v" }, 16])
  assert.deepEqual((await verify()).differences, [])
})

test("stores credit beyond the largest safe integer exactly, and refuses to show it rounded", async () => {
  const contact = await newPayer()
  const canceled = await create(contact, { currency: "EUR" })
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  for (const amount of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1]) await transfer(canceled, amount, "EUR")
  const [row] = await sql("select credit from contacts where id = $1", [contact._id])
  assert.deepEqual(row.credit, { EUR: "18014398509481983" })
  for (const path of [`/v1/contacts/${contact._id}`, "/v1/contacts"]) {
    const { status, body } = await api.get(path)
    assert.deepEqual([status, body.error.code], [422, "GEN-1020"], path)
  }
  assert.deepEqual((await verify()).differences, [])
})

test("events, audit entries and answers to changes have every digit of a credit beyond the largest safe integer", async () => {
  const contact = await newPayer()
  const canceled = await create(contact, { currency: "EUR" })
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const transfers: Any[] = []
  for (const amount of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1]) transfers.push(await transfer(canceled, amount, "EUR"))
  const textsOf = async (...paths: string[]) => Promise.all(paths.map(async path => (await api.get(path)).text))
  const lists = [`/v1/dev/events?object=${contact._id}`, `/v1/audit-log?object=${contact._id}`, `/v1/contacts/${contact._id}/export`]
  const updated = await api.post(`/v1/contacts/${contact._id}/update`, { profile: { firstName: "Bia" } })
  for (const text of [updated.text, ...(await textsOf(...lists))]) assert.match(text, /"credit":\{"EUR":18014398509481983\}/)
  assert.match((await api.post(`/v1/contacts/${contact._id}/erase`)).body.error.message, /credit of 18014398509481983 EUR/)

  for (const { transaction } of transfers) await reverse(transaction)
  assert.equal((await api.post(`/v1/contacts/${contact._id}/erase`)).status, 200)
  for (const text of await textsOf(...lists.slice(0, 2))) assert.match(text, /"credit":\{"EUR":18014398509481983\}/)
})

test("verify reports a credit that is not what the ledger owes, and the database refuses one that makes no sense", async () => {
  const contact = await newPayer()
  await transfer(await create(contact), 10_500)
  for (const [credit, found] of [
    ['{"BRL":"501"}', "501"],
    ["{}", "0"],
  ]) {
    await sql("update contacts set credit = $2 where id = $1", [contact._id, credit])
    assert.deepEqual((await verify()).differences, [{ object: contact._id, what: "credit BRL", expected: "500", found }])
  }
  for (const credit of ['{"BRL":"0"}', '{"BRL":"-5"}', '{"BRL":"x"}', "[]", "5"])
    await assert.rejects(sql("update contacts set credit = $2 where id = $1", [contact._id, credit]), { code: "23514" }, credit)
})
