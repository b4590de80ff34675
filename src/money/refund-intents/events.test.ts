import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"
import { log } from "../../kit/service/log.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, so that only events report outcomes
const { api, keys } = server
const { charge, chargeIntent, sell, read, refund, sendEvent, effectOf, splitOf, assertLedgerVerifies, dispute } = await disputeFixtures(
  api,
  server,
  keys.tenantId,
)

/** A released refund whose outcome the gateway has not reported yet. */
const released = async (amount = 4000): Promise<Any> => {
  const drafted = (await refund(await charge(), amount)).body.data
  return (await api.post(`/v1/refund-intents/${drafted._id}/approve`)).body.data
}
const success = ({ _id }: Any) => ({ key: _id, reference: `r-${_id}` })
const failure = ({ _id }: Any) => ({ key: _id, code: "account_closed", reason: "the payer's account is closed" })
const stateOf = async ({ _id, paymentIntent, transaction }: Any) => {
  const { status, fees, failure: failed } = await read("refund-intents", _id)
  const { refunded } = await read("payment-intents", paymentIntent)
  const { count } = (await api.get(`/v1/transactions?refundOf=${transaction}`)).body
  return { status, fees, failed: failed?.code ?? null, refunded, count, outstanding: (await splitOf({ paymentIntent })).outstanding }
}
const settled = { status: "settled", fees: 0, failed: null, refunded: 4000, count: 1, outstanding: 600 }
const failed = { status: "failed", fees: 0, failed: "account_closed", refunded: 0, count: 0, outstanding: 1000 }

test("the gateway's event settles a refund, once, with its fee", async () => {
  const processing = await released()
  assert.equal(await effectOf(sendEvent("refund.succeeded", { ...success(processing), fee: 30 })), "settled")
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(processing))), "it was settled already")
  assert.deepEqual(await stateOf(processing), { ...settled, fees: 30 })
  await assertLedgerVerifies()
})

test("the gateway's event fails a refund, and its amount can be refunded again", async () => {
  const processing = await released()
  assert.equal(await effectOf(sendEvent("refund.failed", failure(processing))), "failed")
  assert.equal(await effectOf(sendEvent("refund.failed", failure(processing))), "it was failed already")
  assert.deepEqual(await stateOf(processing), failed)
  assert.equal((await refund({ _id: processing.transaction }, 10_000)).status, 201)
  await assertLedgerVerifies()
})

test("settles a refund once when its success follows a failure, and twenty events at once leave one of both outcomes", async () => {
  const processing = await released()
  for (const type of ["refund.failed", "refund.succeeded"])
    await sendEvent(type, type === "refund.failed" ? failure(processing) : success(processing))
  assert.deepEqual(await stateOf(processing), settled)
  const other = await released()
  await inParallel(20, i => (i % 2 ? sendEvent("refund.failed", failure(other)) : sendEvent("refund.succeeded", success(other))))
  const state = await stateOf(other)
  assert.deepEqual(state, state.status === "settled" ? settled : { ...failed, count: 1 })
  await assertLedgerVerifies()
})

const decide = ({ _id }: Any, action: string) => api.post(`/v1/refund-intents/${_id}/${action}`)
const statusesOf = (...refunds: Any[]) => Promise.all(refunds.map(async ({ _id }) => (await read("refund-intents", _id)).status))
/** A refund that failed, and drafts of its charge since then. */
const failedThen = async (...amounts: number[]): Promise<Any[]> => {
  const processing = await released()
  await sendEvent("refund.failed", failure(processing))
  const drafts: Any[] = []
  for (const amount of amounts) drafts.push((await refund({ _id: processing.transaction }, amount)).body.data)
  return [processing, ...drafts]
}

test("settles a failed refund on a late success, and cancels the newest drafts that had reserved its amount", async () => {
  for (const [amounts, statuses] of [
    [[10_000], ["canceled"]],
    [[6000], ["draft"]],
    [
      [3000, 3000, 3000],
      ["draft", "draft", "canceled"],
    ],
    [
      [2000, 7000, 1000],
      ["draft", "canceled", "canceled"],
    ],
  ] as const) {
    const [late, ...drafts] = await failedThen(...amounts)
    assert.equal(await effectOf(sendEvent("refund.succeeded", success(late))), "settled")
    assert.deepEqual(await stateOf(late), settled)
    assert.deepEqual(await statusesOf(...drafts), statuses)
    for (const draft of drafts) await decide(draft, "approve")
    const open = amounts.filter((_, i) => statuses[i] === "draft").reduce((total, amount) => total + amount, 0)
    const rest = await refund({ _id: late.transaction }, 6001 - open)
    assert.deepEqual([rest.status, rest.body.error.details.available], [422, 6000 - open])
  }
  await assertLedgerVerifies()
})

