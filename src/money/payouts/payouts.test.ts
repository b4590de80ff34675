import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()
const { api } = server
const world = await payoutFixtures(api)
const { act, advance, assertLedgerVerifies, balance, becomes, bodyFor, dueSplit, newAccount, newPartner, newPayout, newSale } = world
const { pay, read, send, settled, simulateFailure, splitOf, toSelf } = world

const codeOf = async (answer: ReturnType<typeof send>) => (await answer).body.error?.code

test("reserves due splits for a payout, which the worker sends and which is paid by the tenant's clock", async () => {
  const due = await dueSplit()
  const before = await balance()
  const payout = await newPayout(bodyFor(due))
  assert.match(payout.number, /^PO-\d{6}$/)
  assert.deepEqual([payout.status, payout.amount, payout.splits, payout.gateway], ["processing", 1000, [due.split._id], "simulator"])
  assert.deepEqual(payout.bankAccount, { _id: due.account._id, masked: "•••• 3000" })
  assert.ok(payout.sentAt !== null && payout.paidAt === null)
  const scheduled = await read("payment-splits", due.split)
  assert.deepEqual([scheduled.status, scheduled.payout], ["scheduled", payout._id])
  const reserved = await balance()
  assert.deepEqual([reserved.reserved - before.reserved, reserved.payable - before.payable], [1000, -1000])
  assert.equal(reserved.available, before.available)
  await assertLedgerVerifies()
  const paid = await settled(payout)
  assert.ok(paid.paidAt !== null && paid.reference.startsWith("sim_"))
  const split = await read("payment-splits", due.split)
  assert.deepEqual([split.status, split.paidOut, split.outstanding, split.payout], ["paid", 1000, 0, payout._id])
  assert.deepEqual((await balance()).reserved, before.reserved)
  await assertLedgerVerifies()
})

test("finds a payout by its number, lists it by its filters, and shows its timeline", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { metadata: { batch: "7" } }))
  assert.equal((await api.get(`/v1/payouts/${payout.number}`)).body.data._id, payout._id)
  const by = async (query: string) => (await api.get(`/v1/payouts?partnership=${due.partner.code}&${query}`)).body
  for (const query of [
    "method=bank-transfer",
    "currency=BRL",
    "status[in]=processing,paid",
    "metadata[batch]=7",
    `number=${payout.number}`,
  ])
    assert.deepEqual([(await by(query)).count, (await by(query)).data[0]?._id], [1, payout._id], query)
  for (const query of ["method=pix", "currency=USD", "status=draft"]) assert.equal((await by(query)).count, 0, query)
  for (const query of ["currency=brl", "targetCurrency="]) assert.equal((await by(query)).error.code, "VAL-1003", query)
  const timeline = (await api.get(`/v1/payouts/${payout._id}/timeline`)).body.data
  assert.equal(timeline.at(-1).action, "payouts.create")
  const changed = await act(payout, "update", { metadata: { batch: "", note: "late" } })
  assert.deepEqual(changed.body.data.metadata, { note: "late" })
})

test("a failed payout says why, frees its splits and the balance, and its splits can be paid out again", async () => {
  const due = await dueSplit()
  const before = await balance()
  const payout = await newPayout(bodyFor(due))
  const failed = (await simulateFailure(payout)).body.data
  assert.deepEqual([failed.status, failed.failureReason], ["failed", "the recipient's bank refused the transfer"])
  const split = await read("payment-splits", due.split)
  assert.deepEqual([split.status, split.payout, split.paidOut], ["due", null, 0])
  assert.deepEqual(await balance(), before)
  assert.equal((await simulateFailure(payout)).body.error.code, "PAY-2002")
  await assertLedgerVerifies()
  await advance("PT1M") // the simulator's own event, which says paid, changes nothing
  const again = await newPayout(bodyFor(due))
  await settled(again)
  assert.equal((await read("payouts", payout)).status, "failed")
  await assertLedgerVerifies()
})

