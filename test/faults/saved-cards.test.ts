// Cycles that are charged to saved cards over several workers, some of which are killed: each is charged once, and asks the payer once.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { noJobIsDue, subscriptionFixtures } from "../subscription-fixtures.ts"
import { expireLeases, lockTable, startServer } from "./server-process.ts"

const { api, databaseUrl, sql } = await startTestServer({ ROLE: "api" })
const startWorker = () => startServer(databaseUrl, { ROLE: "worker" })
const workers = [await startWorker(), await startWorker()]
const fixtures = subscriptionFixtures(api, 60_000) // a wait ends as soon as its condition holds, and a busy machine is slow
const { advance, assertLedgerVerifies, attempted, becomes, chargeCard, chargesOf, inMinutes, mailsTo, newCard, raised, read, waitUntil } =
  fixtures

const idle = () => noJobIsDue(sql, 60_000)
const runNow = ({ _id }: Any) => sql("update jobs set next_at = now() where payload ->> 'subscription' = $1", [_id])
const chargedAt = async ({ _id }: Any) => (await sql("select 1 from simulator_charges where key = $1", [_id])).length
const confirmMails = async (contact: string) =>
  (await mailsTo(await read("contacts", contact))).filter(({ kind }) => kind === "authentication-needed").length

test("two workers that run the same renewal charge it once", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const subscription = await chargeCard(await newCard(), { startAt: await inMinutes(60) })
    const blocked = await lockTable(databaseUrl, "transactions")
    await runNow(subscription)
    const [intent] = await raised(subscription, 1)
    await waitUntil(async () => (await blocked.countWaiting()) > 0, "a worker waits to commit the attempt")
    await sql(
      `insert into jobs (tenant_id, id, kind, payload, next_at, created_at, real_time)
      select tenant_id, md5(random()::text)::char(24), kind, payload, now(), created_at, real_time from jobs
      where kind = 'charge-cycle' and payload ->> 'paymentIntent' = $1`,
      [intent._id],
    )
    await waitUntil(async () => (await blocked.countWaiting()) > 1, "the other worker waits, too")
    await blocked.release()
    const [charge, ...others] = await attempted(intent, 1)
    await idle()
    assert.deepEqual([charge.status, others.length, await chargedAt(charge)], ["succeeded", 0, 1])
    assert.equal((await read("payment-intents", intent._id)).paid, 5000)
  }
  await assertLedgerVerifies()
})

test("a card that is removed while its charge is prepared is not charged", async () => {
  const card = await newCard()
  const subscription = await chargeCard(card, { startAt: await inMinutes(60) })
  const blocked = await lockTable(databaseUrl, "transactions")
  await runNow(subscription)
  const [intent] = await raised(subscription, 1)
  await waitUntil(async () => (await blocked.countWaiting()) > 0, "a worker waits to commit the attempt")
  assert.equal((await api.post(`/v1/saved-methods/${card._id}/remove`)).body.data.status, "removed")
  await blocked.release()
  await becomes("subscriptions", subscription._id, ({ lastFailure }) => lastFailure?.code === "SVM-2001", "the attempt is refused")
  await idle()
  assert.deepEqual([await chargesOf(intent), (await read("payment-intents", intent._id)).paid], [[], 0])
})

/** A subscription whose first charge reaches the gateway while no worker is left. */
async function killedAtGateway(token?: string) {
  while (workers.length > 1) await workers.shift()!.stop()
  if (workers.length === 0) workers.push(await startWorker())
  const card = await newCard(token)
  const subscription = await chargeCard(card, { startAt: await inMinutes(60) })
  const gateway = await lockTable(databaseUrl, "simulator_charges")
  await runNow(subscription)
  await waitUntil(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  await workers.shift()!.stop("SIGKILL")
  await gateway.releaseWhenUnused()
  const [intent] = await raised(subscription, 1)
  const [charge] = await chargesOf(intent)
  assert.equal(charge.status, "processing")
  await expireLeases(sql)
  workers.push(await startWorker(), await startWorker())
  return { card, intent, charge }
}

test("killed while the gateway is called: another worker charges the card, once", async () => {
  const { intent, charge } = await killedAtGateway()
  const rows = await attempted(intent, 1)
  await idle()
  assert.deepEqual(
    rows.map(({ _id, status }) => [_id, status]),
    [[charge._id, "succeeded"]],
  )
  assert.equal(await chargedAt(charge), 1)
  await assertLedgerVerifies()
})

test("killed while the bank asks for the payer: one mail, and what is not confirmed is noted once", async () => {
  const { card, intent, charge } = await killedAtGateway("tok_authenticate_later")
  await becomes("transactions", charge._id, ({ action }) => action !== null, "the bank asks for the payer")
  await idle()
  assert.deepEqual([await confirmMails(card.contact), await chargedAt(charge)], [1, 1])
  for (let round = 0; round < faultRounds(2); round++) {
    await workers.shift()!.stop("SIGKILL")
    await expireLeases(sql)
    workers.push(await startWorker())
    await advance("P3D")
  }
  await advance("P6D")
  await becomes("transactions", charge._id, ({ status }) => status === "canceled", "the attempt has ended")
  await idle()
  const mails = await mailsTo(await read("contacts", card.contact))
  assert.equal(mails.filter(({ kind }) => kind === "charge-failed").length, 1)
  assert.deepEqual([await confirmMails(card.contact), (await chargesOf(intent)).length], [1, 1])
})
