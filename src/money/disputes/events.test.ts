import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, inDays, inParallel, newIntent, startTestServer, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { api, keys, sql } = server
const fixtures = await disputeFixtures(api, server, keys.tenantId)
const { charge, chargeIntent, sell, dispute, act, read, readDispute, disputesOf, balance, splitOf, entriesOf, advance } = fixtures
const { assertLedgerVerifies, reportOf, sendEvent, effectOf, contact, create } = fixtures

type Told = [type: string, minute: number, fields?: object]
const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
const permutations = <T>(items: T[]): T[][] =>
  items.length < 2 ? [items] : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map(rest => [item, ...rest]))

/** The state of a dispute, its charge and the balances after these events. */
async function stateAfter(told: Told[], { accept = false } = {}) {
  const charged = await charge()
  const before = await balance()
  for (const [type, minute, fields] of told) {
    const report = reportOf(charged, { at: minutes(minute), ...fields })
    assert.notEqual(await effectOf(sendEvent(`dispute.${type}`, report)), undefined)
    const [disputed] = await disputesOf(charged)
    if (accept && disputed.status === "needs-response") await act(disputed, "accept")
  }
  const [disputed, ...others] = await disputesOf(charged)
  assert.equal(others.length, 0)
  const { reserved, available, fees, payable } = await balance()
  const [row] = await sql("select disputed from transactions where id = $1", [charged._id])
  const change = { reserved: reserved - before.reserved, available: available - before.available, fees: fees - before.fees }
  const { outstanding } = await splitOf(charged)
  const intent = await read("payment-intents", charged.paymentIntent)
  await assertLedgerVerifies()
  return {
    status: disputed.status,
    fees: disputed.fees,
    budget: row.disputed,
    disputed: intent.disputed,
    refunded: intent.refunded,
    outstanding,
    change,
    payable: payable - before.payable,
  }
}

const lost = {
  status: "lost",
  fees: 0,
  budget: 4000,
  disputed: 4000,
  refunded: 0,
  outstanding: 600,
  change: { reserved: 0, available: -3600, fees: 0 },
  payable: -400,
}
const won = {
  status: "won",
  fees: 0,
  budget: 0,
  disputed: 0,
  refunded: 0,
  outstanding: 1000,
  change: { reserved: 0, available: 0, fees: 0 },
  payable: 0,
}
const withFee = (state: typeof lost, fee: number) => ({
  ...state,
  fees: fee,
  change: { ...state.change, available: state.change.available - fee, fees: fee },
})

/** Each event comes a minute after the previous one. */
const stories: [types: string, expected: object, fields?: object[]][] = [
  ["opened, lost", lost],
  ["opened, won", won],
  ["opened, lost, won", won],
  ["opened, won, lost", lost],
  ["opened, lost and a fee", withFee(lost, 150), [{ fee: 150 }]],
  ["opened, lost and a fee that grows", withFee(lost, 400), [{ fee: 150 }, { fee: 400 }]],
  ["opened, won and a fee that is given back", won, [{ fee: 150 }, { fee: 0 }]],
]
const toldBy = (story: string, fields: object[] = []) =>
  story
    .split(" and ")[0]!
    .split(", ")
    .map((type, minute): Told => [type, minute, fields[minute] ?? {}])

for (const [story, expected, fields] of stories)
  test(`${story}: leads to the same state in any order and doubled, and the ledger agrees`, async () => {
    for (const order of permutations(toldBy(story, fields))) {
      const doubled = order.flatMap(each => [each, each])
      assert.deepEqual(await stateAfter(doubled), expected, order.map(([type]) => type).join(", "))
    }
  })

test("counts a dispute as lost when won and lost have the same time, in any order", async () => {
  const at = { at: minutes(9) }
  for (const order of permutations(toldBy("opened, won, lost", [{}, at, at]))) assert.deepEqual(await stateAfter(order), lost)
})

test("changes the outcome of an accepted dispute only when the bank decides for us", async () => {
  const accepted = { ...lost, status: "accepted" }
  for (const story of ["opened", "opened, lost", "opened, won, lost"])
    assert.deepEqual(await stateAfter(toldBy(story), { accept: true }), accepted, story)
  const [opened, decidedFor, decidedAgainst] = toldBy("opened, won, lost")
  assert.deepEqual(await stateAfter([opened!, decidedAgainst!, decidedFor!], { accept: true }), accepted)
  assert.deepEqual(await stateAfter([opened!, decidedFor!], { accept: true }), won)
})

