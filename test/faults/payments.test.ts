import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type ApiResponse, inDays, inParallel, newContact, newIntent } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { startPair } from "./server-process.ts"

const { apis, sql } = await startPair()
const [api, other] = apis as [(typeof apis)[0], (typeof apis)[0]]
const either = (i: number) => apis[i % 2]!
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 3333 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, fields))).body.data
const suppliedItems = (amount: number) => ({ items: [{ name: "Course", amount, supplier: "CASA" }] })
const plan = (installments: number, each: number) =>
  create({
    intentType: "payment-plan",
    ...suppliedItems(installments * each),
    schedule: [...Array(installments)].map((_, i) => ({ dueAt: inDays(500 + i), amount: each })),
  })
const pay = (caller: typeof api, intent: string, amount: number, fields: object = {}) =>
  caller.create("/v1/transactions/create", { paymentIntent: intent, amount, method: "bank-transfer", ...fields })
const act = (caller: typeof api, intent: string, action: string) => caller.post(`/v1/payment-intents/${intent}/${action}`)
const read = async (id: string): Promise<Any> => (await api.get(`/v1/payment-intents/${id}`)).body.data
const splitsOf = async (id: string): Promise<Any[]> => (await api.get(`/v1/payment-splits?paymentIntent=${id}`)).body.data
const statusesOf = async (id: string): Promise<string[]> =>
  (await sql("select status from transactions where payment_intent_id = $1 order by id", [id])).map(row => row.status as string)
const codeOf = ({ status, body }: ApiResponse) => String(body.error?.code ?? status)
const countByCode = (responses: ApiResponse[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(responses, codeOf)).map(([code, all]) => [code, all!.length]))
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("fifty concurrent payments of one intent never pay more than is due", async () => {
  const { _id } = await create(suppliedItems(10_000))
  const responses = await inParallel(50, i => pay(either(i), _id, 300))
  assert.deepEqual(countByCode(responses), { "201": 33, "TRX-2001": 17 })
  const { paid, due, status, version } = await read(_id)
  assert.deepEqual([paid, due, status, version], [9900, 100, "paid-partial", 34])
  assert.deepEqual(
    (await splitsOf(_id)).map(({ amount, accrued }) => [amount, accrued]),
    [[3333, Math.floor((3333 * 9900) / 10_000)]],
  )
  await assertLedgerVerifies()
})

test("accepts one of fifty concurrent payments of the full amount", async () => {
  const { _id } = await create(suppliedItems(10_000))
  const responses = await inParallel(50, i => pay(either(i), _id, 10_000))
  assert.deepEqual(countByCode(responses), { "201": 1, "TRX-2002": 49 })
  assert.deepEqual(await statusesOf(_id), ["succeeded"])
  const [split] = await splitsOf(_id)
  assert.deepEqual([split.accrued, split.amount], [3333, 3333])
  await assertLedgerVerifies()
})

test("never spends more than a contact's credit under fifty concurrent payments in two processes", async () => {
  const payer = (await api.post("/v1/contacts/create", newContact())).body.data
  const intents = await inParallel(
    10,
    async (): Promise<Any> => (await api.create("/v1/payment-intents/create", newIntent(payer._id))).body.data,
  )
  const transfer = { reference: intents[0].number, amount: 13_000, currency: "BRL" }
  await api.post("/v1/simulations/bank-transfers/create", transfer)
  const responses = await inParallel(50, i => pay(either(i), intents[1 + (i % 9)]._id, 300, { method: "contact-credit" }))
  assert.deepEqual(countByCode(responses), { "201": 10, "TRX-2007": 40 })
  assert.deepEqual((await api.get(`/v1/contacts/${payer._id}`)).body.data.credit, {})
  const paid = (await inParallel(9, i => read(intents[1 + i]._id))).reduce((sum, intent) => sum + intent.paid, 0)
  assert.equal(paid, 3000)
  await assertLedgerVerifies()
})

test("accepts exactly one of a concurrent payment and cancel", async () => {
  const winners = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const { _id } = await create(suppliedItems(10_000))
    const first = () => pay(api, _id, 10_000)
    const second = () => act(other, _id, "cancel")
    const [paid, canceled] = round % 2 ? await Promise.all([first(), second()]) : (await Promise.all([second(), first()])).toReversed()
    const { status, paid: sum } = await read(_id)
    winners.add(status)
    if (status === "paid-full") assert.deepEqual([codeOf(paid!), codeOf(canceled!), sum], ["201", "PIN-1001", 10_000])
    else assert.deepEqual([codeOf(paid!), codeOf(canceled!), sum, status], ["TRX-2002", "200", 0, "canceled"])
    assert.deepEqual(await statusesOf(_id), status === "canceled" ? [] : ["succeeded"])
  }
  assert.deepEqual(winners, new Set(["paid-full", "canceled"]))
  await assertLedgerVerifies()
})

