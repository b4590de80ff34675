import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { signature } from "../gateways/simulator.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
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
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
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

test("pays the payment intent whose creditor reference a transfer quotes, also with blanks and words around it", async () => {
  const [one, two] = [await create(), await create()]
  await transfer(one.creditorReference, 10_000)
  await transfer(`Thank you ${two.creditorReference.replaceAll(/(.{4})/g, "$1 ")} for the course`, 10_000)
  for (const intent of [one, two]) assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
  const { paymentIntent, status } = await transfer("RF18 5390 0754 7034", 10_000)
  assert.deepEqual([paymentIntent, status], [null, "unallocated"])
})

test("books a simulated bank transfer once when it is sent again under the same key", async () => {
  const intent = await create()
  const send = () =>
    api.post(
      "/v1/simulations/bank-transfers/create",
      { reference: intent.number, amount: 4000, currency: "BRL" },
      { "idempotency-key": "once" },
    )
  const [first, again] = [await send(), await send()]
  assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"])
  assert.deepEqual(await moneyOf(intent), [4000, 6000, "paid-partial"])
})

test("a bank transfer pays the intent whose number is in its reference, in upper or lower case", async () => {
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
  await assertLedgerVerifies()
})

test("a transfer that names several intents pays the first that still accepts payments", async () => {
  const [paid, canceled, dollars, open, next] = [
    await create(),
    await create(),
    await create({ currency: "USD" }),
    await create(),
    await create(),
  ]
  await transfer(paid.number, 10_000)
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  const numbers = [paid, canceled, dollars, open, next].map(({ number }) => number).join(" ")
  assert.equal((await transfer(numbers, 10_000)).paymentIntent, open._id)
  assert.equal((await transfer(numbers, 10_000)).paymentIntent, next._id)
  const surplus = await transfer(numbers, 70)
  assert.deepEqual([surplus.paymentIntent, await creditOf(surplus.transaction)], [paid._id, 70])
  await assertLedgerVerifies()
})

test("a transfer for a canceled intent becomes credit; one without an intent or in another currency is listed as unallocated", async () => {
  const intent = await create()
  await api.post(`/v1/payment-intents/${intent._id}/cancel`)
  const late = await transfer(intent.number, 300)
  assert.deepEqual([late.status, await creditOf(late.transaction), await moneyOf(intent)], ["allocated", 300, [0, 10_000, "canceled"]])
  const open = await create()
  const unallocated = [
    await transfer("PI-999999", 11),
    await transfer("rent", 12),
    await transfer(open.number, 13, "USD"),
    await transfer("", 14),
    await transfer(`A${open.number}`, 15),
  ]
  for (const each of unallocated) assert.deepEqual([each.status, each.paymentIntent, each.transaction], ["unallocated", null, null])
  const { data } = (await api.get("/v1/bank-transfers?status=unallocated&limit=5")).body
  assert.deepEqual(data, unallocated.toReversed())
  assert.deepEqual(await moneyOf(open), [0, 10_000, "due"])
  const [entry] = (await api.get(`/v1/ledger/entries?source=${unallocated[2]._id}`)).body.data
  assert.deepEqual(
    [entry.kind, entry.currency, entry.postings[1]],
    ["transfer", "USD", { account: "unallocated:transfers", debit: 0, credit: 13 }],
  )
  await assertLedgerVerifies()
})

test("books each of thirty concurrent transfers for one intent, and the surplus becomes credit", async () => {
  const intent = await create()
  const all = await inParallel(30, i => transfer(`${intent.number} part ${i}`, 500))
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(["allocated"]))
  const credits = await Promise.all(all.map(each => creditOf(each.transaction)))
  assert.deepEqual([await moneyOf(intent), credits.reduce((sum, n) => sum + n, 0)], [[10_000, 0, "paid-full"], 5000])
  await assertLedgerVerifies()
})

test("books a transfer even when its intent is canceled and deleted at the same moment", async () => {
  for (let round = 0; round < faultRounds(20); round++) {
    const intent = await create()
    const others = ["cancel", "delete"].map(action => api.post(`/v1/payment-intents/${intent._id}/${action}`))
    const body = { reference: intent.number, amount: 500, currency: "BRL" }
    const [taken] = await Promise.all([api.post("/v1/simulations/bank-transfers/create", body), ...others])
    assert.equal(taken.status, 201, taken.text)
  }
  await assertLedgerVerifies()
})

test("a live tenant can't simulate transfers", async () => {
  const live = await server.otherTenant("live")
  const body = { reference: "x", amount: 1, currency: "BRL" }
  assert.equal((await live.post("/v1/simulations/bank-transfers/create", body)).body.error.code, "TNT-1001")
})

test("a user allocates a transfer: it pays the intent, splits accrue, and the ledger moves it", async () => {
  const intent = await create()
  const received = await transfer("my rent", 4000)
  const before = await available()
  const { status, body } = await allocate(received, intent)
  assert.deepEqual([status, body.data.status, body.data.paymentIntent, body.data.version], [200, "allocated", intent._id, 2])
  assert.deepEqual((await api.get(`/v1/bank-transfers/${received._id}`)).body.data, body.data)
  const payment = (await api.get(`/v1/transactions/${body.data.transaction}`)).body.data
  assert.deepEqual([payment.status, payment.method, payment.amount, payment.reference], ["succeeded", "bank-transfer", 4000, "my rent"])
  assert.deepEqual(
    [await moneyOf(intent), await accruedOf(intent)],
    [
      [4000, 6000, "paid-partial"],
      [400, 0, "due"],
    ],
  )
  assert.equal(
    (await available()) - before,
    3600,
    "an unallocated amount is not available; once allocated, a tenth is the partner's and the rest the tenant's",
  )
  assert.deepEqual(
    (await entriesOf(received._id)).map(({ kind }) => kind),
    ["allocation", "transfer"],
  )
  const [event] = (await api.get("/v1/dev/events?event=bankTransfers.update&limit=1")).body.data
  assert.deepEqual([event.data._id, event.data.status], [received._id, "allocated"])
  assert.equal((await api.get(`/v1/bank-transfers/${received._id}/timeline`)).body.count, 2)
  await assertLedgerVerifies()
})

