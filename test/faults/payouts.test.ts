// Payouts over several processes, and workers that are killed between the gateway's answer and the commit.
import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, inParallel, linkKeyOf, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const { apis, databaseUrl, keys, sql } = await startPair({ ROLE: "api" })
let worker = await startServer(databaseUrl) // the only process that runs jobs
const api = apis[0]!
const linkKey = await linkKeyOf({ sql }, keys.tenantId)
const { advance, assertLedgerVerifies, balance, bodyFor, dueSplit, newPartner, newPayout, newSale, pay, read, toSelf } =
  await payoutFixtures(api)

const waitFor = (payout: Any, status: string) =>
  until(async () => {
    const now = await read("payouts", payout)
    return now.status === status && now
  }, `the payout is ${status}`)
const payoutsAtSimulator = async ({ _id }: Any) => (await sql("select 1 from simulator_payouts where key = $1", [_id])).length
const countOf = (answers: { status: number }[], status: number) => answers.filter(answer => answer.status === status).length
let sent = 0
const sendEvent = (type: string, { _id }: Any, fields: object = {}) => {
  const bytes = JSON.stringify({ id: `${type} ${_id}`, tenant: keys.tenantId, type, key: _id, ...fields })
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return apis[sent++ % 2]!.post("/v1/gateways/simulator/events", bytes, headers)
}
const effectOf = async (response: ReturnType<typeof sendEvent>) => (await response).body.data?.effect

/** Kills the worker while its statements wait for the table, and starts another one, which may claim the jobs of the first at once. */
async function killWorker(blocked: Awaited<ReturnType<typeof lockTable>>) {
  await worker.stop("SIGKILL")
  await blocked.releaseWhenUnused()
  await expireLeases(sql)
  worker = await startServer(databaseUrl)
}

test("looks a payout up and pays it once after a kill between the gateway's response and the commit", async () => {
  const due = await dueSplit()
  const { payable } = await balance()
  await worker.stop() // the payout waits for the next worker
  const payout = await newPayout(bodyFor(due))
  const blocked = await lockTable(databaseUrl, "payouts")
  worker = await startServer(databaseUrl)
  await until(async () => (await payoutsAtSimulator(payout)) === 1, "the gateway has it")
  await until(async () => (await blocked.countWaiting()) > 0, "the answer waits to be written")
  await killWorker(blocked)
  await advance("PT1M")
  await waitFor(payout, "paid")
  assert.equal(await payoutsAtSimulator(payout), 1)
  assert.equal((await read("payment-splits", due.split)).paidOut, 1000)
  assert.equal((await balance()).payable, payable - 1000)
  await assertLedgerVerifies()
})

test("sends a payout once with another worker after a kill before the call of the gateway", async () => {
  const gateway = await lockTable(databaseUrl, "simulator_payouts")
  const payout = await newPayout(bodyFor(await dueSplit()))
  await until(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  await killWorker(gateway)
  await until(async () => (await payoutsAtSimulator(payout)) === 1, "the gateway has it")
  await advance("PT1M")
  await waitFor(payout, "paid")
  await assertLedgerVerifies()
})

test("looks a payout up that the gateway sent without responding, and pays it once", async () => {
  const payout = await newPayout(bodyFor(await dueSplit(1000, undefined, { holder: "Timeout Payout" })))
  await until(async () => (await read("payouts", payout)).outcome === "unknown", "the outcome is unknown")
  await advance("PT2M")
  const paid = await waitFor(payout, "paid")
  assert.deepEqual([paid.outcome, await payoutsAtSimulator(payout)], [null, 1])
  await assertLedgerVerifies()
})

test("twenty payouts of one balance over two processes never exceed it", async () => {
  const byHand = { method: "manual", bankAccount: undefined } // without an account, whose row they would wait for
  await pay(await newSale(await newPartner(), 100))
  const { available } = await balance()
  const part = Math.floor(available / 5)
  const answers = await inParallel(20, i => apis[i % 2]!.create("/v1/payouts/create", toSelf({}, part, byHand)))
  assert.deepEqual([countOf(answers, 201), countOf(answers, 422)], [5, 15])
  assert.equal((await balance()).available, available - 5 * part)
  await assertLedgerVerifies()
})

test("creates one of ten payouts of one split in two processes", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const due = await dueSplit()
    const answers = await inParallel(10, i => apis[i % 2]!.create("/v1/payouts/create", bodyFor(due)))
    assert.deepEqual([countOf(answers, 201), countOf(answers, 409)], [1, 9])
  }
  await assertLedgerVerifies()
})

test("applies duplicate, late and out-of-order events once, in either process", async () => {
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due, { draft: true }))
  await api.post(`/v1/payouts/${payout._id}/send`)
  const effects = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      effectOf(sendEvent("payout.paid", payout, { reference: "r", ...(i % 2 && { id: `paid ${i} ${payout._id}` }) })),
    ),
  )
  assert.equal(effects.filter(effect => effect === "paid").length, 1)
  assert.equal(await effectOf(sendEvent("payout.failed", payout, { reason: "late" })), "it was paid already")
  const returns = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      effectOf(sendEvent("payout.returned", payout, { reason: "closed", id: `returned ${i} ${payout._id}` })),
    ),
  )
  assert.equal(returns.filter(effect => effect === "returned").length, 1)
  assert.equal((await read("payment-splits", due.split)).status, "due")
  const early = await newPayout(bodyFor(due))
  assert.equal(await effectOf(sendEvent("payout.returned", early, { reason: "closed" })), "returned") // before the confirmation
  assert.equal(await effectOf(sendEvent("payout.paid", early, { reference: "r" })), "it was returned already")
  assert.equal(await effectOf(sendEvent("payout.paid", { _id: "f".repeat(24) }, { reference: "r" })), "no such payout")
  await assertLedgerVerifies()
})

test("books the fee that the gateway reports beside the amount", async () => {
  const before = await balance()
  const due = await dueSplit()
  const { available } = await balance()
  const payout = await newPayout(bodyFor(due))
  assert.equal(await effectOf(sendEvent("payout.paid", payout, { reference: "r", fee: 35 })), "paid")
  assert.equal((await read("payouts", payout)).fees, 35)
  assert.deepEqual([(await balance()).available, (await balance()).reserved], [available - 35, before.reserved])
  await assertLedgerVerifies()
  await sendEvent("payout.returned", payout, { reason: "closed" })
  assert.equal((await balance()).available, available - 35)
  await assertLedgerVerifies()
})
