import assert from "node:assert/strict"
import { test } from "node:test"
import { type Answer, type Any, inDays, newContact, newIntent, storm } from "../harness.ts"
import { openServers } from "./server.ts"

const { apis, sql } = await openServers(2)
const [api, other] = apis as [(typeof apis)[0], (typeof apis)[0]]
const either = (i: number) => apis[i % 2]!
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 3333 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })
await api.post("/v1/partnerships/create", { name: "Agent", code: "AGENT", kind: "agent" })

const create = async (fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, fields))).body.data
const supplied = (amount: number) => ({ items: [{ name: "Course", amount, supplier: "CASA" }] })
const plan = (installments: number, each: number) =>
  create({
    intentType: "payment-plan",
    ...supplied(installments * each),
    schedule: [...Array(installments)].map((_, i) => ({ dueAt: inDays(500 + i), amount: each })),
  })
const pay = (caller: typeof api, intent: string, amount: number, fields: object = {}) =>
  caller.create("/v1/transactions/create", { paymentIntent: intent, amount, method: "bank-transfer", ...fields })
const act = (caller: typeof api, intent: string, action: string) => caller.post(`/v1/payment-intents/${intent}/${action}`)
const read = async (id: string): Promise<Any> => (await api.get(`/v1/payment-intents/${id}`)).body.data
const splitsOf = async (id: string): Promise<Any[]> => (await api.get(`/v1/payment-splits?paymentIntent=${id}`)).body.data
const statusesOf = async (id: string): Promise<string[]> =>
  (await sql("select status from transactions where payment_intent_id = $1 order by id", [id])).map(row => row.status as string)
const codeOf = ({ status, body }: Answer) => String(body.error?.code ?? status)
const tally = (answers: Answer[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(answers, codeOf)).map(([code, all]) => [code, all!.length]))
const booksAreRight = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("fifty payments at once on one intent never pay more than is due", async () => {
  const { _id } = await create(supplied(10_000))
  const answers = await storm(50, i => pay(either(i), _id, 300))
  assert.deepEqual(tally(answers), { "201": 33, "TRX-2001": 17 })
  const { paid, due, status, version } = await read(_id)
  assert.deepEqual([paid, due, status, version], [9900, 100, "paid-partial", 34])
  assert.deepEqual(
    (await splitsOf(_id)).map(({ amount, accrued }) => [amount, accrued]),
    [[3333, Math.floor((3333 * 9900) / 10_000)]],
  )
  await booksAreRight()
})

test("fifty payments of all of it at once: one pays", async () => {
  const { _id } = await create(supplied(10_000))
  const answers = await storm(50, i => pay(either(i), _id, 10_000))
  assert.deepEqual(tally(answers), { "201": 1, "TRX-2002": 49 })
  assert.deepEqual(await statusesOf(_id), ["succeeded"])
  const [split] = await splitsOf(_id)
  assert.deepEqual([split.accrued, split.amount], [3333, 3333])
  await booksAreRight()
})

