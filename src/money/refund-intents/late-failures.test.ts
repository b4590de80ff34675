import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, so that only events report outcomes
const { api, keys, sql } = server
const { charge, chargeIntent, sell, read, refund, sendEvent, effectOf, splitOf, assertLedgerVerifies, dispute } = await disputeFixtures(
  api,
  server,
  keys.tenantId,
)

const success = ({ _id }: Any) => ({ key: _id, reference: `r-${_id}` })
const failure = ({ _id }: Any) => ({ key: _id, code: "account_closed", reason: "the payer's account is closed" })
const approve = async (drafted: Any): Promise<Any> => (await api.post(`/v1/refund-intents/${drafted._id}/approve`)).body.data
const settled = async (charged: Any, amount: number): Promise<Any> => {
  const released = await approve((await refund(charged, amount)).body.data)
  await sendEvent("refund.succeeded", success(released))
  return read("refund-intents", released._id)
}
const moneyOf = async ({ paymentIntent }: Any) => {
  const { paid, refunded, refundStatus } = await read("payment-intents", paymentIntent)
  return [paid, refunded, refundStatus, (await splitOf({ paymentIntent })).outstanding]
}

test("a settled refund that fails later gives everything back, and keeps its transaction as history", async () => {
  const charged = await charge()
  const paid = await settled(charged, 4000)
  assert.deepEqual([paid.status, await moneyOf(charged)], ["settled", [10_000, 4000, "partial", 600]])
  assert.equal(await effectOf(sendEvent("refund.failed", failure(paid))), "failed")
  const failed = await read("refund-intents", paid._id)
  assert.deepEqual([failed.status, failed.failure.code, failed.refundTransaction], ["failed", "account_closed", paid.refundTransaction])
  assert.deepEqual(await moneyOf(charged), [10_000, 0, "none", 1000])
  const transaction = await read("transactions", paid.refundTransaction)
  assert.deepEqual([transaction.status, transaction.transactionType], ["reversed", "refund"])
  const entries = (await api.get(`/v1/ledger/entries?source=${transaction._id}&sort=createdAt`)).body.data
  assert.deepEqual(
    entries.map((each: Any) => each.kind),
    ["refund", "refund-failure"],
  )
  assert.equal((await refund(charged, 10_000)).status, 201)
  await assertLedgerVerifies()
})

test("takes back and gives back once, however often and in whatever order the reports come", async () => {
  const charged = await charge()
  const paid = await settled(charged, 4000)
  await inParallel(6, i => (i % 2 ? sendEvent("refund.failed", failure(paid)) : sendEvent("refund.succeeded", success(paid))))
  assert.equal(await effectOf(sendEvent("refund.succeeded", success(paid))), "it was failed already")
  assert.deepEqual([(await read("refund-intents", paid._id)).status, await moneyOf(charged)], ["failed", [10_000, 0, "none", 1000]])
  await assertLedgerVerifies()
})

test("mails the people who may refund, once", async () => {
  const paid = await settled(await charge(), 2500)
  for (let i = 0; i < 2; i++) await sendEvent("refund.failed", failure(paid))
  const all = await sql("select recipient, subject, object_id from mails where kind = 'refund-failed' and object_id = $1", [paid._id])
  assert.deepEqual([all.length, all[0].recipient], [1, keys.email])
  assert.match(all[0].subject, /25.00 came back/)
})

test("gives back exactly what was taken of an installment after a later refund took of another", async () => {
  const dueAt = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
  const plan = await sell({
    intentType: "payment-plan",
    schedule: [
      { amount: 5000, dueAt: dueAt(30) },
      { amount: 5000, dueAt: dueAt(60) },
    ],
  })
  const charged = await chargeIntent(plan)
  const first = await settled(charged, 5000) // of the second installment
  const second = await settled(charged, 3000) // of the first
  await sendEvent("refund.failed", failure(first))
  const parts = async (): Promise<number[]> =>
    Promise.all(plan.installments.map(async (id: string) => (await read("payment-intents", id)).refunded))
  assert.deepEqual([await parts(), second.status], [[3000, 0], "settled"])
  await settled(charged, 6000)
  assert.deepEqual(await parts(), [4000, 5000])
  await assertLedgerVerifies()
})

test("frees the lines of a refund by line", async () => {
  const lines = [4000, 6000].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const { _id } = await chargeIntent(await sell({ items: lines }))
  const byLine = () => api.create("/v1/refund-intents/create", { transaction: _id, items: [{ line: 0, amount: 4000 }] })
  const drafted = (await byLine()).body.data
  await approve(drafted)
  await sendEvent("refund.succeeded", success(drafted))
  assert.equal((await byLine()).body.error.code, "RFD-2003")
  await sendEvent("refund.failed", failure(drafted))
  assert.equal((await byLine()).status, 201)
  await assertLedgerVerifies()
})

test("a late failure of a charge that was disputed or reversed since keeps the books right", async () => {
  const disputed = await charge()
  const paid = await settled(disputed, 4000)
  await dispute(disputed, { amount: 6000 })
  await sendEvent("refund.failed", failure(paid))
  assert.equal((await refund(disputed, 4001)).body.error.code, "RFD-2002")
  const reversed = await charge()
  const other = await settled(reversed, 4000)
  await sendEvent("charge.reversed", { key: reversed._id })
  await sendEvent("refund.failed", failure(other))
  assert.equal((await read("payment-intents", reversed.paymentIntent)).refunded, 0)
  await assertLedgerVerifies()
})

test("a late failure and new refunds at once never exceed the charge", async () => {
  for (let round = 0; round < faultRounds(6); round++) {
    const charged = await charge()
    const paid = await settled(charged, 10_000)
    const [, ...responses] = await Promise.all([
      sendEvent("refund.failed", failure(paid)),
      ...Array.from({ length: 5 }, () => refund(charged, 6000)),
    ])
    assert.ok(responses.filter(({ status }) => status === 201).length <= 1)
    const [row] = await sql("select refunded, refunding from transactions where id = $1", [charged._id])
    const open = responses.filter(({ status }) => status === 201).length * 6000
    assert.deepEqual([Number(row.refunded), Number(row.refunding)], [0, open])
  }
  await assertLedgerVerifies()
})

test("verification finds a refund that failed later without its entry, and one whose transaction is not reversed", async () => {
  const paid = await settled(await charge(), 4000)
  await sendEvent("refund.failed", failure(paid))
  await assertLedgerVerifies()
  await sql("update transactions set status = 'succeeded' where id = $1", [paid.refundTransaction])
  const { ok } = (await api.get("/v1/ledger/verify")).body.data
  await sql("update transactions set status = 'reversed' where id = $1", [paid.refundTransaction])
  assert.equal(ok, false)
  await assertLedgerVerifies()
})
