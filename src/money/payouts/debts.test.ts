import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const { api, sql, keys, databaseUrl } = await startTestServer()
const world = await payoutFixtures(api)
const { act, advance, assertLedgerVerifies, balance, bodyFor, dueSplit, newPartner, newPayout, newSale, read, send, splitOf } = world

/** Paid out by hand, at once. */
async function paidOut(due: Any, fields: object = {}): Promise<Any> {
  const payout = await newPayout(bodyFor({ account: {}, ...due }, { method: "manual", bankAccount: undefined, ...fields }))
  return (await act(payout, "confirm", { reference: "by hand" })).body.data
}

/** A split that was paid out and whose payment was then taken back: the partner owes it. */
async function debtOf(partner: Any, share: number): Promise<Any> {
  const intent = await newSale(partner, share)
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_success_then_reversed" }
  assert.equal((await api.create("/v1/gateways/simulator/charges/create", charge)).status, 201)
  const split = await splitOf(intent)
  const payout = await paidOut({ partner, split })
  await advance("PT1M")
  const owed = await until(async () => {
    const now = await read("payment-splits", split)
    return now.outstanding === -share && now
  }, "the payment was taken back")
  return { split: owed, payout }
}

test("nets a share that was paid out and then taken back from the partner's next payout", async () => {
  const partner = await newPartner()
  const debt = await debtOf(partner, 400)
  const { payable, owing } = await balance()
  const due = await dueSplit(1000, partner)
  const payout = await newPayout(bodyFor(due))
  assert.deepEqual([payout.amount, payout.debtNetted, payout.splits], [600, 400, [due.split._id]])
  assert.deepEqual(payout.allocations, [
    { paymentSplit: due.split._id, amount: 1000 },
    { paymentSplit: debt.split._id, amount: -400 },
  ])
  assert.equal((await read("payment-splits", debt.split)).status, "scheduled")
  await assertLedgerVerifies()
  await world.settled(payout)
  const [netted, paid] = [await read("payment-splits", debt.split), await read("payment-splits", due.split)]
  assert.deepEqual([netted.status, netted.paidOut, netted.outstanding], ["reversed", 0, 0])
  assert.deepEqual([paid.status, paid.paidOut], ["paid", 1000])
  assert.deepEqual([(await balance()).payable, (await balance()).owing], [payable, owing - 400])
  await assertLedgerVerifies()
  const next = await newPayout(bodyFor(await dueSplit(300, partner)))
  assert.deepEqual([next.amount, next.debtNetted], [300, 0])
})

test("refuses to change or delete the split of a canceled sale whose payout was returned", async () => {
  const partner = await newPartner()
  const intent = await newSale(partner, 100)
  const fixed = { paymentIntent: intent._id, partnership: partner._id, amount: 400 }
  const split = (await api.create("/v1/payment-splits/create", fixed)).body.data
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_success_then_reversed" }
  assert.equal((await api.create("/v1/gateways/simulator/charges/create", charge)).status, 201)
  const payout = await paidOut({ partner, split })
  await advance("PT1M")
  await until(async () => (await read("payment-splits", split)).outstanding === -400, "the payment was taken back")
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).status, 200)
  assert.equal((await act(payout, "fail", { reason: "account closed" })).status, 200)
  const { status, paidOut: left } = await read("payment-splits", split)
  assert.deepEqual([status, left], ["reversed", 0])
  for (const [action, body] of [
    ["update", { amount: 300 }],
    ["delete", {}],
  ] as const) {
    const { status: answered, body: refusal } = await api.post(`/v1/payment-splits/${split._id}/${action}`, body)
    assert.deepEqual([answered, refusal.error?.code], [409, "SPL-2002"])
  }
  await assertLedgerVerifies()
})

