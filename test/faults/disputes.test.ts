// Disputes and refunds of one charge in several processes, and workers that are killed while they record a lost dispute.
import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../dispute-fixtures.ts"
import { type Any, inParallel, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const { apis, databaseUrl, keys, sql } = await startPair({ ROLE: "api" })
let worker = await startServer(databaseUrl) // the only process that runs jobs
const [api, other] = [apis[0]!, apis[1]!]
const fixtures = await disputeFixtures(api, { sql }, keys.tenantId)
const { act, advance, assertLedgerVerifies, charge, dispute, disputesOf, effectOf, entriesOf, read, readDispute } = fixtures
const { refund, reportOf, sendEvent } = fixtures

const approve = ({ _id }: Any, by = api) => by.post(`/v1/refund-intents/${_id}/approve`)
const tell = (type: string, charged: Any, fields: object = {}, by = other) => sendEvent(`dispute.${type}`, reportOf(charged, fields), by)
const refundsAtSimulator = async ({ _id }: Any) => (await sql("select 1 from simulator_refunds where key = $1", [_id])).length
const goneOf = async ({ paymentIntent }: Any) => {
  const { refunded, disputed } = await read("payment-intents", paymentIntent)
  return refunded + disputed
}

test("refuses a refund that is drafted while a dispute commits, if together they exceed the charge", async () => {
  const charged = await charge()
  const refunds = await lockTable(databaseUrl, "refund_intents")
  const drafted = refund(charged, 5000)
  await until(async () => (await refunds.countWaiting()) > 0, "the draft waits to be written")
  assert.equal(await effectOf(tell("opened", charged, { amount: 6000 })), "needs-response")
  await refunds.release()
  const { status, body } = await drafted
  assert.deepEqual([status, body.error?.code, body.error?.details.available], [422, "RFD-2002", 4000])
  await assertLedgerVerifies()
})

test("a refund that is released while a dispute commits is refused, and the gateway is not called", async () => {
  const charged = await charge()
  const drafted = (await refund(charged, 5000)).body.data
  const refunds = await lockTable(databaseUrl, "refund_intents")
  const released = approve(drafted)
  await until(async () => (await refunds.countWaiting()) > 0, "the release waits to be written")
  assert.equal(await effectOf(tell("opened", charged, { amount: 6000 })), "needs-response")
  await refunds.release()
  assert.equal((await released).body.error?.code, "RFD-2002")
  assert.deepEqual([(await read("refund-intents", drafted._id)).status, await refundsAtSimulator(drafted)], ["draft", 0])
})

test("records both a dispute that commits while a refund is released and the refund, and counts the budget correctly", async () => {
  const charged = await charge()
  const drafted = (await refund(charged, 5000)).body.data
  const disputes = await lockTable(databaseUrl, "disputes")
  const told = tell("opened", charged, { amount: 6000 })
  await until(async () => (await disputes.countWaiting()) > 0, "the dispute waits to be written")
  assert.equal((await approve(drafted)).status, 200)
  await disputes.release()
  assert.equal(await effectOf(told), "needs-response")
  await until(async () => (await read("refund-intents", drafted._id)).status === "settled", "the refund is settled")
  const [row] = await sql("select refunded, refunding, disputed, disputed_excess from transactions where id = $1", [charged._id])
  assert.deepEqual(row, { refunded: 5000, refunding: 0, disputed: 6000, disputed_excess: 1000 })
  await assertLedgerVerifies()
})

test("takes a dispute once under refunds, acceptances and events in two processes, and keeps drafts within the charge", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const charged = await charge()
    const disputed = await dispute(charged, { amount: 7000 })
    const report = { dispute: disputed.reference, amount: 7000 }
    const answers = await inParallel(24, i => {
      const by = apis[i % 2]!
      if (i % 3 === 0) return act(disputed, "accept", {}, by)
      return i % 3 === 1 ? refund(charged, 1000, by) : tell("lost", charged, report, by)
    })
    const drafts = answers.flatMap(({ status, body }) => (status === 201 ? [body.data] : []))
    assert.equal(drafts.length, 3)
    await Promise.all(drafts.map((each, i) => approve(each, apis[i % 2])))
    for (const each of drafts) await until(async () => (await read("refund-intents", each._id)).status === "settled", "it is settled")
    assert.match((await readDispute(disputed)).status, /^(accepted|lost)$/)
    assert.deepEqual([await goneOf(charged), (await disputesOf(charged)).length], [10_000, 1])
    assert.deepEqual(
      (await entriesOf(disputed)).map(entry => entry.kind),
      ["dispute", "dispute-lost"],
    )
  }
  await assertLedgerVerifies()
})

test("leaves one dispute with the latest state when its events arrive in two processes at once", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const charged = await charge()
    const at = (minute: number) => ({ at: new Date(Date.now() + minute * 60_000).toISOString() })
    const events = ["opened", "lost", "won", "lost", "won"]
    const answers = await inParallel(20, i => tell(events[i % 5]!, charged, at(i % 5), apis[i % 2]))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const [disputed, ...others] = await disputesOf(charged)
    assert.deepEqual([others.length, disputed.status, await goneOf(charged)], [0, "won", 0])
  }
  await assertLedgerVerifies()
})

test("two disputes of one charge that are lost at once take different parts of it", async () => {
  const charged = await charge()
  const disputed = [await dispute(charged, { amount: 6000 }), await dispute(charged, { amount: 4000 })]
  const table = await lockTable(databaseUrl, "disputes")
  const accepted = disputed.map((each, i) => act(each, "accept", {}, apis[i]))
  await until(async () => (await table.countWaiting()) === 2, "both wait to be written")
  await table.release()
  assert.deepEqual(
    (await Promise.all(accepted)).map(({ status }) => status),
    [200, 200],
  )
  assert.equal(await goneOf(charged), 10_000)
  await assertLedgerVerifies()
})

test("loses an unanswered dispute once when the worker is killed meanwhile", async () => {
  const disputed = await dispute(await charge())
  const blocked = await lockTable(databaseUrl, "ledger_entries")
  const advanced = advance("P15D")
  await until(async () => (await blocked.countWaiting()) > 0, "the loss waits to be written")
  await worker.stop("SIGKILL")
  await blocked.releaseWhenUnused()
  await expireLeases(sql)
  worker = await startServer(databaseUrl)
  await until(async () => (await readDispute(disputed)).status === "lost", "the dispute is lost")
  await advanced
  assert.deepEqual(
    (await entriesOf(disputed)).map(entry => entry.kind),
    ["dispute", "dispute-lost"],
  )
  await assertLedgerVerifies()
})
