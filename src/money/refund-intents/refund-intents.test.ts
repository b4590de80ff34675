import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

const create = async (fields: object = {}): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
}
const pay = async (intent: Any, amount: number = intent.amount, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash", ...fields })).body.data
const charge = async (intent: Any, token = "tok_success"): Promise<Any> =>
  (await api.create("/v1/gateways/simulator/charges/create", { paymentIntent: intent._id, method: "card", token })).body.data
const refund = ({ _id }: Any, fields: object = {}) => api.create("/v1/refund-intents/create", { transaction: _id, ...fields })
const draft = async (paid: Any, fields: object = {}): Promise<Any> => (await refund(paid, fields)).body.data
const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/refund-intents/${_id}/${action}`, body)
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const readIntent = async (id: string): Promise<Any> => (await api.get(`/v1/payment-intents/${id}`)).body.data
const moneyOf = async (id: string) => {
  const { status, due, refunded, refundStatus } = await readIntent(id)
  return [status, due, refunded, refundStatus]
}
const splitOf = async (intent: Any): Promise<Any> => (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data[0]
const refundsOf = async (paid: Any): Promise<Any[]> => (await api.get(`/v1/transactions?refundOf=${paid._id}`)).body.data
const waitFor = (intent: Any, status: string) =>
  until(async () => {
    const now = await read(intent)
    return now.status === status && now
  }, `the refund is ${status}`)
const settled = async (paid: Any, fields: object = {}): Promise<Any> => {
  const intent = await draft(paid, fields)
  assert.equal((await act(intent, "approve")).status, 200)
  return (await act(intent, "settle", { reference: "TED 77" })).body.data
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const codeOf = async (response: Promise<Any>) => {
  const { status, body } = await response
  return `${status} ${body.error?.code}`
}

test("a refund begins as a draft: it says who drafted it, and no money moves", async () => {
  const paid = await pay(await create())
  const { status, body } = await refund(paid, { amount: 4000, reason: "requested by the customer" })
  assert.equal(status, 201)
  const { _id: _, version: _v, createdAt: _c, updatedAt: _u, ...fields } = body.data
  const me = (await api.get("/v1/users/user")).body.data._id
  assert.deepEqual(fields, {
    transaction: paid._id,
    paymentIntent: paid.paymentIntent,
    contact: contact._id,
    currency: "BRL",
    amount: 4000,
    items: [{ line: 0, name: "Course", amount: 4000 }],
    fees: 0,
    taxes: 0,
    reason: "requested by the customer",
    status: "draft",
    approval: { required: false, status: "none", request: null },
    gateway: null,
    refundTransaction: null,
    failure: null,
    draftedBy: { user: me, channel: "rest", client: null },
    metadata: {},
  })
  assert.deepEqual(await moneyOf(paid.paymentIntent), ["paid-full", 0, 0, "none"])
  assert.deepEqual(await read(body.data), body.data)
})

test("the refund of a recorded payment is settled by hand, as one transaction of type refund", async () => {
  const intent = await create()
  const paid = await pay(intent)
  const drafted = await draft(paid, { amount: 3333 })
  assert.deepEqual((await act(drafted, "approve")).body.data.status, "processing")
  assert.deepEqual([await refundsOf(paid), await moneyOf(intent._id)], [[], ["paid-full", 0, 0, "none"]])
  assert.equal(await codeOf(act(drafted, "settle", {})), "400 VAL-1002")
  const done = (await act(drafted, "settle", { reference: "TED 77" })).body.data
  const [transaction, ...others] = await refundsOf(paid)
  assert.deepEqual([done.status, done.refundTransaction, others], ["settled", transaction._id, []])
  const { transactionType, status, amount, reference, method, refundOf, credited } = transaction
  assert.deepEqual(
    [transactionType, status, amount, reference, method, refundOf, credited],
    ["refund", "succeeded", 3333, "TED 77", "cash", paid._id, 0],
  )
  assert.deepEqual(await moneyOf(intent._id), ["paid-full", 0, 3333, "partial"])
  const [entry] = (await api.get(`/v1/ledger/entries?source=${transaction._id}`)).body.data
  assert.deepEqual(
    [entry.kind, entry.postings],
    [
      "refund",
      [
        { account: "cash:own", debit: 0, credit: 3333 },
        { account: `refunds:${intent._id}`, debit: 3333, credit: 0 },
      ],
    ],
  )
  await assertLedgerVerifies()
})

test("publishes the events of a settled refund in the order transaction, intent, split, refund intent", async () => {
  const intent = await create()
  const paid = await pay(intent)
  const drafted = await draft(paid, { amount: 5000 })
  await act(drafted, "approve")
  const before = (await api.get("/v1/dev/events?limit=1")).body.data[0]._id
  const done = (await act(drafted, "settle", { reference: "TED 78" })).body.data
  const split = await splitOf(intent)
  const events: Any[] = (await api.get(`/v1/dev/events?sort=createdAt&startingAfter=${before}`)).body.data
  assert.deepEqual(
    events.map(each => [each.event, each.data._id]),
    [
      ["transactions.create", done.refundTransaction],
      ["paymentIntents.update", intent._id],
      ["splitIntents.update", split._id],
      ["refundIntents.update", drafted._id],
    ],
  )
  const timeline: Any[] = (await api.get(`/v1/refund-intents/${drafted._id}/timeline?sort=createdAt`)).body.data
  assert.deepEqual(
    timeline.map(each => each.after.status),
    ["draft", "approved", "processing", "settled"],
  )
})

test("takes splits back by the floor of the cumulative proportion, and takes all back with a full refund", async () => {
  const intent = await create({ items: [{ name: "Course", amount: 999, supplier: "CASA" }] })
  const paid = await pay(intent)
  assert.equal((await splitOf(intent)).accrued, 99)
  for (const [amount, left] of [
    [10, 99],
    [1, 98],
    [500, 49],
    [488, 0],
  ] as const) {
    await settled(paid, { amount })
    const split = await splitOf(intent)
    assert.deepEqual([split.accrued, split.reversed, split.outstanding], [99, 99 - left, left])
  }
  assert.deepEqual([(await splitOf(intent)).status, await moneyOf(intent._id)], ["reversed", ["paid-full", 0, 999, "full"]])
  await assertLedgerVerifies()
})

test("a payment after a refund accrues only what is not refunded", async () => {
  const intent = await create()
  const first = await pay(intent, 6000)
  await settled(first, { amount: 6000 })
  await pay(intent, 4000)
  assert.equal((await splitOf(intent)).outstanding, 400)
  assert.deepEqual(await moneyOf(intent._id), ["paid-full", 0, 6000, "partial"])
  await assertLedgerVerifies()
})

test("refunds all that is left of the charge when amount and items are absent", async () => {
  const paid = await pay(await create())
  await settled(paid, { amount: 2500 })
  assert.equal((await draft(paid)).amount, 7500)
  const { status, body } = await refund(paid)
  assert.deepEqual([status, body.error.code, body.error.details], [422, "RFD-2002", { available: 0, amount: 10_000, currency: "BRL" }])
})

test("open and settled refunds together never exceed the charge; a rejected, canceled or failed refund frees its amount", async () => {
  const paid = await pay(await create())
  await settled(paid, { amount: 1000 })
  const [rejected, canceled, failed] = [
    await draft(paid, { amount: 3000 }),
    await draft(paid, { amount: 3000 }),
    await draft(paid, { amount: 3000 }),
  ]
  const { status, body } = await refund(paid, { amount: 1 })
  assert.deepEqual([status, body.error.code, body.error.details], [422, "RFD-2002", { available: 0, amount: 1, currency: "BRL" }])
  assert.equal((await act(rejected, "reject")).body.data.status, "rejected")
  assert.equal((await act(canceled, "cancel")).body.data.status, "canceled")
  await act(failed, "approve")
  const { failure } = (await act(failed, "fail", { reason: "the account is closed" })).body.data
  assert.deepEqual(failure, { code: "failed", message: "the account is closed" })
  assert.equal(await codeOf(refund(paid, { amount: 9001 })), "422 RFD-2002")
  assert.equal((await refund(paid, { amount: 9000 })).status, 201)
  await assertLedgerVerifies()
})

test("each action is refused in a state that does not allow it", async () => {
  const manual = await pay(await create())
  const gateway = await charge(await create())
  const drafted = await draft(manual, { amount: 100 })
  assert.equal(await codeOf(act(drafted, "settle", { reference: "x" })), "409 RFD-2004")
  assert.equal(await codeOf(act(drafted, "fail", { reason: "x" })), "409 RFD-2004")
  await act(drafted, "approve")
  for (const action of ["approve", "reject", "cancel"]) assert.equal(await codeOf(act(drafted, action)), "409 RFD-2004", action)
  await act(drafted, "settle", { reference: "x" })
  assert.equal(await codeOf(act(drafted, "settle", { reference: "x" })), "409 RFD-2004")
  const atGateway = await draft(gateway, { amount: 100 })
  await act(atGateway, "approve")
  assert.equal(await codeOf(act(atGateway, "settle", { reference: "x" })), "409 RFD-2004")
})

test("only charges that succeeded can be refunded", async () => {
  const processing = await pay(await create(), 500, { status: "processing" })
  const failed = await pay(await create(), 500, { status: "processing" })
  await api.post(`/v1/transactions/${failed._id}/fail`)
  const paid = await pay(await create())
  const { refundTransaction } = await settled(paid, { amount: 100 })
  for (const transaction of [processing, failed, { _id: refundTransaction }])
    assert.equal(await codeOf(refund(transaction, { amount: 100 })), "409 RFD-2001")
  assert.equal(await codeOf(refund({ _id: "f".repeat(24) }, { amount: 100 })), "404 SMR-1001")
})

test("a refund by line names the lines, and never takes more of a line than it has left", async () => {
  const items = [600, 400, -100].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const intent = await create({ items })
  const [first, second] = [await pay(intent, 500), await pay(intent, 400)]
  const one = await draft(first, { items: [{ line: 1, amount: 300 }] })
  assert.deepEqual([one.amount, one.items], [300, [{ line: 1, name: "Line 1", amount: 300 }]])
  const refused = await refund(second, {
    items: [
      { line: 0, amount: 1 },
      { line: 1, amount: 101 },
    ],
  })
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.details],
    [422, "RFD-2003", { line: 1, available: 100, amount: 101, currency: "BRL" }],
  )
  assert.equal(await codeOf(refund(second, { items: [{ line: 2, amount: 1 }] })), "422 RFD-2003")
  assert.equal(await codeOf(refund(second, { items: [{ line: 3, amount: 1 }] })), "400 RFD-1002")
  assert.equal(await codeOf(refund(second, { items: [{ line: -1, amount: 1 }] })), "400 VAL-1003")
  assert.equal(
    await codeOf(
      refund(second, {
        items: [
          { line: 1, amount: 1 },
          { line: 1, amount: 1 },
        ],
      }),
    ),
    "400 VAL-1003",
  )
  assert.equal(await codeOf(refund(second, { amount: 5, items: [{ line: 1, amount: 1 }] })), "400 RFD-1001")
  assert.equal(await codeOf(refund(first, { items: [{ line: 0, amount: 600 }] })), "422 RFD-2002")
  await act(one, "reject")
  assert.equal((await refund(second, { amount: 400, items: [{ line: 1, amount: 400 }] })).status, 201)
})

test("the refund of a paid plan comes from its installments, the last one first", async () => {
  const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: new Date(Date.now() + (400 + i) * 86_400_000).toISOString() }))
  const plan = await create({ intentType: "payment-plan", schedule })
  const paid = await pay(plan, 10_000)
  await settled(paid, { amount: 3000 })
  await settled(paid, { amount: 3000 })
  const [one, two] = plan.installments
  assert.deepEqual(await Promise.all([one, two, plan._id].map(moneyOf)), [
    ["paid-full", 0, 2000, "partial"],
    ["paid-full", 0, 4000, "full"],
    ["paid-full", 0, 6000, "partial"],
  ])
  assert.equal((await splitOf(plan)).outstanding, 400)
  await assertLedgerVerifies()
})

test("keeps an overpayment as credit, outside the amount that can be refunded", async () => {
  const intent = await create()
  const transfer = { reference: intent.number, amount: 12_000, currency: "BRL" }
  const { transaction } = (await api.post("/v1/simulations/bank-transfers/create", transfer)).body.data
  assert.equal(await codeOf(refund({ _id: transaction }, { amount: 10_001 })), "422 RFD-2002")
  const whole = await draft({ _id: transaction })
  assert.equal(whole.amount, 10_000)
  await act(whole, "approve")
  await waitFor(whole, "settled")
  assert.deepEqual(await moneyOf(intent._id), ["paid-full", 0, 10_000, "full"])
  await assertLedgerVerifies()
})

test("lists are filtered and counted, and every role sees what it may", async () => {
  const paid = await pay(await create())
  const [one, two] = [await draft(paid, { amount: 100 }), await draft(paid, { amount: 200 })]
  await act(two, "reject")
  const listed = async (query: string) => {
    const { data, count } = (await api.get(`/v1/refund-intents?transaction=${paid._id}&${query}`)).body
    return [data.map((each: Any) => each._id), count]
  }
  assert.deepEqual(await listed("status=draft"), [[one._id], 1])
  assert.deepEqual(await listed(`contact=${contact.email}&amount[gte]=150`), [[two._id], 1])
  for (const field of ["transaction", "refundTransaction"])
    assert.equal((await api.get(`/v1/refund-intents?${field}=${one._id}`)).body.error.code, "SMR-1001", "it is no transaction")
  const [viewer, operator, approver] = await Promise.all(["viewer", "operator", "approver"].map(role => server.withRole(role)))
  assert.equal((await viewer!.get(`/v1/refund-intents/${one._id}`)).status, 200)
  for (const action of ["approve", "reject"])
    for (const caller of [viewer!, operator!])
      assert.equal((await caller.post(`/v1/refund-intents/${one._id}/${action}`)).body.error.code, "PRM-1001")
  assert.equal((await approver!.post(`/v1/refund-intents/${one._id}/cancel`)).body.error.code, "PRM-1001")
  assert.equal((await approver!.create("/v1/refund-intents/create", { transaction: paid._id })).body.error.code, "PRM-1001")
  assert.equal((await operator!.create("/v1/refund-intents/create", { transaction: paid._id })).status, 201)
  assert.equal((await approver!.post(`/v1/refund-intents/${one._id}/approve`)).body.data.status, "processing")
})