test("verify reports a transfer that is unallocated while the ledger has it allocated", async () => {
  const { body } = await allocate(await transfer("mine", 120), await create())
  const { _id, paymentIntent, transaction } = body.data
  const update = (status: string, intent: string | null, payment: string | null) =>
    server.sql("update bank_transfers set status = $2, payment_intent_id = $3, transaction_id = $4 where id = $1", [
      _id,
      status,
      intent,
      payment,
    ])
  await update("unallocated", null, null)
  const { differences } = (await api.get("/v1/ledger/verify")).body.data
  const difference = differences.find(({ object, what }: Any) => object === "bank transfers" && what === "unallocated BRL")
  assert.equal(Math.abs(difference.found - difference.expected), 120)
  await update("allocated", paymentIntent, transaction)
  await assertLedgerVerifies()
})

test("a surplus becomes credit, and a plan is paid in the order of its due dates", async () => {
  const surplus = await allocate(await transfer("too much", 10_500), await create())
  assert.equal(await creditOf(surplus.body.data.transaction), 500)
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
  await assertLedgerVerifies()
})

test("a transfer is allocated once, to an open intent in its currency; a refused allocation changes nothing", async () => {
  const [intent, canceled, paid] = [await create(), await create(), await create()]
  await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
  await transfer(paid.number, 10_000)
  const received = await transfer("unknown", 70)
  const dollars = await transfer("unknown", 70, "USD")
  const refusals = [
    [received, canceled, 409, "TRX-2002"],
    [received, paid, 409, "TRX-2002"],
    [dollars, intent, 422, "TRX-2006"],
    [received, { _id: "f".repeat(24) }, 404, "SMR-1001"],
    [{ _id: "f".repeat(24) }, intent, 404, "GEN-1004"],
    [received, { _id: "x" }, 404, "SMR-1001"],
    [received, { _id: "" }, 400, "VAL-1003"],
  ] as const
  for (const [from, to, status, code] of refusals) {
    const response = await allocate(from, to)
    assert.deepEqual([response.status, response.body.error.code], [status, code])
  }
  assert.deepEqual((await api.get(`/v1/bank-transfers/${received._id}`)).body.data, received)
  assert.equal((await allocate(received, intent)).status, 200)
  const again = await allocate(received, intent)
  assert.deepEqual([again.status, again.body.error.code], [409, "TRX-2005"])
  const named = await allocate(await transfer(intent.number, 5), intent)
  assert.equal(named.body.error.code, "TRX-2005")
  assert.deepEqual(await moneyOf(intent), [75, 9925, "paid-partial"])
  await assertLedgerVerifies()
})

test("one of ten concurrent allocations of one transfer to ten intents succeeds", async () => {
  const received = await transfer("for one of ten", 900)
  const intents = await Promise.all(Array.from({ length: 10 }, () => create()))
  const responses = await inParallel(10, i => allocate(received, intents[i]))
  assert.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, ...Array.from({ length: 9 }, () => 409)],
  )
  const paid = (await Promise.all(intents.map(moneyOf))).map(([amount]) => amount)
  assert.equal(
    paid.reduce((sum, n) => sum + n, 0),
    900,
  )
  await assertLedgerVerifies()
})

test("a dry run allocates nothing, and another tenant's transfer is not found", async () => {
  const [received, intent] = [await transfer("later", 10), await create()]
  const body = { paymentIntent: intent._id }
  const { status, body: dryRun } = await api.post(`/v1/bank-transfers/${received._id}/allocate`, body, { "dry-run": "true" })
  assert.deepEqual([status, dryRun.data.status], [200, "allocated"])
  assert.deepEqual((await api.get(`/v1/bank-transfers/${received._id}`)).body.data, received)
  const other = await server.otherTenant()
  for (const response of [
    await other.get(`/v1/bank-transfers/${received._id}`),
    await other.post(`/v1/bank-transfers/${received._id}/allocate`, body),
  ])
    assert.deepEqual([response.status, response.body.error.code], [404, "GEN-1004"])
})

test("any reference is accepted: all of it is searched for numbers, and its first 200 characters are stored", async () => {
  const intent = await create()
  const tenant = server.keys.tenantId
  const linkKey = await linkKeyOf(server, tenant)
  const reference = `${"é".repeat(199)}😀\0\ud800 ${intent.number} ${"z".repeat(3000)}`
  const bytes = JSON.stringify({ id: "long", tenant, type: "bank-transfer.received", reference, amount: 5, currency: "BRL" })
  const headers = { "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  assert.deepEqual((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data, { effect: "allocated" })
  const [stored] = (await api.get(`/v1/bank-transfers?paymentIntent=${intent._id}`)).body.data
  assert.equal((await api.get(`/v1/bank-transfers?transaction=${stored.transaction}`)).body.count, 1)
  assert.equal((await api.get(`/v1/bank-transfers?transaction=${stored._id}`)).body.error.code, "SMR-1001", "it is no transaction")
  assert.equal(stored.reference, `${"é".repeat(199)}\ufffd`)
  assert.deepEqual(await moneyOf(intent), [5, 9995, "paid-partial"])
})
