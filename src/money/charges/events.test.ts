import assert from "node:assert/strict"
import { test } from "node:test"
import { linkKeyOf, type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, sql } = server
const tenant = server.keys.tenantId
const linkKey = await linkKeyOf(server, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
const body = { paymentIntent: intent._id, method: "card", token: "tok_processing_then_success" }
const charge = (await api.create("/v1/gateways/simulator/charges/create", body)).body.data

/** Posts the bytes with a valid signature. */
const post = (bytes: string) =>
  api.post("/v1/gateways/simulator/events", bytes, { "simulator-signature": signature(linkKey, Buffer.from(bytes)) })
const readCounts = async () =>
  sql(
    `select (select count(*) from gateway_events) as events, (select count(*) from bank_transfers) as transfers,
              (select count(*) from ledger_entries) as entries, (select count(*) from transactions) as transactions,
              (select status from transactions where id = $1) as status`,
    [charge._id],
  )

const success = { id: "e", tenant, type: "charge.succeeded", key: charge._id }
const failure = { ...success, type: "charge.failed", code: "debit_failed", reason: "the bank returned the debit" }
const transfer = { id: "e", tenant, type: "bank-transfer.received", reference: intent.number, amount: 5, currency: "BRL" }
const without = (event: object, name: string) => ({ ...event, [name]: undefined })

/** 401: without a known tenant there is no key to verify the signature with. */
const withoutTenant: [what: string, bytes: string][] = [
  ["malformed JSON", "{"],
  ["no content", ""],
  ["null", "null"],
  ["a list", JSON.stringify([success])],
  ["a text", JSON.stringify("charge.succeeded")],
  ["no tenant", JSON.stringify(without(success, "tenant"))],
  ["a tenant that is a number", JSON.stringify({ ...success, tenant: 5 })],
  ["a tenant that is an object", JSON.stringify({ ...success, tenant: { id: tenant } })],
  ["an unknown tenant", JSON.stringify({ ...success, tenant: "f".repeat(24) })],
  ["a tenant with NUL in it", JSON.stringify({ ...success, tenant: `${tenant.slice(1)}\0` })],
  ["a tenant only by its prototype", `{"__proto__":{"tenant":"${tenant}"},"id":"e","type":"charge.succeeded","key":"${charge._id}"}`],
]

const invalid: [what: string, event: object, code: string, path: string][] = [
  ["no id", without(success, "id"), "VAL-1002", "id"],
  ["an id that is a number", { ...success, id: 7 }, "VAL-1003", "id"],
  ["an empty id", { ...success, id: "" }, "VAL-1003", "id"],
  ["an id that is too long", { ...success, id: "e".repeat(201) }, "VAL-1003", "id"],
  ["no type", without(success, "type"), "VAL-1002", "type"],
  ["a type that is a list", { ...success, type: ["charge.succeeded"] }, "VAL-1003", "type"],
  ["a type that is too long", { ...success, type: "t".repeat(101) }, "VAL-1003", "type"],
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
  ["a currency in lower case", { ...transfer, currency: "brl" }, "VAL-1003", "currency"],
  ["a currency named like a key of Object.prototype", { ...transfer, currency: "constructor" }, "VAL-1003", "currency"],
  ...[0, -5, 0.5, 2 ** 53, 1e300, "5", null, true, [5], {}].map((amount): [string, object, string, string] => [
    `the amount ${JSON.stringify(amount)}`,
    { ...transfer, amount },
    "VAL-1003",
    "amount",
  ]),
]

for (const [what, bytes] of withoutTenant)
  test(`an event with ${what} is refused with 401, and nothing is written`, async () => {
    const before = await readCounts()
    const { status, body } = await post(bytes)
    assert.deepEqual([status, body.error.code], [401, "GTW-1001"])
    assert.deepEqual(await readCounts(), before)
  })

for (const [what, event, code, path] of invalid)
  test(`a correctly signed event with ${what} is refused with the field, and nothing is written`, async () => {
    const before = await readCounts()
    const { status, body } = await post(JSON.stringify(event))
    assert.deepEqual([status, body.error.code, body.error.errors?.[0].path], [400, code, path])
    assert.deepEqual(await readCounts(), before)
  })

test("an event of an unknown type is stored once, whatever its name", async () => {
  for (const type of ["charge.teleported", "constructor", "__proto__", "toString"]) {
    const event = JSON.stringify({ ...success, id: `unknown ${type}`, type })
    assert.deepEqual((await post(event)).body.data, { effect: "noted" })
    assert.deepEqual((await post(event)).body.data, { effect: "known" })
  }
  assert.equal((await readCounts())[0].status, "processing")
})

test("ignores unknown fields of an event, and finds no charge for a key of Object.prototype", async () => {
  const postWith = (event: object, fields: Any) => post(`${JSON.stringify(event).slice(0, -1)},${fields}}`)
  const extraFields = '"__proto__":{"amount":1},"constructor":{"prototype":{"amount":1}},"livemode":true'
  assert.deepEqual((await postWith({ ...success, id: "prototype key", key: "__proto__" }, extraFields)).body.data, {
    effect: "no such charge",
  })
  assert.deepEqual((await postWith({ ...transfer, id: "more" }, extraFields)).body.data, { effect: "allocated" })
  assert.deepEqual((await postWith({ ...success, id: "well" }, extraFields)).body.data, { effect: "succeeded" })
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("the audit log records the effect of an event with the channel gateway", async () => {
  const [entry] = (await api.get(`/v1/transactions/${charge._id}/timeline`)).body.data
  assert.deepEqual(
    [entry.origin.channel, entry.origin.operation, entry.after.status],
    ["gateway", "simulator charge.succeeded", "succeeded"],
  )
})
