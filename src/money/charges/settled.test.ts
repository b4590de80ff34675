import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { addProviders, connect, fakeProvider, sendReports } from "../../../test/providers.ts"
import type { Report } from "../gateways/provider.ts"

const { provider, state } = fakeProvider()
addProviders(provider)
const server = await startTestServer()
const { api, sql } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const connection = await connect(api)
const holder = connection._id

const charge = async (fields: object = {}): Promise<Any> => {
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
  const body = { paymentIntent: intent._id, method: "card", token: "pm_1" }
  return (await api.create("/v1/gateways/fakepay/charges/create", body)).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/transactions/${_id}`)).body.data
const entriesOf = async ({ _id }: Any): Promise<Any[]> =>
  (await api.get(`/v1/ledger/entries?source=${_id}&kind=settlement&sort=createdAt`)).body.data.map(({ currency, postings }: Any) => [
    currency,
    Object.fromEntries(postings.map((each: Any) => [each.account, each.credit - each.debit])),
  ])
const differences = async () => (await api.get("/v1/ledger/verify")).body.data.differences
/** Reports, and returns what each did once the worker has read them. */
const report = async (...reports: Report[]): Promise<string> => {
  const message = await sendReports(api, connection, state, ...reports)
  const done = await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${holder}/messages?limit=100`)).body
    return data.find((each: Any) => each._id === message && each.status !== "pending")
  }, "the message was read")
  return done.effect
}
const settled = ({ _id }: Any, fields: object): Report =>
  ({ type: "charge.settled", key: _id, rate: null, availableAt: null, ...fields }) as Report

test("saves the settlement of a charge once and books its fee", async () => {
  const charged = await charge()
  assert.deepEqual([charged.status, charged.fee, charged.settlement], ["succeeded", 0, null])
  const event = settled(charged, { net: 9610, fee: 390, currency: "BRL", availableAt: new Date("2027-01-02T00:00:00Z") })
  assert.equal(await report(event), "settled")
  const { fee, settlement, version } = await read(charged)
  const availableAt = "2027-01-02T00:00:00.000Z"
  assert.deepEqual([fee, settlement], [390, { net: 9610, fee: 390, currency: "BRL", rate: null, availableAt }])
  assert.deepEqual(await entriesOf(charged), [["BRL", { [`fees:${holder}`]: -390, [`cash:${holder}`]: 390 }]])
  await inParallel(4, () => report(event))
  assert.deepEqual([(await read(charged)).version, (await entriesOf(charged)).length], [version, 1])
  const [published] = (await api.get(`/v1/dev/events?object=${charged._id}`)).body.data
  assert.deepEqual([published.event, published.data.settlement.fee], ["transactions.update", 390])
  assert.deepEqual(await differences(), [])
})

test("books a settlement in another currency through the exchange account", async () => {
  const charged = await charge()
  await report(settled(charged, { net: 1710, fee: 90, currency: "EUR", rate: "0.18" }))
  const { fee, settlement } = await read(charged)
  assert.deepEqual([fee, settlement.currency, settlement.rate], [0, "EUR", "0.18"])
  assert.deepEqual(Object.fromEntries(await entriesOf(charged)), {
    BRL: { [`exchange:${holder}`]: -10_000, [`cash:${holder}`]: 10_000 },
    EUR: { [`fees:${holder}`]: -90, [`cash:${holder}`]: -1710, [`exchange:${holder}`]: 1800 },
  })
  const balances = (await api.get("/v1/balances")).body.data
  const euro = balances.find((each: Any) => each.currency === "EUR")
  assert.deepEqual([euro.available, euro.fees], [1710, 90])
  assert.deepEqual(await differences(), [])
})

test("replaces a settlement by a later one, and books the difference", async () => {
  const charged = await charge()
  await report(settled(charged, { net: 9610, fee: 390, currency: "BRL" }))
  assert.equal(await report(settled(charged, { net: 9600, fee: 400, currency: "BRL" })), "settled otherwise than before")
  await report(settled(charged, { net: 1700, fee: 100, currency: "EUR" }))
  assert.deepEqual([(await read(charged)).fee, (await read(charged)).settlement.net], [0, 1700])
  assert.deepEqual(await differences(), [])
})

