import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, inParallel, linkKeyOf, newContact, newIntent, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const { apis, databaseUrl, keys, sql } = await startPair({ ROLE: "api" })
let worker = await startServer(databaseUrl) // the only process that runs jobs
const api = apis[0]!
const tenant = keys.tenantId
const linkKey = await linkKeyOf({ sql }, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

const charge = async (token = "tok_success"): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  const body = { paymentIntent: intent._id, method: "card", token }
  return (await api.create("/v1/gateways/simulator/charges/create", body)).body.data
}
const refund = ({ _id }: Any, amount: number, by = api) => by.create("/v1/refund-intents/create", { transaction: _id, amount })
const draft = async (charged: Any, amount: number): Promise<Any> => (await refund(charged, amount)).body.data
const act = ({ _id }: Any, action: string, by = api) => by.post(`/v1/refund-intents/${_id}/${action}`)
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/refund-intents/${_id}`)).body.data
const waitFor = (intent: Any, status: string) => until(async () => (await read(intent)).status === status, `the refund is ${status}`)
const refundsAtSimulator = async ({ _id }: Any) => (await sql("select 1 from simulator_refunds where key = $1", [_id])).length
const refundedOf = async ({ paymentIntent }: Any) => (await api.get(`/v1/payment-intents/${paymentIntent}`)).body.data.refunded
const refundsOf = async (charged: Any) => (await api.get(`/v1/transactions?refundOf=${charged._id}`)).body.count
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const sendReversal = ({ _id }: Any) => {
  const bytes = JSON.stringify({ id: `reversal ${_id}`, tenant, type: "charge.reversed", key: _id })
  return apis[1]!.post("/v1/gateways/simulator/events", bytes, { "simulator-signature": signature(linkKey, Buffer.from(bytes)) })
}

/** Kills the worker while its statements wait for the table, and starts another one, which may claim the jobs of the first at once. */
async function killWorker(blocked: Awaited<ReturnType<typeof lockTable>>) {
  await worker.stop("SIGKILL")
  await blocked.releaseWhenUnused()
  await expireLeases(sql)
  worker = await startServer(databaseUrl)
}

test("books and refunds once after a kill between the gateway's refund and the commit", async () => {
  for (const token of ["tok_success", "tok_refund_timeout"]) {
    const charged = await charge(token)
    const drafted = await draft(charged, 4000)
    const ledger = await lockTable(databaseUrl, "ledger_entries")
    assert.equal((await act(drafted, "approve")).status, 200)
    await until(async () => (await refundsAtSimulator(drafted)) === 1, "the gateway has refunded")
    if (token === "tok_success") await until(async () => (await ledger.countWaiting()) > 0, "the outcome waits to be written")
    await killWorker(ledger)
    await api.post("/v1/simulations/clock", { advance: "PT16S" })
    await waitFor(drafted, "settled")
    assert.deepEqual([await refundsAtSimulator(drafted), await refundsOf(charged), await refundedOf(charged)], [1, 1, 4000])
  }
  await assertLedgerVerifies()
})

test("sends a refund once after the restart when the worker was killed before the call of the gateway", async () => {
  const charged = await charge()
  const drafted = await draft(charged, 4000)
  const gateway = await lockTable(databaseUrl, "simulator_refunds")
  await act(drafted, "approve")
  await until(async () => (await gateway.countWaiting()) > 0, "the gateway is called")
  await killWorker(gateway)
  await waitFor(drafted, "settled")
  assert.deepEqual([await refundsAtSimulator(drafted), await refundedOf(charged)], [1, 4000])
  await assertLedgerVerifies()
})

test("refunds of one charge through two processes at once never exceed it", async () => {
  for (let round = 0; round < faultRounds(3); round++) {
    const charged = await charge()
    const responses = await inParallel(20, i => refund(charged, 1500, apis[i % 2]))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201, 422]))
    const drafts = responses.flatMap(({ status, body }) => (status === 201 ? [body.data] : []))
    assert.equal(drafts.length, 6)
    await inParallel(12, i => act(drafts[i % 6], "approve", apis[i % 2]))
    for (const each of drafts) await waitFor(each, "settled")
    assert.deepEqual([await refundsOf(charged), await refundedOf(charged)], [6, 9000])
  }
  await assertLedgerVerifies()
})

test("a hundred approvals, rejections and cancellations through two processes leave one outcome", async () => {
  const actions = ["approve", "reject", "cancel"]
  for (let round = 0; round < faultRounds(3); round++) {
    const charged = await charge()
    const drafted = await draft(charged, 3000)
    const responses = await inParallel(100, i => act(drafted, actions[(i + round) % 3]!, apis[i % 2]))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    const { status } = await read(drafted)
    if (status === "processing") await waitFor(drafted, "settled")
    const wasApproved = status === "processing" || status === "settled"
    assert.deepEqual([await refundsAtSimulator(drafted), await refundedOf(charged)], wasApproved ? [1, 3000] : [0, 0])
  }
  await assertLedgerVerifies()
})

test("an approval whose charge is reversed before it commits is refused", async () => {
  const charged = await charge()
  const drafted = await draft(charged, 3000)
  const refunds = await lockTable(databaseUrl, "refund_intents")
  const approval = act(drafted, "approve")
  await until(async () => (await refunds.countWaiting()) > 0, "the approval waits to be written")
  assert.equal((await sendReversal(charged)).body.data.effect, "reversed")
  await refunds.release()
  assert.equal((await approval).body.error?.code, "RFD-2001")
  assert.deepEqual([(await read(drafted)).status, await refundsAtSimulator(drafted)], ["draft", 0])
})

test("a draft whose charge is reversed before it commits is refused", async () => {
  const charged = await charge()
  const refunds = await lockTable(databaseUrl, "refund_intents")
  const created = refund(charged, 3000)
  await until(async () => (await refunds.countWaiting()) > 0, "the draft waits to be written")
  await sendReversal(charged)
  await refunds.release()
  assert.equal((await created).body.error?.code, "RFD-2001")
})

test("two refunds of one line, of two charges through two processes, never exceed the line", async () => {
  const items = [400, 600].map((amount, i) => ({ name: `Line ${i}`, amount }))
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  const pay = () => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 500, method: "cash" })
  const charges = [(await pay()).body.data, (await pay()).body.data]
  const refunds = await lockTable(databaseUrl, "refund_intents")
  const drafts = charges.map(({ _id }, i) =>
    apis[i]!.create("/v1/refund-intents/create", { transaction: _id, items: [{ line: 0, amount: 300 }] }),
  )
  await until(async () => (await refunds.countWaiting()) === 2, "both drafts wait to be written")
  await refunds.release()
  const responses = await Promise.all(drafts)
  assert.deepEqual(
    new Set(responses.map(({ status, body }) => `${status} ${body.error?.code}`)),
    new Set(["201 undefined", "422 RFD-2003"]),
  )
})