test("the same event twenty times at once opens one dispute", async () => {
  const charged = await charge()
  const report = reportOf(charged)
  await inParallel(20, i => sendEvent(i % 2 ? "dispute.opened" : "dispute.lost", report))
  const [disputed, ...others] = await disputesOf(charged)
  assert.deepEqual([others.length, disputed.status], [0, "lost"])
  assert.deepEqual(
    (await entriesOf(disputed)).map(entry => entry.kind),
    ["dispute", "dispute-lost"],
  )
  await assertLedgerVerifies()
})

test("records a dispute that is reported early as soon as its charge is known to be paid", async () => {
  const charged = await charge({ token: "tok_processing_then_success" })
  assert.equal(charged.status, "processing")
  assert.equal(await effectOf(sendEvent("dispute.lost", reportOf(charged))), "waits for its charge")
  assert.equal((await disputesOf(charged)).length, 0)
  await advance("PT1M")
  await until(async () => (await disputesOf(charged)).length === 1, "the dispute is recorded")
  const [disputed] = await disputesOf(charged)
  assert.deepEqual([disputed.status, (await read("payment-intents", charged.paymentIntent)).disputed], ["lost", 4000])
  await assertLedgerVerifies()
})

test("records a dispute of a charge that was reversed", async () => {
  const charged = await charge()
  assert.equal(await effectOf(sendEvent("charge.reversed", { key: charged._id })), "reversed")
  assert.equal(await effectOf(sendEvent("dispute.lost", reportOf(charged))), "lost")
  const { paid, disputed } = await read("payment-intents", charged.paymentIntent)
  assert.deepEqual([paid, disputed, (await splitOf(charged)).accrued], [0, 4000, 0])
  await assertLedgerVerifies()
})

test("notes a dispute of a charge that failed or that this gateway does not have, and changes nothing", async () => {
  const cash = (await api.create("/v1/transactions/create", { paymentIntent: (await sell())._id, amount: 500, method: "cash" })).body.data
  for (const key of [cash._id, "f".repeat(24)])
    assert.equal(await effectOf(sendEvent("dispute.opened", reportOf({ _id: key }))), "no such charge")
  const declined = await api.create("/v1/gateways/simulator/charges/create", {
    paymentIntent: (await sell())._id,
    method: "card",
    token: "tok_declined",
  })
  const key = declined.body.error.details.transaction
  assert.equal(await effectOf(sendEvent("dispute.opened", reportOf({ _id: key }))), "its charge was failed already")
  assert.equal((await api.get(`/v1/disputes?transaction[in]=${cash._id},${key}`)).body.count, 0)
})

test("refuses an event without one of its fields, and names the field", async () => {
  const charged = await charge()
  const report = reportOf(charged)
  const wrong: [fields: object, code: string, path: string][] = [
    [{ dispute: undefined }, "VAL-1002", "dispute"],
    [{ amount: 0 }, "VAL-1003", "amount"],
    [{ amount: 1.5 }, "VAL-1003", "amount"],
    [{ evidenceDueAt: undefined }, "VAL-1002", "evidenceDueAt"],
    [{ evidenceDueAt: "tomorrow" }, "VAL-1003", "evidenceDueAt"],
    [{ at: undefined }, "VAL-1002", "at"],
    [{ fee: -1 }, "VAL-1003", "fee"],
  ]
  for (const [fields, code, path] of wrong) {
    const { status, body } = await sendEvent("dispute.opened", { ...report, ...fields })
    assert.deepEqual([status, body.error?.code, body.error?.errors?.[0].path], [400, code, path])
  }
  assert.equal((await disputesOf(charged)).length, 0)
})

test("records a dispute of more than the charge, and books the excess as the tenant's loss", async () => {
  const charged = await charge()
  assert.equal(await effectOf(sendEvent("dispute.lost", reportOf(charged, { amount: 12_000 }))), "lost")
  const [disputed] = await disputesOf(charged)
  assert.equal((await read("payment-intents", charged.paymentIntent)).disputed, 10_000)
  const accounts = (await entriesOf(disputed)).at(-1).postings.map((each: Any) => [each.account.split(":")[0], each.debit - each.credit])
  assert.deepEqual(new Map(accounts).get("shortfall"), 2000)
  await assertLedgerVerifies()
})