test("recording, confirming and canceling at the same time leaves no open payment and counts none twice", async () => {
  for (let round = 0; round < faultRounds(20); round++) {
    const { _id } = await create()
    const { data } = (await pay(api, _id, 4000, { status: "processing" })).body
    const responses = await Promise.all([
      pay(either(round), _id, 6000, { status: "processing" }),
      api.post(`/v1/transactions/${data._id}/confirm`),
      act(other, _id, "cancel"),
    ])
    const [added, confirmed, canceled] = responses.map(codeOf)
    const { status, paid } = await read(_id)
    const statuses = await statusesOf(_id)
    if (canceled === "200") {
      assert.deepEqual([status, paid], ["canceled", 0])
      assert.match(confirmed!, /^TRX-200[23]$/) // whether the payment or the intent was canceled first
      assert.ok(statuses.every(each => each === "canceled") && statuses.length === (added === "201" ? 2 : 1), statuses.join())
    } else {
      assert.deepEqual([canceled, confirmed, added, status, paid], ["PIN-1001", "200", "201", "paid-partial", 4000])
      assert.deepEqual(statuses, ["succeeded", "processing"])
    }
  }
  await assertLedgerVerifies()
})

test("installments of two plans paid concurrently in opposite orders are all counted", async () => {
  const plans = [await plan(8, 1000), await plan(8, 1000)]
  const order = plans.flatMap(({ installments }, i): string[] => (i ? installments.toReversed() : installments))
  const ids = [...order, ...order.toReversed()]
  const responses = await Promise.all(ids.map((id, i) => pay(either(i), id, 500)))
  assert.deepEqual(countByCode(responses), { "201": 32 })
  for (const { _id, installments } of plans) {
    const all = await Promise.all([_id, ...installments].map(read))
    assert.deepEqual(
      all.map(({ paid, status }) => [paid, status]),
      [[8000, "paid-full"], ...Array(8).fill([1000, "paid-full"])],
    )
    const [split] = await splitsOf(_id)
    assert.deepEqual([split.accrued, split.amount, split.status], [split.amount, Math.floor(8000 * 0.3333), "due"])
  }
  await assertLedgerVerifies()
})

test("concurrent payments of a plan and its installments never exceed the plan", async () => {
  for (let round = 0; round < faultRounds(4); round++) {
    const { _id, installments } = await plan(4, 1000)
    const responses = await inParallel(16, i => (i % 4 ? pay(either(i), installments[i % 4], 700) : pay(either(i), _id, 900)))
    for (const response of responses) assert.ok(["201", "TRX-2001", "TRX-2002"].includes(codeOf(response)), response.text)
    const accepted = responses.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + body.data.amount, 0)
    const [total, ...parts] = await Promise.all([_id, ...installments].map(read))
    assert.equal(total.paid, accepted)
    assert.equal(
      parts.reduce((sum, part) => sum + part.paid, 0),
      accepted,
    )
  }
  await assertLedgerVerifies()
})

test("counts ten concurrent confirms once, and accepts one of a concurrent confirm and fail", async () => {
  const { _id } = await create()
  const { data } = (await pay(api, _id, 4000, { status: "processing" })).body
  const responses = await inParallel(10, i => either(i).post(`/v1/transactions/${data._id}/confirm`))
  assert.deepEqual(countByCode(responses), { "200": 1, "TRX-2003": 9 })
  assert.equal((await read(_id)).paid, 4000)
  for (let round = 0; round < faultRounds(10); round++) {
    const next = (await pay(api, _id, 100, { status: "processing" })).body.data
    const before = (await read(_id)).paid
    const both = await Promise.all(["confirm", "fail"].map((action, i) => either(i).post(`/v1/transactions/${next._id}/${action}`)))
    assert.deepEqual(countByCode(both), { "200": 1, "TRX-2003": 1 })
    assert.equal((await read(_id)).paid - before, both[0]!.status === 200 ? 100 : 0)
  }
  await assertLedgerVerifies()
})

