import assert from "node:assert/strict"
import { test } from "node:test"
import { signature } from "../../src/gateways/simulator.ts"
import { type Any, inDays, newContact, newIntent, storm, until } from "../harness.ts"
import { holdTable, openServers, startServer } from "./server.ts"

const { apis, databaseUrl, keys, servers, sql } = await openServers(2)
const api = apis[0]!
const tenant = keys.tenantId
const [{ link_key }] = (await sql("select link_key from tenants where id = $1", [tenant])) as [{ link_key: string }]
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
const settled = (_id: string) =>
  until(async () => {
    const now = await readCharge({ _id })
    return now.status !== "processing" && now
  }, `transaction ${_id} is settled`)
const moneyOf = async ({ _id }: Any) => {
  const { paid, due, status } = (await api.get(`/v1/payment-intents/${_id}`)).body.data
  return [paid, due, status]
}
const accruedOf = async ({ _id }: Any) => {
  const [split] = (await api.get(`/v1/payment-splits?paymentIntent=${_id}`)).body.data
  return split && [split.accrued, split.reversed, split.status]
}
/** Two of these at a glance. */
const both = async (...all: Promise<Any[]>[]) => (await Promise.all(all)).map(each => each.join(" "))
const booksAreRight = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
const creditOf = async (source: string) => {
  const [entry] = (await api.get(`/v1/ledger/entries?source=${source}&kind=charge`)).body.data
  return entry.postings.find((each: Any) => each.account === `credit:${contact._id}`)?.credit ?? 0
}
let said = 0
/** An event as the simulator would post it, to one process and the other in turn. */
const say = (type: string, { _id }: Any, fields: object = {}) => {
  const bytes = JSON.stringify({ id: `${type} ${_id}`, tenant, type, key: _id, ...fields })
  const headers = { authorization: null, "x-tenant-id": null, "simulator-signature": signature(link_key, Buffer.from(bytes)) }
  return apis[said++ % 2]!.post("/v1/gateways/simulator/events", bytes, headers)
}
const effectOf = async (answer: ReturnType<typeof say>) => (await answer).body.data?.effect

test("an event that is not signed as the gateway signs is refused, wherever it was touched", async () => {
  const begun = (await charge(await create(), "tok_processing_then_success")).body.data
  const bytes = JSON.stringify({ id: "forged", tenant, type: "charge.succeeded", key: begun._id })
  const good = signature(link_key, Buffer.from(bytes))
  const post = (body: string, sign: string | null) => api.post("/v1/gateways/simulator/events", body, { "simulator-signature": sign })
  for (const [body, sign] of [
    [bytes.replace("succeeded", "succeedes"), good],
    [`${bytes} `, good],
    [bytes, null],
    [bytes, good.replace(/.$/, last => (last === "0" ? "1" : "0"))],
    [bytes, signature("another key", Buffer.from(bytes))],
    ["{}", good],
  ] as const) {
    const { status, body: answer } = await post(body, sign)
    assert.deepEqual([status, answer.error.code], [401, "GTW-1001"])
  }
  assert.equal((await readCharge(begun)).status, "processing")
  assert.equal((await api.post("/v1/gateways/other/events", bytes)).body.error.code, "GEN-1004")
  assert.equal(await effectOf(say("charge.succeeded", { _id: "f".repeat(24) })), "no such charge")
  assert.equal((await post(bytes, good)).status, 200)
})

test("the same event twenty times at once has one effect", async () => {
  for (const status of ["succeeded", "failed"]) {
    const begun = (await charge(await create(), "tok_processing_then_success")).body.data
    const answers = await storm(20, () => say(`charge.${status}`, begun, { code: "debit_failed", reason: "no" }))
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([200]))
    assert.equal(answers.filter(({ body }) => body.data.effect === status).length, 1)
    assert.deepEqual([(await readCharge(begun)).status, (await readCharge(begun)).version], [status, 3])
  }
  const transfers = await storm(20, () =>
    say("bank-transfer.received", { _id: "one" }, { reference: "nobody's", amount: 77, currency: "BRL" }),
  )
  assert.equal(transfers.filter(({ body }) => body.data.effect === "unallocated").length, 1)
  assert.equal((await api.get("/v1/bank-transfers?reference=nobody's")).body.count, 1)
  await booksAreRight()
})

test("events late, doubled and out of order leave what the first truth left", async () => {
  const intent = await create()
  const begun = (await charge(intent, "tok_processing_then_success")).body.data
  assert.equal(await effectOf(say("charge.succeeded", begun)), "succeeded")
  assert.equal(await effectOf(say("charge.processing", begun)), "noted")
  assert.equal(await effectOf(say("charge.failed", begun, { code: "late", reason: "late" })), "it was succeeded already")
  assert.equal(await effectOf(say("charge.succeeded", begun)), "known")
  assert.equal(await effectOf(say("charge.succeeded", begun, { id: "a second one" })), "it was succeeded already")
  assert.deepEqual(await moneyOf(intent), [10_000, 0, "paid-full"])
  const early = (await charge(await create(), "tok_processing_then_success")).body.data
  assert.equal(await effectOf(say("charge.reversed", early)), "failed") // money that went back before it came never was there
  assert.equal(await effectOf(say("charge.succeeded", early)), "it was failed already")
  await booksAreRight()
})

