import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, openHouse } from "../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const house = await openHouse({ ROLE: "api" })
const { api, sql } = house
const tenant = house.keys.tenantId
const [{ link_key }] = (await sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
const body = { paymentIntent: intent._id, method: "card", token: "tok_processing_then_success" }
const begun = (await api.create("/v1/gateways/simulator/charges/create", body)).body.data

/** The bytes as they are, rightly signed. */
const post = (bytes: string) =>
  api.post("/v1/gateways/simulator/events", bytes, { "simulator-signature": signature(link_key, Buffer.from(bytes)) })
const written = async () =>
  sql(
    `select (select count(*) from gateway_events) as events, (select count(*) from bank_transfers) as transfers,
              (select count(*) from ledger_entries) as entries, (select count(*) from transactions) as transactions,
              (select status from transactions where id = $1) as status`,
    [begun._id],
  )

const success = { id: "e", tenant, type: "charge.succeeded", key: begun._id }
const failure = { ...success, type: "charge.failed", code: "debit_failed", reason: "the bank said no" }
const transfer = { id: "e", tenant, type: "bank-transfer.received", reference: intent.number, amount: 5, currency: "BRL" }
const without = (event: object, name: string) => ({ ...event, [name]: undefined })

/** 401: it does not even say whose it is, so that no signature can be right. */
const unnamed: [what: string, bytes: string][] = [
  ["no JSON", "{"],
  ["nothing", ""],
  ["null", "null"],
  ["a list", JSON.stringify([success])],
  ["a text", JSON.stringify("charge.succeeded")],
  ["no tenant", JSON.stringify(without(success, "tenant"))],
  ["a tenant that is a number", JSON.stringify({ ...success, tenant: 5 })],
  ["a tenant that is an object", JSON.stringify({ ...success, tenant: { id: tenant } })],
  ["an unknown tenant", JSON.stringify({ ...success, tenant: "f".repeat(24) })],
  ["a tenant with NUL in it", JSON.stringify({ ...success, tenant: `${tenant.slice(1)}\0` })],
  ["a tenant only by its prototype", `{"__proto__":{"tenant":"${tenant}"},"id":"e","type":"charge.succeeded","key":"${begun._id}"}`],
]

const wrong: [what: string, event: object, code: string, path: string][] = [
  ["no id", without(success, "id"), "VAL-1002", "id"],
  ["an id that is a number", { ...success, id: 7 }, "VAL-1003", "id"],
  ["an empty id", { ...success, id: "" }, "VAL-1003", "id"],
  ["an id without end", { ...success, id: "e".repeat(201) }, "VAL-1003", "id"],
  ["no type", without(success, "type"), "VAL-1002", "type"],
  ["a type that is a list", { ...success, type: ["charge.succeeded"] }, "VAL-1003", "type"],
  ["a type without end", { ...success, type: "t".repeat(101) }, "VAL-1003", "type"],
  ["a type with NUL in it", { ...success, type: "charge\0" }, "VAL-1003", "type"],
  ["no key", without(success, "key"), "VAL-1002", "key"],
  ["a key that is an object", { ...success, key: { $ne: "" } }, "VAL-1003", "key"],
  ["a failure without code", without(failure, "code"), "VAL-1002", "code"],
  ["a failure whose reason is null", { ...failure, reason: null }, "VAL-1003", "reason"],
  ["no amount", without(transfer, "amount"), "VAL-1002", "amount"],
  ["no reference", without(transfer, "reference"), "VAL-1002", "reference"],
  ["a reference that is a number", { ...transfer, reference: 1 }, "VAL-1003", "reference"],
  ["no currency", without(transfer, "currency"), "VAL-1002", "currency"],
  ["an unknown currency", { ...transfer, currency: "XXZ" }, "VAL-1003", "currency"],
  ["a currency in small letters", { ...transfer, currency: "brl" }, "VAL-1003", "currency"],
  ["a currency of every object", { ...transfer, currency: "constructor" }, "VAL-1003", "currency"],
  ...[0, -5, 0.5, 2 ** 53, 1e300, "5", null, true, [5], {}].map((amount): [string, object, string, string] => [
    `the amount ${JSON.stringify(amount)}`,
    { ...transfer, amount },
    "VAL-1003",
    "amount",
  ]),
]

for (const [what, bytes] of unnamed)
  test(`an event with ${what} is nobody's: 401, and nothing is written`, async () => {
    const before = await written()
    const { status, body } = await post(bytes)
    assert.deepEqual([status, body.error.code], [401, "GTW-1001"])
    assert.deepEqual(await written(), before)
  })

for (const [what, event, code, path] of wrong)
  test(`a rightly signed event with ${what} is refused by name, and nothing is written`, async () => {
    const before = await written()
    const { status, body } = await post(JSON.stringify(event))
    assert.deepEqual([status, body.error.code, body.error.errors?.[0].path], [400, code, path])
    assert.deepEqual(await written(), before)
  })

test("an event of a kind that nobody here knows is noted once, whatever it is called", async () => {
  for (const type of ["charge.teleported", "constructor", "__proto__", "toString"]) {
    const event = JSON.stringify({ ...success, id: `unknown ${type}`, type })
    assert.deepEqual((await post(event)).body.data, { effect: "noted" })
    assert.deepEqual((await post(event)).body.data, { effect: "known" })
  }
  assert.equal((await written())[0].status, "processing")
})

test("an event may say more than we know of; a key of every object is no charge", async () => {
  const more = (event: object, fields: Any) => post(`${JSON.stringify(event).slice(0, -1)},${fields}}`)
  const evil = '"__proto__":{"amount":1},"constructor":{"prototype":{"amount":1}},"livemode":true'
  assert.deepEqual((await more({ ...success, id: "evil key", key: "__proto__" }, evil)).body.data, { effect: "no such charge" })
  assert.deepEqual((await more({ ...transfer, id: "more" }, evil)).body.data, { effect: "allocated" })
  assert.deepEqual((await more({ ...success, id: "well" }, evil)).body.data, { effect: "succeeded" })
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})
