import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, inParallel, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

const create = async (fields: object = {}): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
}
const path = "/v1/gateways/simulator/charges/create"
const newCharge = (intent: Any, token: string, fields: object = {}) => ({ paymentIntent: intent._id, method: "card", token, ...fields })
const charge = (intent: Any, token: string, fields: object = {}, key?: string) => api.create(path, newCharge(intent, token, fields), key)
const pay = (intent: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const readCharge = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/transactions/${_id}`)).body.data
const waitForOutcome = (transaction: Any) =>
  until(async () => {
    const now = await readCharge(transaction)
    return now.status !== "processing" && now
  }, `transaction ${transaction._id} has an outcome`)
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}
const accruedOf = async ({ _id }: Any) => {
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return split && [split.accrued, split.reversed, split.status]
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("tok_success pays what is due, or the requested amount", async () => {
  const intent = await create()
  const part = (await charge(intent, "tok_success", { amount: 4000 })).body.data
  assert.deepEqual([part.status, part.amount, part.gateway, part.method, part.outcome], ["succeeded", 4000, "simulator", "card", null])
  const rest = (await charge(intent, "tok_success")).body.data
  assert.deepEqual([rest.amount, await moneyOf(intent), await accruedOf(intent)], [6000, [10_000, 0, "paid-full"], [1000, 0, "due"]])
  const { status, body } = await charge(intent, "tok_success")
  assert.deepEqual([status, body.error.code], [409, "TRX-2002"])
})

test("answers a declined charge with 402, code and transaction, replays it byte for byte, and pays nothing", async () => {
  for (const [token, code] of [
    ["tok_declined", "card_declined"],
    ["tok_insufficient_funds", "insufficient_funds"],
  ] as const) {
    const intent = await create()
    const first = await charge(intent, token, {}, token)
    assert.deepEqual([first.status, first.body.error.code, first.body.error.details.declineCode], [402, "GTW-2001", code])
    const again = await charge(intent, token, {}, token)
    assert.deepEqual([again.status, again.text, again.headers.get("idempotent-replayed")], [402, first.text, "true"])
    const stored = await readCharge({ _id: first.body.error.details.transaction })
    assert.deepEqual([stored.status, stored.failure.code, await moneyOf(intent)], ["failed", code, [0, 10_000, "due"]])
    assert.equal((await charge(intent, "tok_success")).status, 201)
  }
})

test("tok_processing_then_success pays when its event arrives, by the tenant's clock", async () => {
  const intent = await create()
  const charged = (await charge(intent, "tok_processing_then_success")).body.data
  assert.deepEqual([charged.status, charged.outcome, await moneyOf(intent)], ["processing", null, [0, 10_000, "due"]])
  await advance("PT10S")
  assert.equal((await waitForOutcome(charged)).status, "succeeded")
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
})

test("tok_processing_then_failure, a failed direct debit, pays nothing", async () => {
  const intent = await create()
  const charged = (await charge(intent, "tok_processing_then_failure", { method: "direct-debit" })).body.data
  await advance("PT10S")
  const { status, failure } = await waitForOutcome(charged)
  assert.deepEqual([status, failure.code, await moneyOf(intent)], ["failed", "debit_failed", [0, 10_000, "due"]])
  assert.equal((await charge(intent, "tok_success")).status, 201)
})

test("tok_timeout_but_charged is unknown, blocks a second charge, and is resolved by a look-up", async () => {
  const intent = await create()
  const charged = (await charge(intent, "tok_timeout_but_charged")).body.data
  assert.deepEqual([charged.status, charged.outcome, await moneyOf(intent)], ["processing", "unknown", [0, 10_000, "due"]])
  const { status, body } = await charge(intent, "tok_success")
  assert.deepEqual([status, body.error.code, body.error.details.transaction], [409, "TRX-2004", charged._id])
  await advance("PT20S")
  const { status: now, outcome } = await waitForOutcome(charged)
  assert.deepEqual([now, outcome, await moneyOf(intent)], ["succeeded", null, [10_000, 0, "paid-full"]])
  assert.equal((await server.sql("select 1 from simulator_charges where key = $1", [charged._id])).length, 1)
})

test("tok_success_then_reversed makes the amount due again and reverses the partners' splits", async () => {
  const intent = await create()
  await pay(intent, 2500)
  const charged = (await charge(intent, "tok_success_then_reversed")).body.data
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [10_000, 0, "paid-full"],
      [1000, 0, "due"],
    ],
  )
  await advance("PT10S")
  await until(async () => (await readCharge(charged)).status === "reversed", "the charge is reversed")
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [2500, 7500, "paid-partial"],
      [250, 750, "due"],
    ],
  )
  const kinds = (await api.get(`/v1/ledger/entries?source=${charged._id}&sort=createdAt`)).body.data.map((each: Any) => each.kind)
  assert.deepEqual(kinds, ["charge", "reversal"])
  await assertLedgerVerifies()
})

test("tok_dispute is paid, and stays paid while it is disputed", async () => {
  const intent = await create()
  assert.equal((await charge(intent, "tok_dispute")).status, 201)
  await advance("PT10S")
  await until(async () => (await api.get(`/v1/disputes?paymentIntent=${intent._id}&open=true`)).body.count === 1, "the dispute is open")
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
})

test("tok_unreachable is 503 and releases the key: a retry calls the gateway again, and another token charges", async () => {
  const intent = await create()
  const responses = [await charge(intent, "tok_unreachable", {}, "again"), await charge(intent, "tok_unreachable", {}, "again")]
  for (const { status, body, headers } of responses)
    assert.deepEqual([status, body.error.code, body.error.retryable, headers.get("idempotent-replayed")], [503, "GTW-2002", true, null])
  const { status, body } = await charge(intent, "tok_success", {}, "again")
  assert.deepEqual([status, body.data?.status, await moneyOf(intent)], [201, "succeeded", [10_000, 0, "paid-full"]])
  const { data } = (await api.get(`/v1/transactions?paymentIntent=${intent._id}&sort=createdAt`)).body
  assert.deepEqual(
    data.map((each: Any) => [each.status, each.failure?.code]),
    [
      ["failed", "gateway_unreachable"],
      ["failed", "gateway_unreachable"],
      ["succeeded", undefined],
    ],
  )
})

test("a charge that the gateway does not offer is refused before the gateway is called", async () => {
  const intent = await create()
  const refusalOf = async (response: ReturnType<typeof charge>) => [(await response).status, (await response).body.error.code]
  assert.deepEqual(await refusalOf(charge(intent, "tok_success", { method: "barter" })), [422, "GTW-1002"])
  const unsupported = await create({ currency: "XOF", items: [{ name: "Course", amount: 500 }] })
  assert.deepEqual(await refusalOf(charge(unsupported, "tok_success")), [422, "GTW-1002"])
  for (const token of ["4242424242424242", "tok_unknown"]) assert.deepEqual(await refusalOf(charge(intent, token)), [400, "VAL-1003"])
  assert.deepEqual(await refusalOf(charge(intent, "tok_success", { amount: 10_001 })), [422, "TRX-2001"])
  assert.deepEqual(await refusalOf(api.post(path, newCharge(intent, "tok_success"))), [400, "IDM-1004"])
  assert.deepEqual(await refusalOf(api.create("/v1/gateways/other/charges/create", newCharge(intent, "tok_success"))), [404, "GEN-1004"])
  assert.equal((await api.get(`/v1/transactions?paymentIntent=${intent._id}`)).body.count, 0)
})

test("a key charges once, belongs to one request, and expires after a day", async () => {
  const [one, two] = [await create(), await create()]
  const first = await charge(one, "tok_success", { amount: 100 }, "day")
  const responses = await inParallel(6, () => charge(one, "tok_success", { amount: 100 }, "day"))
  assert.ok(responses.every(({ text }) => text === first.text))
  assert.equal((await charge(two, "tok_success", { amount: 100 }, "day")).body.error.code, "IDM-1002")
  await advance("PT25H")
  const second = (await charge(two, "tok_success", { amount: 100 }, "day")).body.data
  assert.deepEqual([second.paymentIntent, second.status], [two._id, "succeeded"])
  assert.deepEqual([(await moneyOf(one))[0], (await moneyOf(two))[0]], [100, 100])
})

test("a dry run of a charge returns its result, calls no gateway and stores nothing", async () => {
  const intent = await create()
  const { status, body } = await api.post(path, newCharge(intent, "tok_success"), { "idempotency-key": "dry", "dry-run": "true" })
  assert.deepEqual([status, body.data?.paymentIntent, body.data?.amount], [201, intent._id, 10_000])
  assert.equal((await api.get(`/v1/transactions/${body.data._id}`)).status, 404)
  assert.equal((await server.sql("select 1 from simulator_charges where key = $1", [body.data._id])).length, 0)
  assert.equal((await charge(intent, "tok_success", {}, "dry")).status, 201)
})

test("reverses a settled charge once by simulation, and takes back what partners earned by it", async () => {
  const intent = await create()
  const settled = (await charge(intent, "tok_success")).body.data
  const reverse = (transaction: Any) => api.post(`/v1/simulations/transactions/${transaction._id}/reverse`)
  assert.equal((await reverse(settled)).body.data.status, "reversed")
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [0, 10_000, "due"],
      [0, 1000, "reversed"],
    ],
  )
  const recorded = (await pay(intent, 500)).body.data
  for (const transaction of [settled, recorded]) assert.equal((await reverse(transaction)).body.error.code, "TRX-2003")
  await assertLedgerVerifies()
})