test("a reversal twenty times at once, as one event and as many, takes back once", async () => {
  for (const before of [0, 5000, 0, 0, 0]) {
    const intent = await create()
    if (before > 0) await pay(intent, before)
    const begun = (await charge(intent, "tok_success")).body.data
    const answers = await storm(20, i => say("charge.reversed", begun, i % 2 ? { id: `reversal ${i} of ${begun._id}` } : {}))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    assert.equal(answers.filter(({ body }) => body.data.effect === "reversed").length, 1)
    assert.deepEqual([(await moneyOf(intent))[0], (await accruedOf(intent))[0]], [before, before / 10])
    assert.equal((await charge(intent, "tok_success")).status, 201)
    assert.deepEqual([(await moneyOf(intent))[0], (await accruedOf(intent))[0]], [10_000, 1000])
  }
  await booksAreRight()
})

test("a charge of a plan that is reversed takes back from exactly the installments it paid", async () => {
  const schedule = [6000, 4000].map((amount, i) => ({ dueAt: inDays(600 + i), amount }))
  const plan = await create({ intentType: "payment-plan", schedule })
  const [one, two] = plan.installments.map((_id: string) => ({ _id }))
  await pay(two, 1000)
  const begun = (await charge(plan, "tok_success", { amount: 7000 })).body.data
  assert.deepEqual(await both(moneyOf(one), moneyOf(two)), ["6000 0 paid-full", "2000 2000 paid-partial"])
  await pay(two, 2000)
  await say("charge.reversed", begun)
  assert.deepEqual(await both(moneyOf(one), moneyOf(two)), ["0 6000 due", "3000 1000 paid-partial"])
  assert.deepEqual(await both(moneyOf(plan), accruedOf(plan)), ["3000 7000 paid-partial", "300 700 due"])
  await booksAreRight()
})

test("a success that comes after the debt was paid otherwise becomes the payer's credit", async () => {
  for (const meanwhile of [10_000, 7000]) {
    const intent = await create()
    const begun = (await charge(intent, "tok_processing_then_success")).body.data
    assert.equal((await pay(intent, meanwhile)).status, 201)
    await say("charge.succeeded", begun)
    assert.deepEqual([(await readCharge(begun)).status, await moneyOf(intent)], ["succeeded", [10_000, 0, "paid-full"]])
    assert.equal(await creditOf(begun._id), meanwhile)
    await say("charge.reversed", begun)
    assert.equal((await moneyOf(intent))[0], meanwhile)
  }
  await booksAreRight()
})

test("a success on an intent that was canceled meanwhile becomes the payer's credit", async () => {
  const intent = await create()
  const begun = (await charge(intent, "tok_processing_then_success")).body.data
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).body.error.code, "PIN-1006")
  await sql("update transactions set gateway = null where id = $1", [begun._id]) // as if it were not known to be at a gateway
  assert.equal((await api.post(`/v1/payment-intents/${intent._id}/cancel`)).status, 200)
  await sql("update transactions set gateway = 'simulator', status = 'processing' where id = $1", [begun._id])
  await sql("insert into tallies (tenant_id, kind, value, n) values ($1, 'in-flight', 'BRL', 10000)", [tenant])
  assert.equal(await effectOf(say("charge.succeeded", begun)), "succeeded")
  assert.deepEqual([await moneyOf(intent), await creditOf(begun._id)], [[0, 10_000, "canceled"], 10_000])
  await booksAreRight()
})

const chargesAtGateway = async (transaction: string) => (await sql("select 1 from simulator_charges where key = $1", [transaction])).length
const transactionsOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.data
const lost = (answer: Promise<{ status: number }>) => answer.then(({ status }) => String(status)).catch(() => "no answer")

/** The moment between the two: the gateway has charged, and the outcome waits to be written. */
async function chargedButNotWritten(intent: Any, fields: object, key?: string) {
  const atGateway = await holdTable(databaseUrl, "simulator_charges")
  const answer = lost(charge(intent, "tok_success", fields, key))
  await until(async () => (await atGateway.waiting()) > 0, "the gateway is asked")
  const books = await holdTable(databaseUrl, "ledger_entries")
  await atGateway.release()
  await until(async () => (await books.waiting()) > 0, "the outcome waits to be written")
  return { books, answer }
}

/** Kill -9; what it had sent and nobody got to yet is given up by the database (a lock is waited for 2 s), then it starts again. */
async function killAndRestart(held: Awaited<ReturnType<typeof holdTable>>) {
  const { port } = new URL(servers[0]!.baseUrl)
  await servers[0]!.stop("SIGKILL")
  await until(async () => (await held.waiting()) === 0, "nothing of it waits any more")
  await held.release()
  servers[0] = await startServer(databaseUrl, { PORT: port })
}

