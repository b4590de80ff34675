import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inDays, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const terms = { type: "percentage", basisPoints: 1000 }
const partner = (await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms: terms })).body.data

const newItems = (amount: number, supplier?: string) => [{ name: "Course", amount, ...(supplier && { supplier }) }]
const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
const schedule = (...amounts: number[]) => amounts.map((amount, i) => ({ dueAt: inDays(500 + i), amount }))
const plan = (...amounts: number[]) =>
  create({ intentType: "payment-plan", items: newItems(amounts.reduce((a, b) => a + b, 0)), schedule: schedule(...amounts) })
const pay = (intent: string, amount: number, fields: object = {}) =>
  api.create("/v1/transactions/create", { paymentIntent: intent, amount, method: "bank-transfer", ...fields })
const act = (transaction: Any, action: string, body?: object) => api.post(`/v1/transactions/${transaction._id}/${action}`, body)
const read = async (id: string): Promise<Any> => (await api.get(`/v1/payment-intents/${id}`)).body.data
const moneyOf = async (...ids: string[]) => {
  const all = await Promise.all(ids.map(read))
  return all.map(({ paid, due, status }) => [paid, due, status])
}
const refusalOf = async (response: ReturnType<typeof pay>) => {
  const { status, body } = await response
  return [status, body.error?.code]
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const eventsOf = async (...objects: string[]): Promise<Any[]> => {
  const lists = await Promise.all(objects.map(id => api.get(`/v1/dev/events?object=${id}&limit=100`)))
  return lists.flatMap(({ body }) => body.data).toSorted((a: Any, b: Any) => (a._id < b._id ? -1 : 1))
}

test("part payments pay an intent until it is paid in full", async () => {
  const { _id } = await create()
  const first = (await pay(_id, 4000, { reference: "E2E-1", documents: ["receipt.pdf"], receivedAt: "2026-01-02T03:04:05Z" })).body.data
  assert.deepEqual(
    [first.status, first.amount, first.currency, first.gateway, first.contact],
    ["succeeded", 4000, "BRL", null, contact._id],
  )
  assert.deepEqual([first.receivedAt, first.documents, first.reference], ["2026-01-02T03:04:05.000Z", ["receipt.pdf"], "E2E-1"])
  assert.deepEqual(await moneyOf(_id), [[4000, 6000, "paid-partial"]])
  const second = (await pay(_id, 6000)).body.data
  assert.ok(second.number > first.number)
  assert.deepEqual(await moneyOf(_id), [[10_000, 0, "paid-full"]])
  assert.deepEqual((await api.get(`/v1/transactions/${first._id}`)).body.data, first)
  assert.deepEqual((await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.count, 2)
  await assertLedgerVerifies()
})

test("a payment of more than is due is refused with the amount due, and nothing is paid", async () => {
  const { _id } = await create()
  await pay(_id, 9999)
  const { status, body } = await pay(_id, 2)
  assert.deepEqual([status, body.error.code, body.error.details], [422, "TRX-2001", { due: 1, amount: 2, currency: "BRL" }])
  assert.equal((await pay(_id, 1)).status, 201)
  assert.deepEqual(await refusalOf(pay(_id, 1)), [409, "TRX-2002"])
})

test("a canceled intent accepts no payment, and an unknown one or another tenant's is not found", async () => {
  const { _id } = await create()
  await api.post(`/v1/payment-intents/${_id}/cancel`)
  assert.deepEqual(await refusalOf(pay(_id, 1)), [409, "TRX-2002"])
  assert.deepEqual(await refusalOf(pay("f".repeat(24), 1)), [404, "SMR-1001"])
  const other = await server.otherTenant()
  const body = { paymentIntent: (await create())._id, amount: 1, method: "cash" }
  assert.equal((await other.create("/v1/transactions/create", body)).body.error.code, "SMR-1001")
  for (const amount of [0, -1, 1.5, "5"]) assert.deepEqual(await refusalOf(pay(_id, amount as number)), [400, "VAL-1003"])
})

test("a payment in another currency needs fx; its amount is in the intent's currency", async () => {
  const { _id } = await create()
  const fx = { sourceCurrency: "USD", sourceAmount: 1000, rate: 5.25 }
  assert.deepEqual(await refusalOf(pay(_id, 5250, { currency: "USD" })), [400, "TRX-1001"])
  assert.deepEqual(await refusalOf(pay(_id, 5250, { currency: "EUR", fx })), [400, "TRX-1001"])
  assert.deepEqual(await refusalOf(pay(_id, 5250, { fx: { ...fx, sourceCurrency: "BRL" } })), [400, "TRX-1001"])
  assert.deepEqual(await refusalOf(pay(_id, 5250, { fx: { ...fx, rate: 0 } })), [400, "VAL-1003"])
  const paid = (await pay(_id, 5250, { currency: "USD", fx })).body.data
  assert.deepEqual([paid.amount, paid.currency, paid.fx], [5250, "BRL", fx])
  assert.equal((await pay(_id, 1, { currency: "BRL" })).status, 201)
  const small = { ...fx, sourceAmount: 1, rate: 2 }
  assert.equal((await pay(_id, 2, { currency: "BRL", fx: small })).status, 201) // the intent's currency is valid too
  assert.deepEqual(await moneyOf(_id), [[5253, 4747, "paid-partial"]])
})

test("the events of a payment are in the specification's order, and the last one of each object equals what REST returns", async () => {
  const { _id } = await create({ items: newItems(10_000, "CASA") })
  const { data } = (await pay(_id, 5000)).body
  const splits = async (): Promise<Any[]> => (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  const [split] = await splits()
  const events = (await eventsOf(data._id, _id, split._id)).slice(1) // without the creation of the intent
  const order = ["transactions.create", "paymentIntents.update", "splitIntents.create", "splitIntents.update", "transactions.update"]
  assert.deepEqual(
    events.map(({ event }) => event),
    order,
  )
  assert.deepEqual([events[0].data.status, events[2].data.status, events[2].data.accrued], ["processing", "pending", 0])
  assert.deepEqual([events[1].data, events[3].data, events[4].data], [await read(_id), split, data])
  assert.deepEqual([split.accrued, split.amount, split.status, split.partnership], [500, 1000, "due", partner._id])
  const again = (await pay(_id, 5000)).body.data
  const second = (await eventsOf(again._id, _id, split._id)).slice(-4)
  assert.deepEqual(
    second.map(({ event }) => event),
    order.filter(event => event !== "splitIntents.create"),
  )
  assert.deepEqual([second[1].data, second[2].data, second[3].data], [await read(_id), (await splits())[0], again])
})

test("a payment that is confirmed later, or charged, publishes its splits before its own update too", async () => {
  const order = ["paymentIntents.update", "splitIntents.create", "splitIntents.update", "transactions.update"]
  const confirm = async (id: string) => act((await pay(id, 5000, { status: "processing" })).body.data, "confirm")
  const charge = (id: string) =>
    api.create("/v1/gateways/simulator/charges/create", { paymentIntent: id, method: "card", token: "tok_success", amount: 5000 })
  for (const payBy of [confirm, charge]) {
    const { _id } = await create({ items: newItems(10_000, "CASA") })
    const transaction = (await payBy(_id)).body.data
    const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
    const events = (await eventsOf(transaction._id, _id, split._id)).slice(-4)
    assert.deepEqual(
      events.map(({ event }) => event),
      order,
    )
  }
})

test("a payment of an installment also pays down its plan, and both publish an update", async () => {
  const parent = await plan(6000, 4000)
  const [one, two] = parent.installments
  const { data } = (await pay(two, 1000)).body
  assert.deepEqual(await moneyOf(parent._id, one, two), [
    [1000, 9000, "paid-partial"],
    [0, 6000, "due"],
    [1000, 3000, "paid-partial"],
  ])
  const events = (await eventsOf(data._id, two, parent._id)).slice(-4).map(({ event, object }) => [event, object])
  assert.deepEqual(events, [
    ["transactions.create", data._id],
    ["paymentIntents.update", two],
    ["paymentIntents.update", parent._id],
    ["transactions.update", data._id],
  ])
  assert.deepEqual(await refusalOf(pay(two, 3001)), [422, "TRX-2001"])
  await assertLedgerVerifies()
})

test("a payment of a plan pays its installments in the order of their due dates", async () => {
  const parent = await plan(5000, 3000, 2000)
  const [one, two, three] = parent.installments
  await pay(two, 2500)
  await pay(parent._id, 6000)
  assert.deepEqual(await moneyOf(parent._id, one, two, three), [
    [8500, 1500, "paid-partial"],
    [5000, 0, "paid-full"],
    [3000, 0, "paid-full"],
    [500, 1500, "paid-partial"],
  ])
  assert.deepEqual(await refusalOf(pay(parent._id, 1501)), [422, "TRX-2001"])
  await pay(three, 1500)
  assert.deepEqual(await moneyOf(parent._id, three), [
    [10_000, 0, "paid-full"],
    [2000, 0, "paid-full"],
  ])
  await assertLedgerVerifies()
})

test("pays installments in the order of their due dates, also after a due date was changed", async () => {
  const items = newItems(3000)
  const dates = [520, 510, 530].map(days => ({ dueAt: inDays(days), amount: 1000 }))
  const parent = await create({ intentType: "payment-plan", items, schedule: dates })
  const [one, two, three] = parent.installments
  await pay(parent._id, 1500)
  assert.deepEqual(
    (await moneyOf(one, two, three)).map(([paid]) => paid),
    [500, 1000, 0],
  )
  await api.post(`/v1/payment-intents/${three}/update`, { dueAt: inDays(505) })
  await pay(parent._id, 700)
  assert.deepEqual(
    (await moneyOf(one, two, three)).map(([paid]) => paid),
    [500, 1000, 700],
  )
  await assertLedgerVerifies()
})

test("a plan is paid while its installments are being updated, and no connection leaks", async () => {
  const parent = await plan(2500, 2500, 2500, 2500)
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      parent.installments.map((id: string) => inParallel(6, i => api.post(`/v1/payment-intents/${id}/update`, { description: `${i}` }))),
    )
    const responses = await inParallel(3, () => pay(parent._id, 1000))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201, 201],
    )
  }
  assert.deepEqual(await moneyOf(parent._id), [[9000, 1000, "paid-partial"]])
  const open = await server.sql("select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'")
  assert.equal(open.length, 0)
})