test("refuses to release a draft of a line that a late success refunded, and releases drafts of other lines", async () => {
  const lines = [4000, 6000].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const { _id } = await chargeIntent(await sell({ items: lines }))
  const byLine = async (line: number, amount: number): Promise<Any> =>
    (await api.create("/v1/refund-intents/create", { transaction: _id, items: [{ line, amount }] })).body.data
  const late = await byLine(0, 4000)
  await decide(late, "approve")
  await sendEvent("refund.failed", failure(late))
  const drafts = [await byLine(0, 3000), await byLine(1, 3000)]
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(late))), "settled")
  const [same, other] = await Promise.all(drafts.map(draft => decide(draft, "approve")))
  assert.deepEqual([same!.status, same!.body.error?.code, same!.body.error?.details.available], [422, "RFD-2003", 0])
  assert.equal(other!.status, 200)
  assert.equal((await decide(drafts[0], "reject")).status, 200)
  await assertLedgerVerifies()
})

test("books a late success after a released refund took its line, because both went back and the charge had the money", async () => {
  const lines = [4000, 6000].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const { _id, paymentIntent } = await chargeIntent(await sell({ items: lines }))
  const byLine = async (line: number, amount: number) =>
    api.create("/v1/refund-intents/create", { transaction: _id, items: [{ line, amount }] })
  const late = (await byLine(0, 4000)).body.data
  await decide(late, "approve")
  await sendEvent("refund.failed", failure(late))
  const again = (await byLine(0, 4000)).body.data
  await decide(again, "approve")
  for (const each of [again, late]) assert.equal(await effectOf(sendEvent("refund.succeeded", success(each))), "settled")
  assert.equal((await read("payment-intents", paymentIntent)).refunded, 8000)
  const more = await Promise.all([byLine(0, 1), byLine(1, 2001), byLine(1, 2000)])
  assert.deepEqual(
    more.map(({ body }) => body.error?.code ?? body.data.status),
    ["RFD-2003", "RFD-2002", "draft"],
  )
  await assertLedgerVerifies()
})

test("withdraws the approval request of a draft that a late success cancels, and tells the approvers why", async () => {
  const me = (await api.get("/v1/users/user")).body.data._id
  const conditions = { amountMin: 9999, amountMax: 9999 }
  const policy = { name: "Large refunds", entityType: "refund-intent", strategy: "any-of", approvers: [me], conditions }
  assert.equal((await api.create("/v1/approvals/policies/create", policy)).status, 201)
  const [late, held] = await failedThen(9999)
  assert.equal(held.approval.status, "pending")
  await sendEvent("refund.succeeded", success(late))
  const { status, approval } = await read("refund-intents", held._id)
  const request = await read("approvals/requests", held.approval.request)
  assert.deepEqual([status, approval.status, request.status], ["canceled", "canceled", "canceled"])
  assert.match(request.reason, new RegExp(`exceeds the charge: .*40.* went back by refund ${late._id}`))
})

test("releases or cancels a draft that is released while a late success arrives, and never pays both refunds in full", async t => {
  t.mock.method(log, "error", () => {})
  for (let round = 0; round < faultRounds(6); round++) {
    const [late, draft] = await failedThen(10_000)
    await Promise.all([decide(draft, "approve"), sendEvent("refund.succeeded", success(late))])
    assert.ok(["settled canceled", "failed processing"].includes((await statusesOf(late, draft)).join(" ")))
  }
  await assertLedgerVerifies()
})

test("leaves a refund failed, and says so, when a late success comes after a released refund or a dispute took its amount", async t => {
  const logged = t.mock.method(log, "error", () => {})
  const [disputed] = await failedThen()
  await dispute({ _id: disputed.transaction }, { amount: 6001 })
  const [refunded, other] = await failedThen(7000)
  await decide(other, "approve")
  for (const late of [disputed, refunded]) {
    for (let n = 0; n < 2; n++) assert.equal(await effectOf(sendEvent("refund.succeeded", success(late))), "it was failed already")
    const { status, failure: failed, version } = await read("refund-intents", late._id)
    assert.deepEqual([status, failed.code, version], ["failed", "paid_after_all", 5])
    assert.match(failed.message, new RegExp(`paid it after all, as r-${late._id}; .*40.* is not in the ledger`))
    const [latest] = (await api.get(`/v1/refund-intents/${late._id}/timeline`)).body.data
    assert.deepEqual([latest.origin.operation, latest.after.failure], ["simulator refund.succeeded", failed])
  }
  const facts = logged.mock.calls.map(({ arguments: [each] }) => each as Any)
  assert.deepEqual(
    facts.map(({ refundIntent, amount, left }) => [refundIntent, amount, left]),
    [
      [disputed._id, 4000, 3999],
      [refunded._id, 4000, 3000],
    ],
  )
  await assertLedgerVerifies()
})

test("ignores events about a draft, or about a refund that this gateway does not have", async () => {
  const drafted = (await refund(await charge(), 4000)).body.data
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(drafted))), "it was draft already")
  assert.equal(await effectOf(sendEvent("refund.succeeded", success({ _id: "f".repeat(24) }))), "no such refund")
  const { status, body } = await sendEvent("refund.succeeded", { key: drafted._id })
  assert.deepEqual([status, body.error.code, body.error.errors[0].path], [400, "VAL-1002", "reference"])
})
