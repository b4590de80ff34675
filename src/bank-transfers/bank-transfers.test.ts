import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, openHouse, storm } from "../../test/harness.ts"
import { signature } from "../gateways/simulator.ts"

const house = await openHouse({ ROLE: "api" })
const { api } = house
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

const create = async (fields: object = {}): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
}
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}
const accruedOf = async ({ _id }: Any) => {
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return split && [split.accrued, split.reversed, split.status]
}
const booksAreRight = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const entriesOf = async (source: string): Promise<Any[]> => (await api.get(`/v1/ledger/entries?source=${source}`)).body.data
const creditOf = async (transaction: string) => {
  const [entry] = await entriesOf(transaction)
  return entry.postings.find((each: Any) => each.account === `credit:${contact._id}`)?.credit ?? 0
}
const transfer = async (reference: string, amount: number, currency = "BRL"): Promise<Any> =>
  (await api.post("/v1/simulations/bank-transfers/create", { reference, amount, currency })).body.data
const allocate = ({ _id }: Any, intent: Any) => api.post(`/v1/bank-transfers/${_id}/allocate`, { paymentIntent: intent._id })
const available = async () => {
  const [{ available }] = (await api.get("/v1/balances")).body.data.filter(({ currency }: Any) => currency === "BRL")
  return available as number
}

test("a bank transfer pays the intent that its reference names, in any writing", async () => {
  const intent = await create()
  const first = await transfer(`Payment for ${intent.number.toLowerCase()}, thanks`, 4000)
  assert.deepEqual([first.status, first.paymentIntent], ["allocated", intent._id])
  const { method, gateway, reference } = (await api.get(`/v1/transactions/${first.transaction}`)).body.data
  assert.deepEqual([method, gateway, reference], ["bank-transfer", "simulator", first.reference])
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [4000, 6000, "paid-partial"],
      [400, 0, "due"],
    ],
  )
  const second = await transfer(intent.number, 6500)
  assert.deepEqual([await moneyOf(intent), await creditOf(second.transaction)], [[10_000, 0, "paid-full"], 500])
  const third = await transfer(intent.number, 50)
  assert.deepEqual([third.status, await creditOf(third.transaction)], ["allocated", 50])
  await booksAreRight()
})

test("a transfer for a canceled intent is credit; one that names nothing or comes in other money is kept and listed", async () => {
  const intent = await create()
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  const late = await transfer(intent.number, 300)
  assert.deepEqual([late.status, await creditOf(late.transaction), await moneyOf(intent)], ["allocated", 300, [0, 10_000, "canceled"]])
  const open = await create()
  const kept = [
    await transfer("PI-999999", 11),
    await transfer("rent", 12),
    await transfer(open.number, 13, "USD"),
    await transfer("", 14),
    await transfer(`A${open.number}`, 15),
  ]
  for (const each of kept) assert.deepEqual([each.status, each.paymentIntent, each.transaction], ["unallocated", null, null])
  const { data } = (await api.get("/v1/bank-transfers?status=unallocated&limit=5")).body
  assert.deepEqual(data, kept.toReversed())
  assert.deepEqual(await moneyOf(open), [0, 10_000, "due"])
  const [entry] = (await api.get(`/v1/ledger/entries?source=${kept[2]._id}`)).body.data
  assert.deepEqual(
    [entry.kind, entry.currency, entry.postings[1]],
    ["transfer", "USD", { account: "unallocated:transfers", debit: 0, credit: 13 }],
  )
  await booksAreRight()
})

test("thirty transfers at once for one intent: none is lost, what is over is credit", async () => {
  const intent = await create()
  const all = await storm(30, i => transfer(`${intent.number} part ${i}`, 500))
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(["allocated"]))
  const credits = await Promise.all(all.map(each => creditOf(each.transaction)))
  assert.deepEqual([await moneyOf(intent), credits.reduce((sum, n) => sum + n, 0)], [[10_000, 0, "paid-full"], 5000])
  await booksAreRight()
})

test("a live tenant simulates nothing", async () => {
  const live = await house.stranger("live")
  const body = { reference: "x", amount: 1, currency: "BRL" }
  assert.equal((await live.post("/v1/simulations/bank-transfers/create", body)).body.error.code, "TNT-1001")
})

test("somebody says what an unallocated transfer is for: it pays, partners earn, and the books move it", async () => {
  const intent = await create()
  const kept = await transfer("my rent", 4000)
  const before = await available()
  const { status, body } = await allocate(kept, intent)
  assert.deepEqual([status, body.data.status, body.data.paymentIntent, body.data.version], [200, "allocated", intent._id, 2])
  assert.deepEqual((await api.get(`/v1/bank-transfers/${kept._id}`)).body.data, body.data)
  const payment = (await api.get(`/v1/transactions/${body.data.transaction}`)).body.data
  assert.deepEqual([payment.status, payment.method, payment.amount, payment.reference], ["succeeded", "bank-transfer", 4000, "my rent"])
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [4000, 6000, "paid-partial"],
      [400, 0, "due"],
    ],
  )
  assert.equal((await available()) - before, 3600, "what waited was nobody's; now a tenth is the partner's and the rest the tenant's")
  assert.deepEqual(
    (await entriesOf(kept._id)).map(({ kind }) => kind),
    ["allocation", "transfer"],
  )
  const [told] = (await api.get("/v1/dev/events?event=bankTransfers.update&limit=1")).body.data
  assert.deepEqual([told.data._id, told.data.status], [kept._id, "allocated"])
  assert.equal((await api.get(`/v1/bank-transfers/${kept._id}/timeline`)).body.count, 2)
  await booksAreRight()
})

