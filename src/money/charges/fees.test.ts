import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the test sends events
const { api, sql } = server
const tenant = server.keys.tenantId
const linkKey = await linkKeyOf(server, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

const charge = async (token: string, amount = 10_000): Promise<Any> => {
  const items = [{ name: "Course", amount }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  return (await api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "card", token })).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/transactions/${_id}`)).body.data
const entriesOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/ledger/entries?source=${_id}&sort=createdAt`)).body.data
const balance = async (): Promise<Any> =>
  (await api.get("/v1/balances")).body.data.find((each: Any) => each.currency === "BRL") ?? { available: 0, fees: 0 }
const verify = async (): Promise<Any> => (await api.get("/v1/ledger/verify")).body.data

async function send(type: string, { _id: key }: Any, fields: object = {}) {
  const bytes = JSON.stringify({ id: `${type} ${key} ${JSON.stringify(fields)}`, tenant, type, key, ...fields })
  return api.post("/v1/gateways/simulator/events", bytes, { "simulator-signature": signature(linkKey, Buffer.from(bytes)) })
}

test("shows the fee of a charge, posts it with the charge, and deducts it from the available balance", async () => {
  const before = await balance()
  const charged = await charge("tok_success_with_fee", 10_099)
  assert.deepEqual([charged.status, charged.amount, charged.fee], ["succeeded", 10_099, 322])
  const [entry, ...others] = await entriesOf(charged)
  assert.deepEqual(others, [])
  assert.deepEqual(entry.postings, [
    { account: "cash:simulator", debit: 10_099, credit: 0 },
    { account: `received:${charged.paymentIntent}`, debit: 0, credit: 10_099 },
    { account: "fees:simulator", debit: 322, credit: 0 },
    { account: "cash:simulator", debit: 0, credit: 322 },
  ])
  const after = await balance()
  assert.deepEqual([after.available - before.available, after.fees - before.fees], [10_099 - 322, 322])
  assert.deepEqual((await verify()).differences, [])
})

test("a charge without a fee shows 0", async () => {
  assert.equal((await charge("tok_success")).fee, 0)
})

test("books a fee from a success event once, and refuses a fee below 0", async () => {
  const charged = await charge("tok_processing_then_success")
  assert.deepEqual([charged.status, charged.fee], ["processing", 0])
  assert.equal((await send("charge.succeeded", charged, { fee: -1 })).status, 400)
  assert.equal((await send("charge.succeeded", charged, { fee: 45 })).body.data.effect, "succeeded")
  assert.equal((await send("charge.succeeded", charged, { fee: 46 })).body.data.effect, "it was succeeded already")
  assert.deepEqual([(await read(charged)).fee, (await entriesOf(charged)).length], [45, 1])
  assert.deepEqual((await verify()).differences, [])
})

test("a reversal takes the amount back, and the gateway keeps its fee", async () => {
  const before = await balance()
  const charged = await charge("tok_success_with_fee")
  assert.equal((await send("charge.reversed", charged)).body.data.effect, "reversed")
  const after = await balance()
  assert.deepEqual([after.available - before.available, after.fees - before.fees, (await read(charged)).fee], [-320, 320, 320])
  assert.deepEqual((await verify()).differences, [])
})

test("verify reports a fee that differs from the ledger, and the database refuses a fee below 0", async () => {
  const { _id } = await charge("tok_success_with_fee")
  await sql("update transactions set fee = 319 where id = $1", [_id])
  assert.deepEqual((await verify()).differences, [{ object: _id, what: "fee", expected: "320", found: "319" }])
  await sql("update transactions set fee = 320 where id = $1", [_id])
  await assert.rejects(sql("update transactions set fee = -1 where id = $1", [_id]), /transactions_fee/)
})
