import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { type BuiltInGateway, GatewayUnreachable, type RefundGateway } from "../gateways/gateway.ts"
import { addGateways } from "../../../test/gateways.ts"
import { signature, simulator } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api, sql } = server
const tenant = server.keys.tenantId
const linkKey = await linkKeyOf(server, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

/** A gateway whose refunds a test scripts; it charges and signs like the simulator. */
const unresponsive: RefundGateway = { refund: async () => ({ status: "unknown" }), lookUp: async () => ({ status: "absent" }) }
const scripted: BuiltInGateway = { ...simulator, id: "scripted", refunds: unresponsive }
const script = (refunds: Partial<RefundGateway>) => (scripted.refunds = { ...unresponsive, ...refunds })
/** A gateway that can't give money back. */
const { refunds: _, ...withoutRefunds } = simulator
addGateways(scripted, { ...withoutRefunds, id: "charges-only" })

const create = async (): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
}
const charge = async (intent: Any, token = "tok_success", gateway = "simulator"): Promise<Any> =>
  (await api.create(`/v1/gateways/${gateway}/charges/create`, { paymentIntent: intent._id, method: "card", token })).body.data
const refund = ({ _id }: Any, fields: object = {}) => api.create("/v1/refund-intents/create", { transaction: _id, ...fields })
const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/refund-intents/${_id}/${action}`, body)
const approved = async (charged: Any, amount: number): Promise<Any> => {
  const drafted = (await refund(charged, { amount })).body.data
  return (await act(drafted, "approve")).body.data
}
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const waitFor = (intent: Any, status: string): Promise<Any> =>
  until(async () => {
    const now = await read(intent)
    return now.status === status && now
  }, `the refund is ${status}`)
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const moneyOf = async ({ _id }: Any) => {
  const { paid, refunded, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return [paid, refunded, status, split.outstanding]
}
const refundsOf = async (charged: Any): Promise<Any[]> => (await api.get(`/v1/transactions?refundOf=${charged._id}`)).body.data
const refundsAtSimulator = async ({ _id }: Any) => (await sql("select 1 from simulator_refunds where key = $1", [_id])).length
const sendEvent = async (type: string, { _id }: Any, gateway = "simulator"): Promise<string> => {
  const bytes = JSON.stringify({ id: `${type} ${_id}`, tenant, type, key: _id })
  const headers = { "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return (await api.post(`/v1/gateways/${gateway}/events`, bytes, headers)).body.data.effect
}
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])

test("the gateway refunds a charge after the approval, and not before", async () => {
  const intent = await create()
  const charged = await charge(intent)
  const drafted = (await refund(charged, { amount: 2500 })).body.data
  assert.deepEqual([drafted.gateway, await refundsAtSimulator(drafted)], ["simulator", 0])
  assert.equal((await act(drafted, "approve")).body.data.status, "processing")
  const { refundTransaction } = await waitFor(drafted, "settled")
  const [transaction] = await refundsOf(charged)
  assert.deepEqual([transaction._id, transaction.gateway, transaction.amount], [refundTransaction, "simulator", 2500])
  assert.deepEqual([await refundsAtSimulator(drafted), await moneyOf(intent)], [1, [10_000, 2500, "paid-full", 750]])
  await assertLedgerVerifies()
})

test("a refund that the gateway declines has failed, and its amount can be refunded again", async () => {
  const intent = await create()
  const charged = await charge(intent, "tok_refund_fails")
  const { failure, refundTransaction } = await waitFor(await approved(charged, 10_000), "failed")
  assert.deepEqual([failure.code, refundTransaction, await refundsOf(charged)], ["refund_declined", null, []])
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full", 1000])
  assert.equal((await refund(charged)).body.data.amount, 10_000)
  await assertLedgerVerifies()
})

test("keeps a refund without an answer processing until a look-up, and refunds once", async () => {
  const intent = await create()
  const charged = await charge(intent, "tok_refund_timeout")
  const pending = await approved(charged, 4000)
  await until(async () => (await refundsAtSimulator(pending)) === 1, "the gateway has refunded")
  assert.equal((await refund(charged, { amount: 6001 })).body.error.code, "RFD-2002")
  assert.deepEqual([(await read(pending)).status, await moneyOf(intent)], ["processing", [10_000, 0, "paid-full", 1000]])
  await advance("PT16S")
  await waitFor(pending, "settled")
  assert.deepEqual([await refundsAtSimulator(pending), await moneyOf(intent)], [1, [10_000, 4000, "paid-full", 600]])
  await assertLedgerVerifies()
})

test("an unreachable gateway is called again with the same key until it answers", async () => {
  const calls: string[] = []
  script({
    async refund({ key }) {
      calls.push(key)
      if (calls.length < 3) throw new GatewayUnreachable("not reachable")
      return { status: "succeeded", reference: `re_${key}` }
    },
  })
  const pending = await approved(await charge(await create(), "tok_success", "scripted"), 10_000)
  await until(async () => calls.length === 1, "the gateway was called")
  await advance("PT1M")
  await waitFor(pending, "settled")
  assert.deepEqual(calls, [pending._id, pending._id, pending._id])
})

test("sends a refund under the same key as soon as a gateway is back that was unreachable for hours", async () => {
  const keys: string[] = []
  let isBack = false
  script({
    async refund({ key }) {
      keys.push(key)
      if (!isBack) throw new GatewayUnreachable("not reachable")
      return { status: "succeeded", reference: `re_${key}` }
    },
  })
  const pending = await approved(await charge(await create(), "tok_success", "scripted"), 10_000)
  await advance("PT3H")
  await until(async () => keys.length > 10, "it was tried more often than the worker tries a job")
  assert.equal((await read(pending)).status, "processing")
  isBack = true
  await advance("PT3H")
  await waitFor(pending, "settled")
  assert.deepEqual(new Set(keys), new Set([pending._id]))
  await assertLedgerVerifies()
})

test("stops calling an unreachable gateway before it gives the refund up after a day", async () => {
  const start = Date.parse((await api.get("/v1/simulations/clock")).body.data.now)
  const ages: number[] = []
  script({
    async refund({ tenant: id }) {
      ages.push(await asSystem(id, "test", async ({ now }) => now.getTime() - start))
      throw new GatewayUnreachable("not reachable")
    },
  })
  const pending = await approved(await charge(await create(), "tok_success", "scripted"), 10_000)
  await advance("P2D")
  assert.equal((await waitFor(pending, "failed")).failure.code, "never_arrived")
  const lastHours = Math.max(...ages) / 3_600_000
  assert.ok(lastHours > 21 && lastHours < 24, `the last attempt was after ${lastHours} hours`)
})

test("looks up a refund with an unknown outcome, never sends it again, and fails it when the gateway lacks it after a day", async () => {
  let [calls, lookUps] = [0, 0]
  script({ refund: async () => (calls++, { status: "unknown" }), lookUp: async () => (lookUps++, { status: "absent" }) })
  const charged = await charge(await create(), "tok_success", "scripted")
  const pending = await approved(charged, 10_000)
  await until(async () => calls === 1, "the gateway was called")
  await advance("PT23H")
  await until(async () => lookUps > 0, "it was looked up")
  assert.equal((await read(pending)).status, "processing")
  await advance("PT3H")
  const { failure } = await waitFor(pending, "failed")
  assert.deepEqual([failure.code, calls], ["never_arrived", 1])
  assert.equal((await refund(charged)).status, 201)
  await assertLedgerVerifies()
})

test("a fee that the gateway reports is shown on the refund and posted with it", async () => {
  script({ refund: async ({ key }) => ({ status: "succeeded", reference: `fee_${key}`, fee: 35 }) })
  const intent = await create()
  const done = await waitFor(await approved(await charge(intent, "tok_success", "scripted"), 1000), "settled")
  const [{ postings }] = (await api.get(`/v1/ledger/entries?source=${done.refundTransaction}`)).body.data
  assert.equal(done.fees, 35)
  assert.equal((await api.get(`/v1/transactions/${done.refundTransaction}`)).body.data.fee, 35)
  assert.deepEqual(postings, [
    { account: "cash:scripted", debit: 0, credit: 1035 },
    { account: `refunds:${intent._id}`, debit: 1000, credit: 0 },
    { account: "fees:scripted", debit: 35, credit: 0 },
  ])
  await assertLedgerVerifies()
})

test("lets a person pay and settle a refund when the gateway can't give money back", async () => {
  const pending = await approved(await charge(await create(), "tok_success", "charges-only"), 1000)
  assert.deepEqual([pending.status, pending.gateway], ["processing", null])
  assert.equal((await act(pending, "settle", { reference: "TED 90" })).body.data.status, "settled")
  await assertLedgerVerifies()
})

test("a charge that was reversed can't be refunded, nor can a draft of it be approved", async () => {
  const charged = await charge(await create())
  const drafted = (await refund(charged, { amount: 1000 })).body.data
  assert.equal(await sendEvent("charge.reversed", charged), "reversed")
  assert.equal((await refund(charged, { amount: 1000 })).body.error.code, "RFD-2001")
  assert.equal((await act(drafted, "approve")).body.error.code, "RFD-2001")
  assert.equal((await act(drafted, "cancel")).status, 200)
  await assertLedgerVerifies()
})

test("books a reversal of a charge that was already refunded, and partners share in what is left", async () => {
  const intent = await create()
  const charged = await charge(intent)
  await waitFor(await approved(charged, 4000), "settled")
  assert.equal(await sendEvent("charge.reversed", charged), "reversed")
  assert.deepEqual(await moneyOf(intent), [0, 4000, "due", 0])
  await charge(intent)
  assert.deepEqual(await moneyOf(intent), [10_000, 4000, "paid-full", 600])
  await assertLedgerVerifies()
})

test("books a refund that the gateway has paid, even when the charge was reversed meanwhile", async () => {
  const intent = await create()
  const charged = await charge(intent, "tok_refund_timeout")
  const pending = await approved(charged, 4000)
  await sendEvent("charge.reversed", charged)
  await advance("PT16S")
  await waitFor(pending, "settled")
  assert.deepEqual(await moneyOf(intent), [0, 4000, "due", 0])
  await assertLedgerVerifies()
})

test("does not treat an event about a refund's transaction as one about a charge", async () => {
  const charged = await charge(await create())
  const { refundTransaction } = await waitFor(await approved(charged, 4000), "settled")
  assert.equal(await sendEvent("charge.reversed", { _id: refundTransaction }), "no such charge")
})

test("books every amount once under concurrent approvals, reversals and refunds, and releases no refund of a reversed charge", async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const intent = await create()
    const charged = await charge(intent)
    const drafts = (await inParallel(3, () => refund(charged, { amount: 3000 }))).map(({ body }) => body.data)
    const [responses] = await Promise.all([
      Promise.all(drafts.map(each => act(each, "approve"))),
      sendEvent("charge.reversed", charged),
      inParallel(3, () => refund(charged, { amount: 1000 })),
    ])
    const released = responses.filter(({ status }) => status === 200).map(({ body }) => body.data)
    for (const each of released) await waitFor(each, "settled")
    const [paid, refunded] = await moneyOf(intent)
    assert.deepEqual([paid, refunded], [0, 3000 * released.length])
  }
  await assertLedgerVerifies()
})

test("learns the outcome of a refund that the simulator settles later from the simulator's event", async () => {
  for (const [token, status] of [
    ["tok_refund_later", "settled"],
    ["tok_refund_fails_later", "failed"],
  ] as const) {
    const intent = await create()
    const processing = await approved(await charge(intent, token), 4000)
    await until(async () => (await refundsAtSimulator(processing)) === 1, "the gateway has it")
    assert.equal((await read(processing)).status, "processing")
    await advance("PT10S") // the look-up comes after 15 seconds
    await waitFor(processing, status)
    assert.equal((await moneyOf(intent))[1], status === "settled" ? 4000 : 0)
  }
  await assertLedgerVerifies()
})