test("deleting a split while payments arrive keeps the ledger correct", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const { _id } = await create(suppliedItems(9000))
    const fixed = (await api.create("/v1/payment-splits/create", { paymentIntent: _id, partnership: "AGENT", amount: 1000 })).body.data
    await pay(api, _id, 1000)
    const [deleted, ...paid] = await Promise.all([
      other.post(`/v1/payment-splits/${fixed._id}/delete`),
      ...[0, 1, 2].map(i => pay(either(i), _id, 2000)),
    ])
    assert.deepEqual([codeOf(deleted), countByCode(paid)], ["200", { "201": 3 }])
    const remaining = await splitsOf(_id)
    assert.deepEqual(
      remaining.map(({ origin, accrued }) => [origin, accrued]),
      [["calculated", Math.floor((2999 * 7000) / 9000)]],
    )
  }
  await assertLedgerVerifies()
})

test("splits created concurrently never exceed the intent", async () => {
  const { _id } = await create(suppliedItems(10_000)) // its calculated split takes 3333
  const body = { paymentIntent: _id, partnership: "AGENT", amount: 1000 }
  const responses = await inParallel(20, i => either(i).create("/v1/payment-splits/create", body))
  assert.deepEqual(countByCode(responses), { "201": 6, "SPL-2001": 14 })
  await pay(api, _id, 10_000)
  const all = await splitsOf(_id)
  assert.equal(
    all.reduce((sum, { accrued }) => sum + accrued, 0),
    9333,
  )
  await act(api, (await create())._id, "cancel")
  await assertLedgerVerifies()
})

test("a canceled intent and an installment accept no split, and a canceled split can't be deleted", async () => {
  const intent = await create()
  const createSplit = (id: string) => api.create("/v1/payment-splits/create", { paymentIntent: id, partnership: "AGENT", amount: 10 })
  const { data } = (await createSplit(intent._id)).body
  await act(api, intent._id, "cancel")
  assert.equal(codeOf(await createSplit(intent._id)), "SPL-2003")
  assert.equal((await api.get(`/v1/payment-splits/${data._id}`)).body.data.status, "canceled")
  assert.equal(codeOf(await api.post(`/v1/payment-splits/${data._id}/delete`)), "SPL-2002")
  const { installments } = await plan(2, 100)
  assert.equal(codeOf(await createSplit(installments[0])), "PIN-1005")
  await assertLedgerVerifies()
})

test("sends one of several concurrent charges of one intent to the gateway", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const { _id } = await create()
    const body = { paymentIntent: _id, method: "card", token: "tok_processing_then_success", amount: 4000 }
    const responses = await inParallel(6, i => either(i).create("/v1/gateways/simulator/charges/create", body))
    assert.deepEqual(countByCode(responses), { "201": 1, "TRX-2004": 5 })
    const [{ n }] = await sql(
      "select count(*)::int as n from simulator_charges c join transactions t on t.id = c.key where payment_intent_id = $1",
      [_id],
    )
    assert.equal(n, 1)
  }
  await assertLedgerVerifies()
})

test("refuses to charge a plan and its installments at the same time, but not two installments", async () => {
  const charge = (caller: typeof api, id: string) =>
    caller.create("/v1/gateways/simulator/charges/create", { paymentIntent: id, method: "card", token: "tok_processing_then_success" })
  for (let round = 0; round < faultRounds(10); round++) {
    const { _id, installments } = await plan(2, 1000)
    const first = await inParallel(4, i => charge(either(i), i % 2 === round % 2 ? _id : installments[i >> 1]))
    const planCharged = first.some(({ status, body }) => status === 201 && body.data.paymentIntent === _id)
    assert.deepEqual(countByCode(first), planCharged ? { "201": 1, "TRX-2004": 3 } : { "201": 2, "TRX-2004": 2 })
    const later = await Promise.all([_id, ...installments].map((id, i) => charge(either(i), id)))
    assert.deepEqual(countByCode(later), { "TRX-2004": 3 })
  }
})

test("one key on two processes at the same time charges once, and every response names that charge", async () => {
  for (let round = 0; round < faultRounds(10); round++) {
    const { _id } = await create()
    const body = { paymentIntent: _id, method: "card", token: "tok_success", amount: 4000 }
    const send = (i: number) => either(i).create("/v1/gateways/simulator/charges/create", body, `both ${round}`)
    const responses = await inParallel(6, send)
    for (const response of responses) assert.ok(["201", "IDM-1003"].includes(codeOf(response)), response.text)
    const succeeded = [...responses, await send(0), await send(1)].filter(({ status }) => status === 201)
    assert.equal(new Set(succeeded.map(({ text }) => text)).size, 1)
    assert.deepEqual([(await read(_id)).paid, await statusesOf(_id)], [4000, ["succeeded"]])
  }
  await assertLedgerVerifies()
})