test("excludes a partner's debt from the available balance, and does not offset it against what other partners are owed", async () => {
  const start = await balance()
  const since = async () => {
    const now = await balance()
    return Object.fromEntries(["available", "payable", "owing"].map(field => [field, now[field] - start[field]]))
  }
  const debtor = await newPartner()
  await debtOf(debtor, 400)
  assert.deepEqual(await since(), { available: -400, payable: 0, owing: 400 })
  const other = await dueSplit(1000)
  const { available } = await since()
  assert.deepEqual(await since(), { available, payable: 1000, owing: 400 })
  const all = (await balance()).available
  const tooMuch = await send(world.toSelf({}, all + 1, { method: "manual", bankAccount: undefined }))
  assert.deepEqual([tooMuch.status, tooMuch.body.error.details.available], [422, all])
  const due = await dueSplit(300, debtor)
  assert.deepEqual([(await since())["payable"], (await since())["owing"]], [1000, 100], "its own splits net it")
  await paidOut(other)
  assert.deepEqual([(await since())["payable"], (await since())["owing"]], [0, 100])
  await dueSplit(500, debtor)
  const netted = await newPayout(bodyFor(due, { draft: true, splits: undefined, amount: 400 }))
  assert.deepEqual([netted.debtNetted, (await since())["payable"], (await since())["owing"]], [400, 0, 0])
  await act(netted, "cancel")
  assert.deepEqual([(await since())["payable"], (await since())["owing"]], [400, 0])
  await assertLedgerVerifies()
})

test("excludes a debt from the available balance while a payout nets it at the same moment", async t => {
  const debt = await debtOf(await newPartner(), 400)
  const { available } = await balance()
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  t.after(() => client.end())
  await client.query("begin; lock table payouts in access exclusive mode") // what partners owe can't be read
  const payout = send(world.toSelf({}, available + 1, { method: "manual", bankAccount: undefined }))
  const waiting = "select 1 from pg_locks where relation = 'payouts'::regclass and not granted"
  await until(async () => (await sql(waiting)).length > 0, "it reads what partners owe")
  // Does in SQL what a fixed split does, because the lock keeps the service from writing splits.
  const add = (n: number) =>
    client.query(`insert into tallies (tenant_id, kind, value, n) values ('${keys.tenantId}', 'ledger', 'BRL payable', ${n})`)
  const earned = { id: "f".repeat(24), status: "due", earned: 400, accrued: 400, reversed: 0, paid_out: 0, payout_id: null }
  const copy = "insert into payment_splits select (jsonb_populate_record(s, $1)).* from payment_splits s where id = $2"
  await client.query(copy, [earned, debt.split._id])
  await add(400)
  await client.query("commit")
  const { status, body } = await payout
  await client.query("delete from payment_splits where id = $1", [earned.id])
  await add(-400)
  assert.deepEqual([status, body.error?.code], [422, "PAY-2001"])
  assert.equal((await balance()).available, available)
  await assertLedgerVerifies()
})

test("counts a split that is taken back during its payout as a debt", async () => {
  const partner = await newPartner()
  const intent = await newSale(partner, 400)
  await api.create("/v1/gateways/simulator/charges/create", {
    paymentIntent: intent._id,
    method: "card",
    token: "tok_success_then_reversed",
  })
  const { owing, payable } = await balance()
  const split = await splitOf(intent)
  const payout = await newPayout(bodyFor({ account: {}, partner, split } as never, { method: "manual", bankAccount: undefined }))
  await advance("PT1M")
  await until(async () => (await read("payment-splits", split)).reversed === 400, "the payment was taken back")
  const now = await balance()
  assert.deepEqual([now.owing - owing, now.payable - payable], [400, -400])
  await act(payout, "fail", { reason: "stopped" })
  assert.equal((await balance()).owing, owing)
  await assertLedgerVerifies()
})

test("keeps a debt when the payout that netted it is canceled, and then the payment intent", async () => {
  const partner = await newPartner()
  const { split } = await debtOf(partner, 400)
  const draft = await newPayout(bodyFor(await dueSplit(1000, partner), { draft: true }))
  assert.equal(draft.debtNetted, 400)
  await act(draft, "cancel")
  assert.equal((await api.post(`/v1/payment-intents/${split.paymentIntent}/cancel`)).status, 200)
  const owed = await read("payment-splits", split)
  assert.deepEqual([owed.status, owed.outstanding], ["reversed", -400])
  const payout = await newPayout(bodyFor(await dueSplit(500, partner)))
  assert.deepEqual([payout.amount, payout.debtNetted], [100, 400])
})

test("nets a debt once, also while the payout that nets it is a draft", async () => {
  const partner = await newPartner()
  await debtOf(partner, 100)
  const [first, second] = [await dueSplit(500, partner), await dueSplit(500, partner)]
  const draft = await newPayout(bodyFor(first, { draft: true }))
  const other = await newPayout(bodyFor(second))
  assert.deepEqual([draft.debtNetted, other.debtNetted], [100, 0])
  await act(draft, "cancel")
  const again = await newPayout(bodyFor(first))
  assert.deepEqual([again.amount, again.debtNetted], [400, 100])
  await assertLedgerVerifies()
})