test("a processing payment counts once it is confirmed, and never when it failed", async () => {
  const { _id } = await create()
  const [first, second] = await inParallel(2, async () => (await pay(_id, 6000, { status: "processing" })).body.data)
  assert.deepEqual([first.status, await moneyOf(_id)], ["processing", [[0, 10_000, "due"]]])
  const confirmed = (await act(first, "confirm")).body.data
  assert.deepEqual([confirmed.status, confirmed.version, await moneyOf(_id)], ["succeeded", 2, [[6000, 4000, "paid-partial"]]])
  assert.deepEqual(await refusalOf(act(second, "confirm")), [422, "TRX-2001"])
  const failed = (await act(second, "fail", { reason: "bounced" })).body.data
  assert.deepEqual([failed.status, failed.failure], ["failed", { code: "failed", message: "bounced" }])
  for (const each of [first, second])
    for (const action of ["confirm", "fail"]) assert.deepEqual(await refusalOf(act(each, action)), [409, "TRX-2003"], action)
  assert.deepEqual(await moneyOf(_id), [[6000, 4000, "paid-partial"]])
  await assertLedgerVerifies()
})

test("an update of a transaction changes only reference, documents and metadata", async () => {
  const { _id } = await create()
  const { data } = (await pay(_id, 5, { metadata: { a: "1" } })).body
  const changed = (await act(data, "update", { reference: "new", metadata: { b: "2" } })).body.data
  assert.deepEqual(changed, { ...data, reference: "new", metadata: { a: "1", b: "2" }, version: 3, updatedAt: changed.updatedAt })
  assert.deepEqual(await refusalOf(act(data, "update", { amount: 9 })), [400, "VAL-1005"])
})