test("the verification names a transfer that waits while the books have it allocated", async () => {
  const { body } = await allocate(await transfer("mine", 120), await create())
  const { _id, paymentIntent, transaction } = body.data
  const write = (status: string, intent: string | null, payment: string | null) =>
    house.sql("update bank_transfers set status = $2, payment_intent_id = $3, transaction_id = $4 where id = $1", [
      _id,
      status,
      intent,
      payment,
    ])
  await write("unallocated", null, null)
  const [difference] = (await api.get("/v1/ledger/verify")).body.data.differences
  assert.deepEqual([difference.object, difference.what], ["bank transfers", "unallocated BRL"])
  assert.equal(difference.found - difference.expected, 120)
  await write("allocated", paymentIntent, transaction)
  await booksAreRight()
})

test("what is over becomes credit, a plan is paid in order", async () => {
  const more = await allocate(await transfer("too much", 10_500), await create())
  assert.equal(await creditOf(more.body.data.transaction), 500)
  const schedule = [1, 2].map(n => ({ dueAt: `2036-0${n}-01T00:00:00Z`, amount: 5000 }))
  const plan = await create({ intentType: "payment-plan", schedule })
  await allocate(await transfer("half and some", 6000), plan)
  const [first, second] = await Promise.all(plan.installments.map((_id: string) => moneyOf({ _id })))
  assert.deepEqual(
    [first, second],
    [
      [5000, 0, "paid-full"],
      [1000, 4000, "paid-partial"],
    ],
  )
  await booksAreRight()
})

test("a transfer is allocated once, to what is open and in its currency; refused, it stays where it was", async () => {
  const [intent, canceled, paid] = [await create(), await create(), await create()]
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  await transfer(paid.number, 10_000)
  const kept = await transfer("whose?", 70)
  const dollars = await transfer("whose?", 70, "USD")
  const refusals = [
    [kept, canceled, 409, "TRX-2002"],
    [kept, paid, 409, "TRX-2002"],
    [dollars, intent, 422, "TRX-2006"],
    [kept, { _id: "f".repeat(24) }, 404, "SMR-1001"],
    [{ _id: "f".repeat(24) }, intent, 404, "GEN-1004"],
    [kept, { _id: "x" }, 400, "VAL-1003"],
  ] as const
  for (const [from, to, status, code] of refusals) {
    const answer = await allocate(from, to)
    assert.deepEqual([answer.status, answer.body.error.code], [status, code])
  }
  assert.deepEqual((await api.get(`/v1/bank-transfers/${kept._id}`)).body.data, kept)
  assert.equal((await allocate(kept, intent)).status, 200)
  const again = await allocate(kept, intent)
  assert.deepEqual([again.status, again.body.error.code], [409, "TRX-2005"])
  const named = await allocate(await transfer(intent.number, 5), intent)
  assert.equal(named.body.error.code, "TRX-2005")
  assert.deepEqual(await moneyOf(intent), [75, 9925, "paid-partial"])
  await booksAreRight()
})

test("ten people allocate one transfer at once, to ten intents: one of them does", async () => {
  const kept = await transfer("everybody's", 900)
  const intents = await Promise.all(Array.from({ length: 10 }, () => create()))
  const answers = await storm(10, i => allocate(kept, intents[i]))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, ...Array.from({ length: 9 }, () => 409)],
  )
  const paid = (await Promise.all(intents.map(moneyOf))).map(([amount]) => amount)
  assert.equal(
    paid.reduce((sum, n) => sum + n, 0),
    900,
  )
  await booksAreRight()
})

test("a rehearsal allocates nothing, and another tenant's transfer is not there", async () => {
  const [kept, intent] = [await transfer("later", 10), await create()]
  const body = { paymentIntent: intent._id }
  const { status, body: shown } = await api.post(`/v1/bank-transfers/${kept._id}/allocate`, body, { "dry-run": "true" })
  assert.deepEqual([status, shown.data.status], [200, "allocated"])
  assert.deepEqual((await api.get(`/v1/bank-transfers/${kept._id}`)).body.data, kept)
  const stranger = await house.stranger()
  for (const answer of [
    await stranger.get(`/v1/bank-transfers/${kept._id}`),
    await stranger.post(`/v1/bank-transfers/${kept._id}/allocate`, body),
  ])
    assert.deepEqual([answer.status, answer.body.error.code], [404, "GEN-1004"])
})

test("whatever a payer wrote, the money is booked: the whole text is looked through, its beginning is kept", async () => {
  const intent = await create()
  const tenant = house.keys.tenantId
  const [{ link_key }] = (await house.sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]
  const reference = `${"é".repeat(199)}😀\0\ud800 ${intent.number} ${"z".repeat(3000)}`
  const bytes = JSON.stringify({ id: "long", tenant, type: "bank-transfer.received", reference, amount: 5, currency: "BRL" })
  const headers = { "simulator-signature": signature(link_key, Buffer.from(bytes)) }
  assert.deepEqual((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data, { effect: "allocated" })
  const [kept] = (await api.get(`/v1/bank-transfers?paymentIntent=${intent._id}`)).body.data
  assert.equal(kept.reference, `${"é".repeat(199)}\ufffd`)
  assert.deepEqual(await moneyOf(intent), [5, 9995, "paid-partial"])
})
