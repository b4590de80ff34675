// Cycles of subscriptions over several workers, some of which are killed: each is raised once, in order, and charged once.
import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, linkKeyOf, startTestServer } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { noJobIsDue, subscriptionFixtures } from "../subscription-fixtures.ts"
import { expireLeases, lockTable, startServer } from "./server-process.ts"

const { api, databaseUrl, keys, sql } = await startTestServer({ ROLE: "api" })
const linkKey = await linkKeyOf({ sql }, keys.tenantId)
const startWorker = () => startServer(databaseUrl, { ROLE: "worker" })
/** The processes that run jobs. */
const workers = [await startWorker()]
const fixtures = subscriptionFixtures(api, 60_000) // a wait ends as soon as its condition holds, and a busy machine is slow
const {
  advance,
  assertLedgerVerifies,
  attempted,
  autoCharge,
  chargesOf,
  inMinutes,
  newMandate,
  raised,
  raisedBy,
  read,
  subscribe,
  waitUntil,
} = fixtures

const cyclesOf = (rows: Any[]) => rows.map(({ cycle }) => cycle)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const stopWorkers = async () => {
  await Promise.all(workers.splice(0).map(worker => worker.stop()))
}
/** Time passes while no worker runs. */
const passDays = (n: number) => sql("update tenants set clock_offset_ms = clock_offset_ms + $1", [n * 86_400_000])
const killOne = async () => {
  await workers.shift()?.stop("SIGKILL")
  await expireLeases(sql)
  workers.push(await startWorker())
}
const idle = () => noJobIsDue(sql, 60_000)

test("after downtime each missed cycle is raised once, in order, by two workers that are killed meanwhile", async () => {
  const [count, cycles] = [4, 15]
  const subscriptions = await Promise.all(upTo(count).map(() => subscribe({ cycles })))
  await Promise.all(subscriptions.map(each => raised(each, 1)))
  await stopWorkers()
  await passDays(20)
  workers.push(...(await Promise.all([startWorker(), startWorker()])))
  const countRaised = async () => (await sql("select count(*)::int as n from payment_intents"))[0].n as number
  for (let round = 1; round <= faultRounds(3); round++) {
    const target = Math.min(count * cycles, (await countRaised()) + 10)
    await waitUntil(async () => (await countRaised()) >= target, `${target} requests are raised`)
    await killOne()
  }
  for (const subscription of subscriptions) {
    await raised(subscription, cycles)
    await idle()
    const rows = await raisedBy(subscription)
    assert.deepEqual(cyclesOf(rows), upTo(cycles)) // in the order of their creation
    assert.equal(new Set(rows.map(({ dueAt }) => dueAt)).size, cycles)
    const { cycle, status, stats } = await read("subscriptions", subscription._id)
    assert.deepEqual([cycle, status, stats.raised], [cycles, "completed", cycles])
  }
  await assertLedgerVerifies()
})

test("raises a cycle once, and not the next one, when two workers have its job", async () => {
  while (workers.length < 2) workers.push(await startWorker())
  const subscription = await subscribe({ startAt: await inMinutes(60) })
  const blocked = await lockTable(databaseUrl, "subscriptions")
  await sql("update jobs set next_at = now() where payload ->> 'subscription' = $1", [subscription._id])
  await waitUntil(async () => (await blocked.countWaiting()) === 1, "one worker waits to commit the cycle")
  await expireLeases(sql)
  await waitUntil(async () => (await blocked.countWaiting()) === 2, "the other one waits too")
  await blocked.release()
  await raised(subscription, 1)
  await idle()
  assert.deepEqual(cyclesOf(await raisedBy(subscription)), [1])
  const waiting = await sql("select payload from jobs where payload ->> 'subscription' = $1", [subscription._id])
  assert.equal(waiting.length, 1)
})