test("a paid payout that the bank returns frees its splits", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due))
  await settled(payout)
  assert.equal((await simulateFailure(payout, { outcome: "failed" })).body.error.code, "PAY-2002")
  const returned = (await simulateFailure(payout, { reason: "account closed" })).body.data
  assert.deepEqual([returned.status, returned.failureReason, returned.paidAt !== null], ["returned", "account closed", true])
  const split = await read("payment-splits", due.split)
  assert.deepEqual([split.status, split.payout, split.paidOut], ["due", null, 0])
  await assertLedgerVerifies()
})

test("the holder of the account decides what the simulator does", async () => {
  const payouts = await Promise.all(
    ["Fail Payout", "Return Payout", "Timeout Payout"].map(async holder => newPayout(bodyFor(await dueSplit(1000, undefined, { holder })))),
  )
  const [failed, returned, slow] = [
    await settled(payouts[0], "failed"),
    await settled(payouts[1], "returned"),
    await becomes(payouts[2], "paid"),
  ]
  assert.match(failed.failureReason, /refused/)
  assert.match(returned.failureReason, /returned/)
  assert.equal(slow.outcome, null)
  await assertLedgerVerifies()
})

test("a gateway that can't be reached for a day fails the payout, because nothing was sent", async () => {
  const payout = await newPayout(bodyFor(await dueSplit(1000, undefined, { holder: "Unreachable Payout" })))
  await advance("PT12H")
  assert.equal((await read("payouts", payout)).status, "processing")
  await advance("PT26H")
  assert.match((await becomes(payout, "failed")).failureReason, /could not be reached/)
  await assertLedgerVerifies()
})

test("a payout by hand waits for its confirmation, and needs no account", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { method: "manual", bankAccount: undefined }))
  assert.deepEqual([payout.status, payout.gateway, payout.bankAccount], ["processing", null, null])
  await advance("PT1H")
  assert.equal((await read("payouts", payout)).status, "processing")
  const paid = (await act(payout, "confirm", { reference: "TED 4711" })).body.data
  assert.deepEqual([paid.status, paid.reference], ["paid", "TED 4711"])
  assert.equal((await act(payout, "confirm", { reference: "again" })).body.error.code, "PAY-2002")
  assert.equal((await act(payout, "fail", { reason: "the bank sent it back" })).body.data.status, "returned")
  const second = await newPayout(bodyFor(due, { method: "manual" }))
  assert.deepEqual((await act(second, "fail", { reason: "wrong account" })).body.data.status, "failed")
  const sent = await newPayout(bodyFor(due))
  const refused = await act(sent, "confirm", { reference: "not mine" })
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PAY-2002"])
  await assertLedgerVerifies()
})

test("a draft reserves its money and waits until it is sent", async () => {
  const due = await dueSplit()
  const draft = await newPayout(bodyFor(due, { draft: true }))
  assert.deepEqual([draft.status, draft.sentAt], ["draft", null])
  assert.equal((await read("payment-splits", due.split)).status, "scheduled")
  assert.equal(await codeOf(send(bodyFor(due))), "PAY-2003")
  const sent = (await act(draft, "send")).body.data
  assert.ok(sent.status === "processing" && sent.sentAt !== null)
  assert.equal((await act(draft, "send")).body.error.code, "PAY-2002")
  assert.equal((await act(draft, "cancel")).body.error.code, "PAY-2002")
  await assertLedgerVerifies()
})

test("a canceled draft frees its splits and its balance", async () => {
  const due = await dueSplit()
  const before = await balance()
  const draft = await newPayout(bodyFor(due, { draft: true }))
  assert.equal((await act(draft, "cancel")).body.data.status, "canceled")
  assert.equal((await read("payment-splits", due.split)).status, "due")
  assert.deepEqual(await balance(), before)
  await assertLedgerVerifies()
})

