import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, so that events are the only ones to tell the outcome
const { api, keys } = server
const { charge, read, refund, sendEvent, effectOf, splitOf, assertLedgerVerifies, dispute } = await disputeFixtures(
  api,
  server,
  keys.tenantId,
)

/** A released refund whose outcome the gateway has not told yet. */
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

test("success and failure in any order, and twenty at once, leave it settled once: the money is a fact", async () => {
  for (const order of [
    ["refund.succeeded", "refund.failed"],
    ["refund.failed", "refund.succeeded"],
  ]) {
    const processing = await released()
    for (const type of order) await sendEvent(type, type === "refund.failed" ? failure(processing) : success(processing))
    assert.deepEqual(await stateOf(processing), settled, order.join())
  }
  const processing = await released()
  await inParallel(20, i => (i % 2 ? sendEvent("refund.failed", failure(processing)) : sendEvent("refund.succeeded", success(processing))))
  assert.deepEqual(await stateOf(processing), settled)
  await assertLedgerVerifies()
})

test("a success that comes after another refund or a dispute took the amount leaves the refund failed", async () => {
  const processing = await released()
  await sendEvent("refund.failed", failure(processing))
  await dispute({ _id: processing.transaction }, { amount: 6001 })
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(processing))), "it was failed already")
  assert.equal((await read("refund-intents", processing._id)).status, "failed")
  await assertLedgerVerifies()
})

test("events about a draft, or about no refund of this gateway, change nothing", async () => {
  const drafted = (await refund(await charge(), 4000)).body.data
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(drafted))), "it was draft already")
  assert.equal(await effectOf(sendEvent("refund.succeeded", success({ _id: "f".repeat(24) }))), "no such refund")
  const { status, body } = await sendEvent("refund.succeeded", { key: drafted._id })
  assert.deepEqual([status, body.error.code, body.error.errors[0].path], [400, "VAL-1002", "reference"])
})
