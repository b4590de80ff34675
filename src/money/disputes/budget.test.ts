import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inParallel, startTestServer, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { api, sql, keys } = server
const fixtures = await disputeFixtures(api, server, keys.tenantId)
const { charge, dispute, act, read, refund, splitOf, assertLedgerVerifies, sendEvent, reportOf, effectOf } = fixtures

const intentOf = ({ paymentIntent }: Any) => read("payment-intents", paymentIntent)
const codeOf = async (response: ReturnType<typeof act>) => [(await response).status, (await response).body.error?.code]

test("open and lost disputes leave less to refund, and a release checks the draft again", async () => {
  const charged = await charge()
  const drafted = (await refund(charged, 5000)).body.data
  const disputed = await dispute(charged, { amount: 6000 })
  const refusal = await api.post(`/v1/refund-intents/${drafted._id}/approve`)
  assert.deepEqual(
    [refusal.status, refusal.body.error.code, refusal.body.error.details],
    [422, "RFD-2002", { available: 4000, amount: 5000, currency: "BRL" }],
  )
  assert.deepEqual(await codeOf(refund(charged, 1)), [422, "RFD-2002"])
  await act(disputed, "accept")
  await api.post(`/v1/refund-intents/${drafted._id}/cancel`)
  assert.deepEqual(await codeOf(refund(charged, 4001)), [422, "RFD-2002"])
  assert.equal((await refund(charged, 4000)).status, 201)
  await assertLedgerVerifies()
})

test("the database refuses refunds beyond the charge less its disputes, also when a dispute has exceeded it", async () => {
  const charged = await charge()
  await dispute(charged, { amount: 6000 })
  const change = (assignments: string) => sql(`update transactions set ${assignments} where id = $1`, [charged._id])
  await assert.rejects(change("refunding = 4001"), /transactions_refund_budget/)
  await assert.rejects(change("refunded = 4001"), /transactions_refund_budget/)
  await assert.rejects(change("disputed_excess = 6001"), /transactions_refund_budget/)
  const exceeded = await charge()
  await refund(exceeded, 8000)
  await dispute(exceeded, { amount: 6000 })
  const [row] = await sql("select refunding, disputed, disputed_excess from transactions where id = $1", [exceeded._id])
  assert.deepEqual(row, { refunding: 8000, disputed: 6000, disputed_excess: 4000 })
  await assert.rejects(sql("update transactions set refunding = 8001 where id = $1", [exceeded._id]), /transactions_refund_budget/)
  await assert.rejects(sql("update disputes set status = 'won' where transaction_id = $1", [exceeded._id]), { code: "23514" })
})

test("turns a share that was already paid out into the partner's debt, and nets it in the next payout", async () => {
  const charged = await charge()
  const payOut = (body: object) =>
    api.create("/v1/payouts/create", { recipientType: "supplier", partnership: "CASA", currency: "BRL", method: "manual", ...body })
  const paid = (await payOut({ splits: [(await splitOf(charged))._id] })).body.data
  await api.post(`/v1/payouts/${paid._id}/confirm`, { reference: "by hand" })
  await act(await dispute(charged), "accept")
  assert.equal((await splitOf(charged)).outstanding, -1000)
  const [one, two] = [await charge(), await charge()]
  const next = (await payOut({ splits: [(await splitOf(one))._id, (await splitOf(two))._id] })).body.data
  assert.deepEqual([next.amount, next.debtNetted], [1000, 1000])
  await assertLedgerVerifies()
})

test("refuses to pay out money that is set aside for a dispute", async () => {
  const caller = await server.otherTenant()
  const own = await disputeFixtures(caller, server, caller.keys.tenantId)
  const disputed = await own.dispute(await own.charge(), { amount: 6000 })
  const payOut = (amount: number) =>
    caller.create("/v1/payouts/create", { recipientType: "self", currency: "BRL", method: "manual", amount, draft: true })
  const refused = await payOut(3001) // 10000 less the partner's 1000 and the dispute
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.available], [422, "PAY-2001", 3000])
  await own.resolve(disputed, "won")
  assert.equal((await payOut(9000)).status, 201)
})

test("ten acceptances and refunds at once take the money once, within the charge", async () => {
  const charged = await charge()
  const disputed = await dispute(charged, { amount: 7000 })
  const answers = await inParallel(20, i => (i % 2 ? act(disputed, "accept") : refund(charged, 1500)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  assert.equal((await intentOf(charged)).disputed, 7000)
  await assertLedgerVerifies()
})

test("books both the dispute and a refund that was released before it", async () => {
  const charged = await charge()
  const drafted = (await refund(charged, 8000)).body.data
  await api.post(`/v1/refund-intents/${drafted._id}/approve`)
  await until(async () => (await read("refund-intents", drafted._id)).status === "settled", "the refund is settled")
  assert.equal(await effectOf(sendEvent("dispute.lost", reportOf(charged, { amount: 5000 }))), "lost")
  const { refunded, disputed } = await intentOf(charged)
  assert.deepEqual([refunded, disputed, (await splitOf(charged)).outstanding], [8000, 5000, 0])
  await assertLedgerVerifies()
})