test("books nothing of a settlement that does not add up to the charge", async () => {
  const charged = await charge()
  assert.match(await report(settled(charged, { net: 9000, fee: 390, currency: "BRL" })), /^not booked/)
  assert.deepEqual([(await read(charged)).settlement, await entriesOf(charged)], [null, []])
})

test("makes a settlement that does not add up a task for people, until a right one comes", async () => {
  const charged = await charge()
  const mails = async () =>
    (await sql("select recipient from mails where kind = 'settlement-differs' and object_id = $1", [charged._id])).length
  const differing = async () => (await api.get(`/v1/transactions?settlementDiffers=true&_id=${charged._id}`)).body.count
  assert.deepEqual([charged.settlementDiffers, await differing()], [false, 0])
  for (const fee of [390, 391]) await report(settled(charged, { net: 9000, fee, currency: "BRL" }))
  assert.deepEqual([(await read(charged)).settlementDiffers, await differing(), await mails()], [true, 1, 1])
  assert.deepEqual([(await read(charged)).fee, await entriesOf(charged)], [0, []])
  assert.equal(await report(settled(charged, { net: 9610, fee: 390, currency: "BRL" })), "settled")
  assert.deepEqual([(await read(charged)).settlementDiffers, await differing(), (await read(charged)).fee], [false, 0, 390])
  assert.deepEqual(await differences(), [])
})

test("keeps a settlement that comes before the success of its charge until then", async () => {
  state.answer = ({ reference }) => ({ status: "processing", reference })
  const charged = await charge()
  state.answer = ({ reference }) => ({ status: "succeeded", reference })
  assert.equal(charged.status, "processing")
  assert.equal(await report(settled(charged, { net: 9610, fee: 390, currency: "BRL" })), "waits for its charge")
  assert.deepEqual([(await read(charged)).settlement, await entriesOf(charged)], [null, []])
  await report({ type: "charge.succeeded", key: charged._id })
  await sql("update jobs set next_at = now() where kind = 'settled-charge'")
  await until(async () => (await read(charged)).settlement !== null, "the settlement is booked")
  assert.deepEqual([(await read(charged)).fee, await differences()], [390, []])
})

test("ignores a settlement of a charge that went through another account", async () => {
  const other = await connect(api, "2")
  const charged = await charge()
  const message = await sendReports(api, other, state, settled(charged, { net: 9610, fee: 390, currency: "BRL" }))
  const done = await until(async () => {
    const { data } = (await api.get(`/v1/gateway-connections/${other._id}/messages`)).body
    return data.find((each: Any) => each._id === message && each.status !== "pending")
  }, "the message was read")
  assert.deepEqual([done.effect, (await read(charged)).settlement], ["no such charge", null])
})

test("finds a settlement, a fee and an exchange that were changed in the database", async () => {
  const charged = await charge()
  await report(settled(charged, { net: 1710, fee: 90, currency: "EUR", rate: "0.18" }))
  const own = await charge()
  await report(settled(own, { net: 9610, fee: 390, currency: "BRL" }))
  const found = async ({ _id }: Any, settlement: string) => {
    const [before] = await sql("select settlement from transactions where id = $1", [_id])
    await sql("update transactions set settlement = settlement || $2::jsonb where id = $1", [_id, settlement])
    const isFound = (await differences()).some((each: Any) => each.object === _id)
    await sql("update transactions set settlement = $2 where id = $1", [_id, before.settlement])
    return isFound
  }
  for (const change of [`{"net": 1709}`, `{"fee": 91}`, `{"currency": "USD"}`]) assert.ok(await found(charged, change), change)
  for (const change of [`{"net": 9611}`, `{"fee": 391}`, `{"currency": "USD"}`]) assert.ok(await found(own, change), change)
  assert.deepEqual(await differences(), [])
})
