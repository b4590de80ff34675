// Invoices over several processes, workers that are killed while they issue them, and payments that are billed once.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, until } from "../harness.ts"
import { expireLeases, lockTable, startServer, startServers } from "./server-process.ts"

const { apis, databaseUrl, keys, servers, sql } = await startServers(2)
const api = apis[0]!
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

const invoicesOf = async (): Promise<Any[]> => (await api.get("/v1/billing/invoices?limit=100&sort=createdAt")).body.data
const jobs = "from jobs where kind = 'issue-invoice'"
const advance = (days: number) => api.post("/v1/simulations/clock", { advance: `P${days}D` })
const hasArrived = async () => (await api.get("/v1/simulations/clock")).body.data.status === "idle"

/** Each month begins where the last invoice ends, so none is missing or billed twice. */
async function assertEachMonthOnce() {
  const { periodStart } = (await api.get("/v1/billing/subscription")).body.data
  const invoices = await until(async () => {
    const all = await invoicesOf()
    return all.at(-1)?.periodEnd === periodStart && all
  }, "every month that has ended is billed")
  for (const [i, { number, periodStart: start }] of invoices.entries()) {
    assert.equal(number, `INV-${String(i + 1).padStart(6, "0")}`)
    if (i > 0) assert.equal(start, invoices[i - 1]!.periodEnd)
  }
  assert.deepEqual(await sql(`select count(*)::int as n ${jobs}`), [{ n: 1 }], "one job waits for the next month")
  return invoices
}

test("payments in two processes at once are all billed, each once", async () => {
  const pay = async (i: number) => {
    const intent = (await apis[i % 2]!.create("/v1/payment-intents/create", newIntent(contact._id))).body.data
    return apis[(i + 1) % 2]!.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 10_000, method: "cash" })
  }
  const answers = await inParallel(40, pay)
  assert.ok(answers.every(({ status }) => status === 201))
  await advance(32)
  const invoices = await assertEachMonthOnce()
  const billed = invoices.reduce((sum, { lines }) => sum + lines[1].quantity, 0)
  assert.equal(billed, 40)
})

test("a worker that is killed while it issues invoices leaves each month billed once", async () => {
  await servers[1]!.stop()
  const blocked = await lockTable(databaseUrl, "billing_invoices")
  const moving = advance(100).catch(() => {}) // the response is lost with the process
  await until(async () => (await blocked.countWaiting()) > 0, "an invoice waits to be written")
  await servers[0]!.stop("SIGKILL")
  await blocked.releaseWhenUnused()
  await expireLeases(sql)
  const { port } = new URL(servers[0]!.baseUrl)
  await startServer(databaseUrl, { PORT: port })
  await moving
  await until(hasArrived, "the clock has arrived")
  await assertEachMonthOnce()
  assert.equal((await sql("select 1 from billing_subscriptions where tenant_id = $1", [keys.tenantId])).length, 1)
})