test("paid and canceled in the same instant has one winner, over many rounds", async () => {
  const winners = new Set<string>()
  for (let round = 0; round < 40; round++) {
    const { _id } = await create(supplied(10_000))
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
  await booksAreRight()
})

test("recorded as processing, confirmed and canceled in the same instant: nothing is left open, nothing counts twice", async () => {
  for (let round = 0; round < 20; round++) {
    const { _id } = await create()
    const { data } = (await pay(api, _id, 4000, { status: "processing" })).body
    const answers = await Promise.all([
      pay(either(round), _id, 6000, { status: "processing" }),
      api.post(`/v1/transactions/${data._id}/confirm`),
      act(other, _id, "cancel"),
    ])
    const [added, confirmed, canceled] = answers.map(codeOf)
    const { status, paid } = await read(_id)
    const kinds = await statusesOf(_id)
    if (canceled === "200") {
      assert.deepEqual([status, paid], ["canceled", 0])
      assert.match(confirmed!, /^TRX-200[23]$/) // the payment or the intent was seen canceled first
      assert.ok(kinds.every(kind => kind === "canceled") && kinds.length === (added === "201" ? 2 : 1), kinds.join())
    } else {
      assert.deepEqual([canceled, confirmed, added, status, paid], ["PIN-1001", "200", "201", "paid-partial", 4000])
      assert.deepEqual(kinds, ["succeeded", "processing"])
    }
  }
  await booksAreRight()
})

test("two plans' installments paid in parallel from both ends all count", async () => {
  const plans = [await plan(8, 1000), await plan(8, 1000)]
  const order = plans.flatMap(({ installments }, i): string[] => (i ? installments.toReversed() : installments))
  const ends = [...order, ...order.toReversed()]
  const answers = await Promise.all(ends.map((id, i) => pay(either(i), id, 500)))
  assert.deepEqual(tally(answers), { "201": 32 })
  for (const { _id, installments } of plans) {
    const all = await Promise.all([_id, ...installments].map(read))
    assert.deepEqual(
      all.map(({ paid, status }) => [paid, status]),
      [[8000, "paid-full"], ...Array(8).fill([1000, "paid-full"])],
    )
    const [split] = await splitsOf(_id)
    assert.deepEqual([split.accrued, split.amount, split.status], [split.amount, Math.floor(8000 * 0.3333), "due"])
  }
  await booksAreRight()
})

test("a plan and its installments paid at once never take more than the plan", async () => {
  for (let round = 0; round < 4; round++) {
    const { _id, installments } = await plan(4, 1000)
    const answers = await storm(16, i => (i % 4 ? pay(either(i), installments[i % 4], 700) : pay(either(i), _id, 900)))
    for (const answer of answers) assert.ok(["201", "TRX-2001", "TRX-2002"].includes(codeOf(answer)), answer.text)
    const took = answers.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + body.data.amount, 0)
    const [whole, ...parts] = await Promise.all([_id, ...installments].map(read))
    assert.equal(whole.paid, took)
    assert.equal(
      parts.reduce((sum, part) => sum + part.paid, 0),
      took,
    )
  }
  await booksAreRight()
})

test("ten confirms count once, and so do confirms against failures", async () => {
  const { _id } = await create()
  const { data } = (await pay(api, _id, 4000, { status: "processing" })).body
  const answers = await storm(10, i => either(i).post(`/v1/transactions/${data._id}/confirm`))
  assert.deepEqual(tally(answers), { "200": 1, "TRX-2003": 9 })
  assert.equal((await read(_id)).paid, 4000)
  for (let round = 0; round < 10; round++) {
    const next = (await pay(api, _id, 100, { status: "processing" })).body.data
    const before = (await read(_id)).paid
    const both = await Promise.all(["confirm", "fail"].map((action, i) => either(i).post(`/v1/transactions/${next._id}/${action}`)))
    assert.deepEqual(tally(both), { "200": 1, "TRX-2003": 1 })
    assert.equal((await read(_id)).paid - before, both[0]!.status === 200 ? 100 : 0)
  }
  await booksAreRight()
})

test("a split that is deleted while payments come in leaves the books in order", async () => {
  for (let round = 0; round < 10; round++) {
    const { _id } = await create(supplied(9000))
    const fixed = (await api.create("/v1/payment-splits/create", { paymentIntent: _id, partnership: "AGENT", amount: 1000 })).body.data
    await pay(api, _id, 1000)
    const [deleted, ...paid] = await Promise.all([
      other.post(`/v1/payment-splits/${fixed._id}/delete`),
      ...[0, 1, 2].map(i => pay(either(i), _id, 2000)),
    ])
    assert.deepEqual([codeOf(deleted), tally(paid)], ["200", { "201": 3 }])
    const left = await splitsOf(_id)
    assert.deepEqual(
      left.map(({ origin, accrued }) => [origin, accrued]),
      [["calculated", Math.floor((2999 * 7000) / 9000)]],
    )
  }
  await booksAreRight()
})