test("a split that a failed payout freed can be deleted, and late events about the payout change nothing", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { method: "manual" }))
  await act(payout, "fail", { reason: "wrong account" })
  assert.equal((await api.post(`/v1/payment-splits/${due.split._id}/delete`)).status, 200)
  assert.equal((await act(payout, "confirm", { reference: "late" })).body.error.code, "PAY-2002")
  assert.equal((await simulateFailure(payout)).body.error.code, "PAY-2002")
  await assertLedgerVerifies()
})

test("refuses to send a draft whose split has earned less meanwhile", async () => {
  const due = await dueSplit()
  const draft = await newPayout(bodyFor(due, { draft: true }))
  await server.sql("update payment_splits set accrued = 999, revision = revision + 1 where id = $1", [due.split._id])
  const refused = await act(draft, "send")
  assert.deepEqual([refused.status, refused.body.error.code], [409, "PAY-2006"])
  await server.sql("update payment_splits set accrued = 1000, revision = revision + 1 where id = $1", [due.split._id])
  assert.equal((await act(draft, "cancel")).status, 200)
})

test("an amount is taken from the oldest due splits, the last one in part", async () => {
  const partner = await newPartner()
  const [first, second, third] = [await dueSplit(300, partner), await dueSplit(300, partner), await dueSplit(300, partner)]
  const body = bodyFor(first, { splits: undefined, amount: 500 })
  const payout = await newPayout(body)
  assert.deepEqual(payout.allocations, [
    { paymentSplit: first.split._id, amount: 300 },
    { paymentSplit: second.split._id, amount: 200 },
  ])
  assert.equal((await read("payment-splits", third.split)).status, "due")
  const refused = await send({ ...body, amount: 301 })
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.available], [422, "PAY-2001", 300])
  await settled(payout)
  const rest = await read("payment-splits", second.split)
  assert.deepEqual([rest.status, rest.paidOut, rest.outstanding], ["due", 200, 100])
  assert.equal((await send({ ...body, amount: 400 })).status, 201)
  await assertLedgerVerifies()
})

test("a payout to oneself spends the available balance and no more", async () => {
  const account = await newAccount()
  await pay(await newSale(await newPartner(), 100))
  const { available } = await balance()
  const payout = await newPayout(toSelf(account, 700))
  assert.deepEqual([payout.partnership, payout.splits, payout.amount], [null, [], 700])
  assert.equal((await balance()).available, available - 700)
  const refused = await send(toSelf(account, available - 699))
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.available], [422, "PAY-2001", available - 700])
  await settled(payout)
  assert.equal((await balance()).available, available - 700)
  await simulateFailure(payout)
  assert.equal((await balance()).available, available)
  assert.equal(await codeOf(send(toSelf(account, 1, { currency: "CLP" }))), "PAY-1004")
  await assertLedgerVerifies()
})

test("a payout that arrives in another currency shows its rate and what arrives", async () => {
  const due = await dueSplit(123_456)
  const euro = await newAccount(due.partner, { currency: "EUR" })
  const payout = await newPayout(bodyFor({ ...due, account: euro }, { targetCurrency: "EUR", method: "sepa" }))
  assert.deepEqual([payout.currency, payout.targetCurrency, payout.amount], ["BRL", "EUR", 123_456])
  assert.equal(payout.fx.targetAmount, Math.floor(123_456 * payout.fx.rate))
  assert.ok(payout.fx.rate > 0.05 && payout.fx.rate < 1)
  assert.equal(await codeOf(send(bodyFor({ ...due, account: euro }))), "PAY-1004")
  const little = await dueSplit(1)
  const dinar = await newAccount(little.partner, { currency: "JPY" })
  assert.equal(await codeOf(send(bodyFor({ ...little, account: dinar }, { targetCurrency: "JPY" }))), "PAY-1006")
  await settled(payout) // so that the balances do not change during the next test
  await assertLedgerVerifies()
})