test("raises the old cycle or none when the schedule changes meanwhile", async () => {
  const subscription = await subscribe({ startAt: await inMinutes(60) })
  const blocked = await lockTable(databaseUrl, "payment_intents")
  await sql("update jobs set next_at = now() where payload ->> 'subscription' = $1", [subscription._id])
  await waitUntil(async () => (await blocked.countWaiting()) > 0, "a worker waits to commit the cycle")
  const cancel = api.post(`/v1/subscriptions/${subscription._id}/cancel`, { at: "now" })
  await blocked.release()
  assert.equal((await cancel).body.data.status, "canceled")
  await idle()
  const { cycle } = await read("subscriptions", subscription._id)
  assert.deepEqual(cyclesOf(await raisedBy(subscription)), upTo(cycle))
  await assertLedgerVerifies()
})

test("a subscription that is canceled while its debit is prepared debits nothing", async () => {
  const subscription = await autoCharge(await newMandate(), { startAt: await inMinutes(60) })
  const blocked = await lockTable(databaseUrl, "transactions")
  await sql("update jobs set next_at = now() where payload ->> 'subscription' = $1", [subscription._id])
  await raised(subscription, 1)
  await waitUntil(async () => (await blocked.countWaiting()) > 0, "a worker waits to commit the attempt")
  assert.equal((await api.post(`/v1/subscriptions/${subscription._id}/cancel`, { at: "now" })).body.data.status, "canceled")
  await blocked.release()
  await idle()
  const [intent] = await raisedBy(subscription)
  assert.deepEqual([await chargesOf(intent), (await read("payment-intents", intent._id)).paid], [[], 0])
})

/** A subscription whose first debit reaches the gateway when no worker is left. */
async function killedAtGateway() {
  while (workers.length > 1) await workers.shift()!.stop()
  const subscription = await autoCharge(await newMandate(), { startAt: await inMinutes(60) })
  const gateway = await lockTable(databaseUrl, "simulator_charges")
  await sql("update jobs set next_at = now() where payload ->> 'subscription' = $1", [subscription._id])
  await waitUntil(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  await workers.shift()!.stop("SIGKILL")
  await gateway.releaseWhenUnused()
  const [intent] = await raised(subscription, 1)
  const [charge] = await chargesOf(intent)
  assert.equal(charge.status, "processing")
  return { subscription, intent, charge }
}

test("charges a cycle once with another worker after a kill during the gateway's call", async () => {
  const { intent, charge } = await killedAtGateway()
  await expireLeases(sql)
  workers.push(await startWorker(), await startWorker())
  const rows = await attempted(intent, 1)
  await idle()
  assert.deepEqual(
    rows.map(({ _id, status }) => [_id, status]),
    [[charge._id, "succeeded"]],
  )
  assert.equal((await sql("select 1 from simulator_charges where key = $1", [charge._id])).length, 1)
  assert.equal((await read("payment-intents", intent._id)).paid, 5000)
  await assertLedgerVerifies()
})

test("records a failure that arrives while no worker runs in its own commit, and retries the charge a day later", async () => {
  const { subscription, intent, charge } = await killedAtGateway()
  const event = {
    id: `failed ${charge._id}`,
    tenant: keys.tenantId,
    type: "charge.failed",
    key: charge._id,
    code: "returned",
    reason: "no",
  }
  const bytes = JSON.stringify(event)
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  assert.equal((await api.post("/v1/gateways/simulator/events", bytes, headers)).body.data.effect, "failed")
  const { lastFailure, stats } = await read("subscriptions", subscription._id)
  assert.deepEqual([lastFailure.code, stats.failed], ["returned", 1])
  await expireLeases(sql)
  workers.push(await startWorker())
  await idle()
  assert.equal((await chargesOf(intent)).length, 1)
  await advance("P1D")
  const rows = await attempted(intent, 2)
  assert.deepEqual(
    rows.map(({ status }) => status),
    ["failed", "succeeded"],
  )
  await assertLedgerVerifies()
})