test("takes the overpaid part from the contact's credit, and gives it back when the dispute is won", async () => {
  const intent = await sell()
  const paying = await chargeIntent(intent, { token: "tok_processing_then_success" })
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 4000, method: "cash" })
  assert.equal(await effectOf(sendEvent("charge.succeeded", { key: paying._id })), "succeeded")
  const creditOf = async () => (await read("contacts", contact._id)).credit
  assert.deepEqual(await creditOf(), { BRL: 4000 })
  await sendEvent("dispute.lost", reportOf(paying, { amount: 9000, at: minutes(1) }))
  assert.deepEqual([await creditOf(), (await read("payment-intents", intent._id)).disputed], [{ BRL: 1000 }, 6000])
  await assertLedgerVerifies()
  await sendEvent("dispute.won", reportOf(paying, { amount: 9000, at: minutes(2) }))
  assert.deepEqual([await creditOf(), (await read("payment-intents", intent._id)).disputed], [{ BRL: 4000 }, 0])
  const other = await sell({ items: [{ name: "Book", amount: 3500 }] })
  await create("transactions", { paymentIntent: other._id, amount: 3500, method: "contact-credit" })
  await sendEvent("dispute.lost", reportOf(paying, { amount: 9000, at: minutes(3) }))
  assert.deepEqual(await creditOf(), {}) // 500 were left; the rest is the tenant's loss
  await assertLedgerVerifies()
})

test("takes the credit that a charge made only once for two disputes, and leaves the contact's other credit", async () => {
  const caller = await server.otherTenant()
  const own = await disputeFixtures(caller, server, caller.keys.tenantId)
  const overpaid = async () => {
    const intent = await own.sell()
    const paying = await own.chargeIntent(intent, { token: "tok_processing_then_success" })
    await caller.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 4000, method: "cash" })
    await own.sendEvent("charge.succeeded", { key: paying._id })
    return paying
  }
  const [charged] = [await overpaid(), await overpaid()]
  for (const [name, amount] of [
    ["one", 8000],
    ["two", 9000],
  ] as const)
    await own.sendEvent("dispute.lost", own.reportOf(charged, { dispute: name, amount }))
  assert.deepEqual((await own.read("contacts", own.contact._id)).credit, { BRL: 4000 })
  await own.assertLedgerVerifies()
})

test("takes disputes of a plan's charge from its installments, the last one first, and never twice from the same part", async () => {
  const schedule = [6000, 4000].map((amount, i) => ({ amount, dueAt: inDays(400 + i) }))
  const plan = await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule }))
  const charged = await chargeIntent(plan)
  const disputedOf = async () => Promise.all([plan._id, ...plan.installments].map(async id => (await read("payment-intents", id)).disputed))
  const tell = (type: string, name: string, amount: number, at: number) =>
    sendEvent(`dispute.${type}`, reportOf(charged, { dispute: name, amount, at: minutes(at) }))
  await tell("lost", "one", 3000, 1)
  assert.deepEqual(await disputedOf(), [3000, 0, 3000])
  await tell("lost", "two", 3000, 1)
  assert.deepEqual(await disputedOf(), [6000, 2000, 4000])
  await tell("won", "one", 3000, 2)
  assert.deepEqual(await disputedOf(), [3000, 2000, 1000])
  await tell("lost", "three", 5000, 3)
  assert.deepEqual(await disputedOf(), [8000, 4000, 4000])
  await assertLedgerVerifies()
})

test("counts a dispute as lost at once when its event comes after the date for evidence", async () => {
  const charged = await charge()
  await sendEvent("dispute.opened", reportOf(charged, { evidenceDueAt: inDays(-1) }))
  const [disputed] = await disputesOf(charged)
  await until(async () => (await readDispute(disputed)).status === "lost", "the dispute is lost")
})

test("webhooks and the audit log record each change with the gateway as its origin", async () => {
  const disputed = await dispute(await charge())
  const [row] = await disputesOf({ _id: disputed.transaction })
  await sendEvent("dispute.lost", { ...reportOf({ _id: disputed.transaction }), dispute: disputed.reference })
  const { data: events } = (await api.get("/v1/dev/events?limit=100")).body
  const told = events.filter((each: Any) => each.event.startsWith("disputes.") && each.data._id === row._id)
  assert.deepEqual(
    told.map((each: Any) => [each.event, each.data.status]),
    [
      ["disputes.update", "lost"],
      ["disputes.create", "needs-response"],
    ],
  )
  const { data } = (await api.get(`/v1/disputes/${row._id}/timeline`)).body
  assert.deepEqual([data[0].action, data[0].origin?.channel ?? data[0].channel], ["disputes.update", "gateway"])
})