test("names what is wrong in each refusal, and reserves nothing", async () => {
  const [mine, theirs] = [await dueSplit(), await dueSplit()]
  const agent = await newPartner({ kind: "agent" })
  const ours = await newAccount()
  const unpaid = await newSale(mine.partner)
  await pay(unpaid, 1)
  const pending = await splitOf(unpaid)
  const before = await balance()
  const refusals: [code: string, body: object][] = [
    ["PAY-1001", { amount: 5 }],
    ["PAY-1001", { splits: undefined }],
    ["PAY-1002", { recipientType: "partnership" }],
    ["PAY-1002", { recipientType: "self" }],
    ["PAY-1002", { partnership: undefined }],
    ["PAY-1002", { partnership: agent._id, splits: undefined, amount: 5 }],
    ["PAY-1002", { recipientType: "self", partnership: undefined }],
    ["PAY-1003", { bankAccount: undefined }],
    ["BNK-2003", { bankAccount: theirs.account._id }],
    ["BNK-2003", { bankAccount: ours._id }],
    ["PAY-1005", { method: "sepa" }],
    ["PAY-2003", { splits: [pending._id] }],
    ["PAY-2004", { splits: theirs.split && [theirs.split._id] }],
    ["GEN-1004", { splits: ["f".repeat(24)] }],
    ["SMR-1001", { bankAccount: "f".repeat(24) }],
    ["VAL-1003", { splits: [mine.split._id, mine.split._id] }],
    ["VAL-1003", { amount: 0, splits: undefined }],
  ]
  for (const [code, fields] of refusals) assert.equal(await codeOf(send(bodyFor(mine, fields))), code, JSON.stringify(fields))
  assert.equal((await api.post("/v1/payouts/create", bodyFor(mine))).body.error.code, "IDM-1004")
  assert.deepEqual(await balance(), before)
})

test("viewers can see payouts but not create them; a developer can neither create nor send them", async () => {
  const due = await dueSplit()
  const draft = await newPayout(bodyFor(due, { draft: true }))
  for (const role of ["viewer", "developer", "operator", "approver"]) {
    const caller = await server.withRole(role)
    assert.equal((await caller.create("/v1/payouts/create", bodyFor(due))).body.error.code, "PRM-1001", role)
    assert.equal((await act(draft, "send", {}, caller)).body.error.code, "PRM-1001", role)
    assert.equal((await caller.get(`/v1/payouts/${draft._id}`)).status, 200, role)
  }
  const finance = await server.withRole("finance")
  assert.equal((await act(draft, "send", {}, finance)).status, 200)
})

test("an account can't be deactivated while a payout to it is under way", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { draft: true }))
  const refused = await api.post(`/v1/bank-accounts/${due.account._id}/deactivate`)
  assert.deepEqual([refused.body.error.code, refused.body.error.details.reference], ["BNK-2002", payout.number])
  await act(payout, "cancel")
  assert.equal((await api.post(`/v1/bank-accounts/${due.account._id}/deactivate`)).status, 200)
  assert.equal(await codeOf(send(bodyFor(due))), "BNK-2001")
})

test("another tenant sees nothing of a payout, and live tenants simulate nothing", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due))
  const other = await server.otherTenant("live")
  assert.equal((await other.get(`/v1/payouts/${payout._id}`)).status, 404)
  assert.equal((await other.get("/v1/payouts")).body.count, 0)
  const { newPayout: liveOnes, dueSplit: liveSplit } = await payoutFixtures(other)
  const live = await liveOnes(bodyFor(await liveSplit(), { method: "manual" }))
  assert.equal((await other.post(`/v1/simulations/payouts/${live._id}/fail`)).body.error.code, "TNT-1001")
})

test("publishes the events of a payout and its splits in the order in which they happened", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due))
  const events = (await api.get("/v1/dev/events?limit=20")).body.data.filter((each: Any) => JSON.stringify(each).includes(payout._id))
  assert.deepEqual(
    events
      .map((each: Any) => each.event)
      .toReversed()
      .slice(0, 2),
    ["payouts.create", "splitIntents.update"],
  )
})