test("splits promised at once never exceed the intent", async () => {
  const { _id } = await create(supplied(10_000)) // 3333 of it are promised already
  const body = { paymentIntent: _id, partnership: "AGENT", amount: 1000 }
  const answers = await storm(20, i => either(i).create("/v1/payment-splits/create", body))
  assert.deepEqual(tally(answers), { "201": 6, "SPL-2001": 14 })
  await pay(api, _id, 10_000)
  const all = await splitsOf(_id)
  assert.equal(
    all.reduce((sum, { accrued }) => sum + accrued, 0),
    9333,
  )
  await act(api, (await create())._id, "cancel")
  await booksAreRight()
})

test("a canceled intent takes no split, a plan's is the plan's, and what is canceled with it can't be deleted", async () => {
  const intent = await create()
  const promise = (id: string) => api.create("/v1/payment-splits/create", { paymentIntent: id, partnership: "AGENT", amount: 10 })
  const { data } = (await promise(intent._id)).body
  await act(api, intent._id, "cancel")
  assert.equal(codeOf(await promise(intent._id)), "SPL-2003")
  assert.equal((await api.get(`/v1/payment-splits/${data._id}`)).body.data.status, "canceled")
  assert.equal(codeOf(await api.post(`/v1/payment-splits/${data._id}/delete`)), "SPL-2002")
  const { installments } = await plan(2, 100)
  assert.equal(codeOf(await promise(installments[0])), "PIN-1005")
  await booksAreRight()
})

test("two charges at once on one intent: one goes to the gateway", async () => {
  for (let round = 0; round < 10; round++) {
    const { _id } = await create()
    const body = { paymentIntent: _id, method: "card", token: "tok_processing_then_success", amount: 4000 }
    const answers = await storm(6, i => either(i).create("/v1/gateways/simulator/charges/create", body))
    assert.deepEqual(tally(answers), { "201": 1, "TRX-2004": 5 })
    const [{ n }] = await sql(
      "select count(*)::int as n from simulator_charges c join transactions t on t.id = c.key where payment_intent_id = $1",
      [_id],
    )
    assert.equal(n, 1)
  }
  await booksAreRight()
})

test("a plan and one of its installments are never charged for the same money at once; two installments may be", async () => {
  const charge = (caller: typeof api, id: string) =>
    caller.create("/v1/gateways/simulator/charges/create", { paymentIntent: id, method: "card", token: "tok_processing_then_success" })
  for (let round = 0; round < 10; round++) {
    const { _id, installments } = await plan(2, 1000)
    const first = await storm(4, i => charge(either(i), i % 2 === round % 2 ? _id : installments[i >> 1]))
    const isPlans = first.some(({ status, body }) => status === 201 && body.data.paymentIntent === _id)
    assert.deepEqual(tally(first), isPlans ? { "201": 1, "TRX-2004": 3 } : { "201": 2, "TRX-2004": 2 })
    const later = await Promise.all([_id, ...installments].map((id, i) => charge(either(i), id)))
    assert.deepEqual(tally(later), { "TRX-2004": 3 })
  }
})

test("one key on two processes at once charges once, and all hear of the same charge", async () => {
  for (let round = 0; round < 10; round++) {
    const { _id } = await create()
    const body = { paymentIntent: _id, method: "card", token: "tok_success", amount: 4000 }
    const send = (i: number) => either(i).create("/v1/gateways/simulator/charges/create", body, `both ${round}`)
    const answers = await storm(6, send)
    for (const answer of answers) assert.ok(["201", "IDM-1003"].includes(codeOf(answer)), answer.text)
    const heard = [...answers, await send(0), await send(1)].filter(({ status }) => status === 201)
    assert.equal(new Set(heard.map(({ text }) => text)).size, 1)
    assert.deepEqual([(await read(_id)).paid, await statusesOf(_id)], [4000, ["succeeded"]])
  }
  await booksAreRight()
})