test("killed between the gateway's answer and the commit: one charge, resolved by asking, and the retry hears of that one", async () => {
  const intent = await create()
  const { books, answer } = await chargedButNotWritten(intent, { amount: 10_000 }, "killed")
  const [begun] = await sql("select id from transactions where payment_intent_id = $1", [intent._id])
  assert.equal(await chargesAtGateway(begun.id), 1)
  await killAndRestart(books)
  assert.equal(await answer, "no answer")
  const [left] = await transactionsOf(intent)
  assert.deepEqual([left._id, left.status, await moneyOf(intent)], [begun.id, "processing", [0, 10_000, "due"]])
  assert.equal((await charge(intent, "tok_success", { amount: 10_000 }, "killed")).body.error.code, "IDM-1003")
  assert.equal((await charge(intent, "tok_declined", { amount: 10_000 }, "killed")).body.error.code, "IDM-1002")
  assert.equal((await charge(intent, "tok_success", {}, "another")).body.error.code, "TRX-2004")
  await advance("PT31S")
  const retries = await storm(6, () => charge(intent, "tok_success", { amount: 10_000 }, "killed"))
  for (const { status, body } of retries) if (status !== 201) assert.equal(body.error.code, "IDM-1003")
  const heard = (await charge(intent, "tok_success", { amount: 10_000 }, "killed")).body.data
  assert.deepEqual([heard._id, heard.status], [begun.id, "succeeded"])
  assert.deepEqual([await chargesAtGateway(begun.id), (await transactionsOf(intent)).length], [1, 1])
  assert.deepEqual(await both(moneyOf(intent), accruedOf(intent)), ["10000 0 paid-full", "1000 0 due"])
  await booksAreRight()
})

test("killed and never asked again by anybody: the worker finds the charge and counts it", async () => {
  const intent = await create()
  const { books } = await chargedButNotWritten(intent, { amount: 3000 })
  await killAndRestart(books)
  const [begun] = await transactionsOf(intent)
  await advance("PT16S")
  assert.equal((await settled(begun!._id)).status, "succeeded")
  assert.deepEqual([await chargesAtGateway(begun!._id), await moneyOf(intent)], [1, [3000, 7000, "paid-partial"]])
  await booksAreRight()
})

test("killed before the gateway heard of it: nothing is charged, and that is known in the end", async () => {
  const intent = await create()
  const atGateway = await holdTable(databaseUrl, "simulator_charges")
  void lost(charge(intent, "tok_success", {}, "unheard"))
  await until(async () => (await atGateway.waiting()) > 0, "the gateway is asked")
  await killAndRestart(atGateway)
  const [begun] = await transactionsOf(intent)
  assert.deepEqual([begun!.status, await chargesAtGateway(begun!._id)], ["processing", 0])
  await advance("PT1M")
  await until(async () => (await transactionsOf(intent))[0]!.outcome === "unknown", "it was looked up")
  await advance("PT10M")
  const { status, failure } = await settled(begun!._id)
  assert.deepEqual([status, failure.code, await chargesAtGateway(begun!._id)], ["failed", "never_arrived", 0])
  const again = await charge(intent, "tok_success", {}, "unheard")
  assert.deepEqual([again.status, again.body.error?.details.transaction], [402, begun!._id])
  assert.equal((await charge(intent, "tok_success")).status, 201)
  await booksAreRight()
})

test("kills in the midst of many charges: what the gateway took is what was paid, each once", async () => {
  const intents = await storm(30, () => create())
  for (let round = 0; round < 3; round++) {
    const { port } = new URL(servers[0]!.baseUrl)
    let answered = 0
    const storming = Promise.all(
      intents.map(async (intent, i) => {
        await lost(charge(intent, i % 3 ? "tok_success" : "tok_timeout_but_charged", { amount: 2000 }, `storm ${i}`))
        answered++
      }),
    )
    if (round < 2) {
      await until(async () => answered >= 4, "some are through")
      await servers[0]!.stop("SIGKILL")
      servers[0] = await startServer(databaseUrl, { PORT: port })
    }
    await storming
    await advance("PT31S")
  }
  await advance("PT11M")
  const open = "select 1 from transactions where status = 'processing' and payment_intent_id = any($1)"
  await until(async () => (await sql(open, [intents.map(({ _id }) => _id)])).length === 0, "all are known")
  for (const intent of intents) {
    const all = await transactionsOf(intent)
    const took = await Promise.all(all.map(({ _id }) => chargesAtGateway(_id)))
    assert.ok(all.every(({ status }, i) => took[i] === Number(status === "succeeded")))
    const times = took.filter(n => n > 0).length
    assert.ok(times <= 1)
    assert.equal((await moneyOf(intent))[0], 2000 * times)
  }
  await booksAreRight()
})
