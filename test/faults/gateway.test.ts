import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/money/gateways/simulator.ts"
import { type Any, inDays, inParallel, linkKeyOf, newContact, newIntent, until } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const pair = await startPair()
const { apis, databaseUrl, keys, sql } = pair
let { killable } = pair
const api = apis[0]!
const tenant = keys.tenantId
const linkKey = await linkKeyOf({ sql }, tenant)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const splitTerms = { type: "percentage", basisPoints: 1000 }
await api.post("/v1/partnerships/create", { name: "Casa", code: "CASA", kind: "supplier", splitTerms })

const create = async (fields: object = {}): Promise<Any> => {
  const items = [{ name: "Course", amount: 10_000, supplier: "CASA" }]
  return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
}
const path = "/v1/gateways/simulator/charges/create"
const charge = ({ _id }: Any, token: string, fields: object = {}, key?: string) =>
  api.create(path, { paymentIntent: _id, method: "card", token, ...fields }, key)
const pay = (intent: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash" })
const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const readCharge = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/transactions/${_id}`)).body.data
const waitForOutcome = (_id: string) =>
  until(async () => {
    const now = await readCharge({ _id })
    return now.status !== "processing" && now
  }, `transaction ${_id} has an outcome`)
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}
const accruedOf = async ({ _id }: Any) => {
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return split && [split.accrued, split.reversed, split.status]
}
/** Returns one line for each, so that one assertion can compare several. */
const inLines = async (...all: Promise<Any[]>[]) => (await Promise.all(all)).map(each => each.join(" "))
const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const creditOf = async (source: string) => {
  const [entry] = (await api.get(`/v1/ledger/entries?source=${source}&kind=charge`)).body.data
  return entry.postings.find((each: Any) => each.account === `credit:${contact._id}`)?.credit ?? 0
}
let sentEvents = 0
/** Posts an event as the simulator would, alternating between the two processes. */
const sendEvent = (type: string, { _id }: Any, fields: object = {}) => {
  const bytes = JSON.stringify({ id: `${type} ${_id}`, tenant, type, key: _id, ...fields })
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(linkKey, Buffer.from(bytes)) }
  return apis[sentEvents++ % 2]!.post("/v1/gateways/simulator/events", bytes, headers)
}
const effectOf = async (response: ReturnType<typeof sendEvent>) => (await response).body.data?.effect

test("an event without a valid signature is refused, whichever part was changed", async () => {
  const pending = (await charge(await create(), "tok_processing_then_success")).body.data
  const bytes = JSON.stringify({ id: "forged", tenant, type: "charge.succeeded", key: pending._id })
  const validSignature = signature(linkKey, Buffer.from(bytes))
  const post = (body: string, signatureHeader: string | null) =>
    api.post("/v1/gateways/simulator/events", body, { "simulator-signature": signatureHeader })
  for (const [body, header] of [
    [bytes.replace("succeeded", "succeedes"), validSignature],
    [`${bytes} `, validSignature],
    [bytes, null],
    [bytes, validSignature.replace(/.$/, last => (last === "0" ? "1" : "0"))],
    [bytes, signature("another key", Buffer.from(bytes))],
    ["{}", validSignature],
  ] as const) {
    const { status, body: refusal } = await post(body, header)
    assert.deepEqual([status, refusal.error.code], [401, "GTW-1001"])
  }
  assert.equal((await readCharge(pending)).status, "processing")
  assert.equal((await api.post("/v1/gateways/other/events", bytes)).body.error.code, "GEN-1004")
  assert.equal(await effectOf(sendEvent("charge.succeeded", { _id: "f".repeat(24) })), "no such charge")
  assert.equal((await post(bytes, validSignature)).status, 200)
})

test("the same event twenty times at once has one effect", async () => {
  for (const status of ["succeeded", "failed"]) {
    const pending = (await charge(await create(), "tok_processing_then_success")).body.data
    const answers = await inParallel(20, () => sendEvent(`charge.${status}`, pending, { code: "debit_failed", reason: "no" }))
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]))
    assert.equal(answers.filter(({ body }) => body.data.effect === status).length, 1)
    assert.deepEqual([(await readCharge(pending)).status, (await readCharge(pending)).version], [status, 3])
  }
  const transfers = await inParallel(20, () =>
    sendEvent("bank-transfer.received", { _id: "one" }, { reference: "nobody's", amount: 77, currency: "BRL" }),
  )
  assert.equal(transfers.filter(({ body }) => body.data.effect === "unallocated").length, 1)
  assert.equal((await api.get("/v1/bank-transfers?reference=nobody's")).body.count, 1)
  await assertLedgerVerifies()
})

test("late, duplicate and out-of-order events do not change the first final outcome", async () => {
  const intent = await create()
  const pending = (await charge(intent, "tok_processing_then_success")).body.data
  assert.equal(await effectOf(sendEvent("charge.succeeded", pending)), "succeeded")
  assert.equal(await effectOf(sendEvent("charge.processing", pending)), "noted")
  assert.equal(await effectOf(sendEvent("charge.failed", pending, { code: "late", reason: "late" })), "it was succeeded already")
  assert.equal(await effectOf(sendEvent("charge.succeeded", pending)), "known")
  assert.equal(await effectOf(sendEvent("charge.succeeded", pending, { id: "a second one" })), "it was succeeded already")
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
  const early = (await charge(await create(), "tok_processing_then_success")).body.data
  assert.equal(await effectOf(sendEvent("charge.reversed", early)), "failed") // a reversal before the success means that no money arrived
  assert.equal(await effectOf(sendEvent("charge.succeeded", early)), "it was failed already")
  await assertLedgerVerifies()
})

test("twenty reversals at once, some of them the same event, take the money back once", async () => {
  for (const before of [0, 5000, 0, 0, 0]) {
    const intent = await create()
    if (before > 0) await pay(intent, before)
    const pending = (await charge(intent, "tok_success")).body.data
    const answers = await inParallel(20, i => sendEvent("charge.reversed", pending, i % 2 ? { id: `reversal ${i} of ${pending._id}` } : {}))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    assert.equal(answers.filter(({ body }) => body.data.effect === "reversed").length, 1)
    assert.deepEqual([(await moneyOf(intent))[0], (await accruedOf(intent))[0]], [before, before / 10])
    assert.equal((await charge(intent, "tok_success")).status, 201)
    assert.deepEqual([(await moneyOf(intent))[0], (await accruedOf(intent))[0]], [10_000, 1000])
  }
  await assertLedgerVerifies()
})

test("reversing a charge of a plan takes back from exactly the installments it paid", async () => {
  const schedule = [6000, 4000].map((amount, i) => ({ dueAt: inDays(600 + i), amount }))
  const plan = await create({ intentType: "payment-plan", schedule })
  const [one, two] = plan.installments.map((_id: string) => ({ _id }))
  await pay(two, 1000)
  const pending = (await charge(plan, "tok_success", { amount: 7000 })).body.data
  assert.deepEqual(await inLines(moneyOf(one), moneyOf(two)), ["6000 0 paid-full", "2000 2000 paid-partial"])
  await pay(two, 2000)
  await sendEvent("charge.reversed", pending)
  assert.deepEqual(await inLines(moneyOf(one), moneyOf(two)), ["0 6000 due", "3000 1000 paid-partial"])
  assert.deepEqual(await inLines(moneyOf(plan), accruedOf(plan)), ["3000 7000 paid-partial", "300 700 due"])
  await assertLedgerVerifies()
})

test("credits the payer with a success that arrives after the intent was paid otherwise", async () => {
  for (const otherPayment of [10_000, 7000]) {
    const intent = await create()
    const pending = (await charge(intent, "tok_processing_then_success")).body.data
    assert.equal((await pay(intent, otherPayment)).status, 201)
    await sendEvent("charge.succeeded", pending)
    assert.deepEqual([(await readCharge(pending)).status, await moneyOf(intent)], ["succeeded", [10_000, 0, "paid-full"]])
    assert.equal(await creditOf(pending._id), otherPayment)
    await sendEvent("charge.reversed", pending)
    assert.equal((await moneyOf(intent))[0], otherPayment)
  }
  await assertLedgerVerifies()
})

test("a success for an intent that was canceled meanwhile becomes the payer's credit", async () => {
  const intent = await create()
  const pending = (await charge(intent, "tok_processing_then_success")).body.data
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).body.error.code, "PIN-1006")
  await sql("update transactions set gateway = null where id = $1", [pending._id]) // hides the gateway's charge from the cancel
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).status, 200)
  await sql(
    `with charged as (
       update transactions set gateway = 'simulator', status = 'processing', revision = revision + 1 where id = $1 returning *
     )
     insert into row_changes (tenant_id, kind, object_id, revision, before)
     select tenant_id, 'transactions', id, revision - 1, '{"status": "canceled"}' from charged`,
    [pending._id],
  )
  await sql(
    `insert into tallies (tenant_id, kind, value, n)
     values ($1, 'in-flight', 'BRL', 10000), ($1, 'transactions', 'canceled', -1), ($1, 'transactions', 'processing', 1)`,
    [tenant],
  )
  assert.equal(await effectOf(sendEvent("charge.succeeded", pending)), "succeeded")
  assert.deepEqual([await moneyOf(intent), await creditOf(pending._id)], [[0, 10_000, "canceled"], 10_000])
  await assertLedgerVerifies()
})

const chargesAtGateway = async (transaction: string) => (await sql("select 1 from simulator_charges where key = $1", [transaction])).length
const transactionsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.data
const statusOrFailure = (response: Promise<{ status: number }>) => response.then(({ status }) => String(status)).catch(() => "no response")

/** Blocks a charge after the gateway took the money and before the outcome is committed. */
async function chargeWithoutCommit(intent: Any, fields: object, key?: string) {
  const ledger = await lockTable(databaseUrl, "ledger_entries")
  const response = statusOrFailure(charge(intent, "tok_success", fields, key))
  const charged = "select 1 from simulator_charges c join transactions t on t.id = c.key where t.payment_intent_id = $1"
  await until(async () => (await sql(charged, [intent._id])).length === 1, "the gateway has charged")
  await until(async () => (await ledger.countWaiting()) > 0, "the outcome waits to be written")
  return { ledger, response }
}

/** Kills the first process and releases the table once its blocked statements have reached lock_timeout (2 s). */
async function kill(blocked: Awaited<ReturnType<typeof lockTable>>) {
  await killable.stop("SIGKILL")
  await blocked.releaseWhenUnused()
}

async function restart() {
  const { port } = new URL(killable.baseUrl)
  await expireLeases(sql)
  killable = await startServer(databaseUrl, { PORT: port })
}

const delayJobs = (by: string) => sql("update jobs set next_at = next_at + $1::interval", [by])

test("when killed between the gateway's response and the commit, looks the charge up, and the retry returns it", async () => {
  const intent = await create()
  const { ledger, response } = await chargeWithoutCommit(intent, { amount: 10_000 }, "killed")
  await kill(ledger)
  await delayJobs("1 hour") // no worker resolves the charge before the assertions on its pending state
  await restart()
  assert.equal(await response, "no response")
  const [pending] = await sql("select id from transactions where payment_intent_id = $1", [intent._id])
  assert.equal(await chargesAtGateway(pending.id), 1)
  const [found] = await transactionsOf(intent)
  assert.deepEqual([found._id, found.status, await moneyOf(intent)], [pending.id, "processing", [0, 10_000, "due"]])
  assert.equal((await charge(intent, "tok_success", { amount: 10_000 }, "killed")).body.error.code, "IDM-1003")
  assert.equal((await charge(intent, "tok_declined", { amount: 10_000 }, "killed")).body.error.code, "IDM-1002")
  assert.equal((await charge(intent, "tok_success", {}, "another")).body.error.code, "TRX-2004")
  await delayJobs("-1 hour")
  await advance("PT31S")
  const retries = await inParallel(6, () => charge(intent, "tok_success", { amount: 10_000 }, "killed"))
  for (const { status, body } of retries) if (status !== 201) assert.equal(body.error.code, "IDM-1003")
  const retried = (await charge(intent, "tok_success", { amount: 10_000 }, "killed")).body.data
  assert.deepEqual([retried._id, retried.status], [pending.id, "succeeded"])
  assert.deepEqual([await chargesAtGateway(pending.id), (await transactionsOf(intent)).length], [1, 1])
  assert.deepEqual(await inLines(moneyOf(intent), accruedOf(intent)), ["10000 0 paid-full", "1000 0 due"])
  await assertLedgerVerifies()
})

test("the worker looks up and counts a charge that was killed and never retried", async () => {
  const intent = await create()
  const { ledger } = await chargeWithoutCommit(intent, { amount: 3000 })
  await kill(ledger)
  await restart()
  const [pending] = await transactionsOf(intent)
  await advance("PT16S")
  assert.equal((await waitForOutcome(pending!._id)).status, "succeeded")
  assert.deepEqual([await chargesAtGateway(pending!._id), await moneyOf(intent)], [1, [3000, 7000, "paid-partial"]])
  await assertLedgerVerifies()
})

test("charges nothing after a kill before the call of the gateway, and the transaction fails in the end", async () => {
  const intent = await create()
  const gatewayCharges = await lockTable(databaseUrl, "simulator_charges")
  void statusOrFailure(charge(intent, "tok_success", {}, "not called"))
  await until(async () => (await gatewayCharges.countWaiting()) > 0, "the gateway is called")
  await kill(gatewayCharges)
  await restart()
  const [pending] = await transactionsOf(intent)
  assert.deepEqual([pending!.status, await chargesAtGateway(pending!._id)], ["processing", 0])
  await advance("PT1M")
  await until(async () => (await transactionsOf(intent))[0]!.outcome === "unknown", "it was looked up")
  await advance("PT10M")
  const { status, failure } = await waitForOutcome(pending!._id)
  assert.deepEqual([status, failure.code, await chargesAtGateway(pending!._id)], ["failed", "never_arrived", 0])
  const again = await charge(intent, "tok_success", {}, "not called")
  assert.deepEqual([again.status, again.body.error?.code, again.body.error?.details.transaction], [503, "GTW-2002", pending!._id])
  assert.equal((await charge(intent, "tok_success", {}, "not called")).status, 201, "its key is free, because nothing was charged")
  await assertLedgerVerifies()
})

test("counts each charge once, and exactly what the gateway took, after repeated kills during many charges", async () => {
  const intents = await inParallel(30, () => create())
  const kills = faultRounds(2)
  for (let round = 0; round <= kills; round++) {
    let responses = 0
    const requests = Promise.all(
      intents.map(async (intent, i) => {
        await statusOrFailure(charge(intent, i % 3 ? "tok_success" : "tok_timeout_but_charged", { amount: 2000 }, `repeated ${i}`))
        responses++
      }),
    )
    if (round < kills) {
      await until(async () => responses >= 4, "some requests are done")
      await killable.stop("SIGKILL")
      await restart()
    }
    await requests
    await advance("PT31S")
  }
  await advance("PT11M")
  const open = "select 1 from transactions where status = 'processing' and payment_intent_id = any($1)"
  await until(async () => (await sql(open, [intents.map(({ _id }) => _id)])).length === 0, "no charge is processing")
  for (const intent of intents) {
    const all = await transactionsOf(intent)
    const took = await Promise.all(all.map(({ _id }) => chargesAtGateway(_id)))
    assert.ok(all.every(({ status }, i) => took[i] === Number(status === "succeeded")))
    const charged = took.filter(n => n > 0).length
    assert.ok(charged <= 1)
    assert.equal((await moneyOf(intent))[0], 2000 * charged)
  }
  await assertLedgerVerifies()
})