test("sends the full amount, and takes the debt from further splits", async () => {
  const partner = await newPartner()
  await debtOf(partner, 100)
  const due = [await dueSplit(300, partner), await dueSplit(300, partner)]
  const body = bodyFor(due[0]!, { splits: undefined, amount: 400 })
  const payout = await newPayout(body)
  assert.deepEqual([payout.amount, payout.debtNetted], [400, 100])
  assert.deepEqual(
    payout.allocations.map((each: Any) => each.amount),
    [300, 200, -100],
  )
  await assertLedgerVerifies()
})

test("refuses a payout of splits that do not exceed the debt", async () => {
  const partner = await newPartner()
  await debtOf(partner, 500)
  const due = await dueSplit(500, partner)
  const refused = await send(bodyFor(due))
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.debt], [422, "PAY-2005", 500])
  const more = await dueSplit(200, partner)
  const payout = await newPayout(bodyFor(due, { splits: [due.split._id, more.split._id] }))
  assert.deepEqual([payout.amount, payout.debtNetted], [200, 500])
  await assertLedgerVerifies()
})

test("a returned payout restores the debt that it netted", async () => {
  const partner = await newPartner()
  const debt = await debtOf(partner, 400)
  const due = await dueSplit(1000, partner)
  const payout = await paidOut(due)
  assert.equal(payout.amount, 600)
  await act(payout, "fail", { reason: "account closed" })
  assert.equal((await read("payment-splits", debt.split)).outstanding, -400)
  assert.equal((await newPayout(bodyFor(due))).debtNetted, 400)
  await assertLedgerVerifies()
})

test("owes a netted debt to the partner again when the payout that caused it is returned", async () => {
  const partner = await newPartner()
  const debt = await debtOf(partner, 400)
  await paidOut(await dueSplit(1000, partner))
  await act(debt.payout, "fail", { reason: "account closed" })
  const split = await read("payment-splits", debt.split)
  assert.deepEqual([split.status, split.paidOut, split.outstanding], ["due", -400, 400])
  await assertLedgerVerifies()
  const payout = await paidOut({ partner, split })
  assert.equal(payout.amount, 400)
  assert.deepEqual([(await read("payment-splits", split)).status, (await read("payment-splits", split)).paidOut], ["reversed", 0])
  await assertLedgerVerifies()
})

test("turns a split that is taken back during its payout into a debt when the payout is paid", async () => {
  const partner = await newPartner()
  const intent = await newSale(partner, 700)
  const charge = { paymentIntent: intent._id, method: "card", token: "tok_success_then_reversed" }
  await api.create("/v1/gateways/simulator/charges/create", charge)
  const split = await splitOf(intent)
  const payout = await newPayout(bodyFor({ partner, split, account: {} }, { method: "manual", bankAccount: undefined }))
  await advance("PT1M")
  await until(async () => (await read("payment-splits", split)).accrued === 0, "the payment was taken back")
  assert.equal((await read("payment-splits", split)).status, "scheduled")
  await assertLedgerVerifies()
  await act(payout, "confirm", { reference: "by hand" })
  const owed = await read("payment-splits", split)
  assert.deepEqual([owed.status, owed.outstanding], ["reversed", -700])
  await assertLedgerVerifies()
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).body.data.status, "canceled")
  assert.equal((await read("payment-splits", split)).status, "reversed") // the debt remains after the sale is canceled
  await assertLedgerVerifies()
  assert.equal((await api.post(`/v1/payment-splits/${split._id}/delete`)).body.error.code, "SPL-2002")
})

test("leaves a split in a later payout when an earlier payout of it is returned", async () => {
  const due = await dueSplit(1000)
  const byHand = { method: "manual", bankAccount: undefined, splits: undefined }
  const first = await newPayout(bodyFor(due, { ...byHand, amount: 300 }))
  await act(first, "confirm", { reference: "first" })
  const second = await newPayout(bodyFor(due, { ...byHand, amount: 700 }))
  assert.equal((await act(first, "fail", { reason: "account closed" })).body.data.status, "returned")
  const between = await read("payment-splits", due.split)
  assert.deepEqual([between.status, between.payout, between.paidOut], ["scheduled", second._id, 0])
  await assertLedgerVerifies()
  await act(second, "confirm", { reference: "second" })
  const split = await read("payment-splits", due.split)
  assert.deepEqual([split.status, split.paidOut, split.outstanding], ["due", 700, 300])
  await assertLedgerVerifies()
})