test("cancels processing payments with their intent, and does not delete the intent while they are open", async () => {
  const parent = await plan(6000, 4000)
  const [one] = parent.installments
  const processing = await Promise.all([parent._id, one].map(async id => (await pay(id, 100, { status: "processing" })).body.data))
  assert.deepEqual(await refusalOf(api.post(`/v1/payment-intents/${parent._id}/delete`)), [409, "PIN-1006"])
  assert.equal((await api.post(`/v1/payment-intents/${parent._id}/cancel`)).status, 200)
  for (const each of processing) {
    assert.equal((await api.get(`/v1/transactions/${each._id}`)).body.data.status, "canceled")
    assert.deepEqual(await refusalOf(act(each, "confirm")), [409, "TRX-2003"])
  }
  await assertLedgerVerifies()
})

test("while a gateway charge is processing, its intent can't be canceled, and users can't confirm or fail it", async () => {
  const { _id } = await create()
  const body = { paymentIntent: _id, method: "card", token: "tok_processing_then_success" }
  const { data } = (await api.create("/v1/gateways/simulator/charges/create", body)).body
  const { status, body: response } = await api.post(`/v1/payment-intents/${_id}/cancel`)
  assert.deepEqual([status, response.error.code, response.error.details.transaction], [409, "PIN-1006", data._id])
  for (const action of ["confirm", "fail"]) assert.deepEqual(await refusalOf(act(data, action)), [409, "TRX-2003"])
})

test("without a key the same payment within the keyless window is a retry; with two keys it is two payments", async () => {
  const { _id } = await create()
  const body = { paymentIntent: _id, amount: 100, method: "cash" }
  const responses = await inParallel(6, () => api.post("/v1/transactions/create", body))
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  await pay(_id, 100, { method: "cash" })
  await pay(_id, 100, { method: "cash" })
  assert.deepEqual(await moneyOf(_id), [[300, 9700, "paid-partial"]])
  const dryRun = await api.post("/v1/transactions/create", { ...body, amount: 50 }, { "dry-run": "true" })
  assert.deepEqual([dryRun.status, dryRun.body.data.status, await moneyOf(_id)], [201, "succeeded", [[300, 9700, "paid-partial"]]])
})

test("reads a plan that disagrees with its installments again a few times, then gives up", { timeout: 60_000 }, async () => {
  const { _id, installments } = await plan(6000, 4000)
  const change = (paid: number, status: string) =>
    server.sql("update payment_intents set paid = $2, status = $3 where id = $1", [installments[0], paid, status])
  await change(1, "paid-partial")
  const refused = await pay(_id, 100)
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.retryable], [503, "SYS-9002", true])
  await change(0, "due")
  assert.equal((await pay(_id, 100)).status, 201)
})
