import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { runCommand } from "../../../test/command.ts"
import {
  type Any,
  type Caller,
  createCaller,
  inParallel,
  newContact,
  newIntent,
  ownDatabase,
  startTestServer,
  until,
} from "../../../test/harness.ts"
import { callTool } from "../../../test/faults/call-tool.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { createTenant } from "../api-keys/create-tenant.ts"

const server = await startTestServer(ownDatabase)
const { api, databaseUrl, sql } = server
const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: "a secret key that is only for tests" }
const billing = (...args: string[]) => runCommand(["billing", ...args], settings)

/** A new tenant, so that each test has its own clock. */
async function newTenant(timezone = "America/Sao_Paulo"): Promise<Caller & { tenantId: string }> {
  const keys = await createTenant({ name: "Escola Azul", mode: "sandbox", timezone, email: "admin@example.com" })
  return { ...createCaller(server.baseUrl, keys), tenantId: keys.tenantId }
}
const statsOf = async (by: Caller): Promise<Any> => (await by.get("/v1/billing/stats")).body.data
const subscriptionOf = async (by: Caller): Promise<Any> => (await by.get("/v1/billing/subscription")).body.data
const invoicesOf = async (by: Caller): Promise<Any[]> => (await by.get("/v1/billing/invoices?limit=100")).body.data
const nowOf = async (by: Caller) => Date.parse((await by.get("/v1/settings")).body.data.now)

async function pay(by: Caller, amount = 1_000, fields: object = {}): Promise<Any> {
  const contact = (await by.post("/v1/contacts/create", newContact())).body.data
  const items = [{ name: "Course", amount }]
  const intent = (await by.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
  const payment = await by.create("/v1/transactions/create", { paymentIntent: intent._id, amount, method: "cash", ...fields })
  assert.equal(payment.status, 201, payment.text)
  return payment.body.data
}

/** Moves the clock to this many minutes after the end of the current month. */
async function moveToMonthEnd(by: Caller, minutes: number) {
  const { upcoming } = await statsOf(by)
  const seconds = Math.round((Date.parse(upcoming.periodEnd) - (await nowOf(by))) / 1000) + minutes * 60
  assert.equal((await by.post("/v1/simulations/clock", { advance: `PT${seconds}S` })).status, 200)
}

const invoices = (by: Caller, n: number) =>
  until(async () => {
    const all = await invoicesOf(by)
    return all.length >= n && all
  }, `there are ${n} invoices`)

test("a new tenant is on the first plan, for the month of its creation in its time zone", async () => {
  const by = await newTenant()
  const subscription = await subscriptionOf(by)
  assert.partialDeepStrictEqual(subscription, { plan: { plan: "community", baseFee: 0 }, status: "active", nextPlan: null })
  assert.match(subscription.periodStart, /-01T03:00:00\.000Z$/)
  const plans = (await by.get("/v1/billing/plans")).body
  assert.deepEqual([plans.data.map((each: Any) => each.plan), plans.count], [["community", "team", "business"], 3])
  assert.partialDeepStrictEqual(await statsOf(by), { balance: 0, currency: "USD", upcoming: { total: 0 } })
})

test("payments and payouts are counted when they succeed, once, and spent credit is not counted again", async () => {
  const by = await newTenant()
  const used = async () => (await statsOf(by)).upcoming.lines.map((line: Any) => line.quantity)
  const { _id } = await pay(by, 1_000, { status: "processing" })
  assert.deepEqual(await used(), [1, 0, 0])
  await by.create(`/v1/transactions/${_id}/confirm`, {})
  await by.create(`/v1/transactions/${_id}/confirm`, {})
  const failed = await pay(by, 1_000, { status: "processing" })
  await by.create(`/v1/transactions/${failed._id}/fail`, {})
  assert.deepEqual(await used(), [1, 1, 0])
  const contact = (await by.post("/v1/contacts/create", newContact())).body.data
  const newDebt = async (amount: number): Promise<Any> =>
    (await by.create("/v1/payment-intents/create", newIntent(contact._id, { items: [{ name: "Course", amount }] }))).body.data
  const overpaid = await newDebt(1_000)
  await by.create("/v1/simulations/bank-transfers/create", { reference: overpaid.number, amount: 3_000, currency: "BRL" })
  const fromCredit = { paymentIntent: (await newDebt(500))._id, amount: 500, method: "contact-credit" }
  assert.equal((await by.create("/v1/transactions/create", fromCredit)).status, 201)
  assert.deepEqual(await used(), [1, 2, 0])
  const { dueSplit, newPayout, bodyFor, act } = await payoutFixtures(by)
  const payout = await newPayout(bodyFor(await dueSplit(), { method: "manual" }))
  assert.deepEqual(await used(), [1, 3, 0])
  await act(payout, "confirm", { reference: "wire 1" })
  assert.deepEqual(await used(), [1, 3, 1])
})

test("issues the preview as the invoice when the month ends, and numbers invoices without gaps, also at 0 and after a jump", async () => {
  const by = await newTenant()
  await pay(by)
  await moveToMonthEnd(by, -10)
  const { upcoming } = await statsOf(by)
  await moveToMonthEnd(by, 10)
  const [first] = await invoices(by, 1)
  const { periodStart, periodEnd, lines, total } = first
  assert.deepEqual({ periodStart, periodEnd, lines, total }, upcoming)
  assert.partialDeepStrictEqual(first, { number: "INV-000001", status: "paid", total: 0, currency: "USD", plan: "community", version: 1 })
  assert.ok(first.issuedAt >= periodEnd && first.dueAt > first.issuedAt)
  assert.deepEqual((await by.get(`/v1/billing/invoices/${first._id}`)).body.data, first)
  assert.deepEqual((await by.get("/v1/billing/invoices/inv-000001")).body.data, first)
  await by.post("/v1/simulations/clock", { advance: "P93D" })
  const all = (await invoices(by, 4)).toReversed()
  assert.deepEqual(
    all.map(({ number }) => number),
    ["INV-000001", "INV-000002", "INV-000003", "INV-000004"],
  )
  for (const [i, invoice] of all.slice(1).entries()) assert.equal(invoice.periodStart, all[i]!.periodEnd)
  assert.equal((await statsOf(by)).upcoming.periodStart, all[3]!.periodEnd)
  assert.deepEqual(all[0], first)
  const { data } = (await by.get(`/v1/billing/invoices/${first._id}/timeline`)).body
  assert.deepEqual([data.length, data[0].action, data[0].origin.channel], [1, "billingInvoices.create", "system"])
  assert.deepEqual((await by.get(`/v1/billing/invoices/${first._id}/actions`)).body.data, [])
})

test("lets the operator change the plan from the next month on, and mark an invoice as paid or void", async () => {
  const by = await newTenant()
  const changed = await billing("plan", by.tenantId, "team")
  assert.equal(changed.code, 0, changed.stderr)
  assert.partialDeepStrictEqual(changed.result, { plan: { plan: "community" }, nextPlan: "team", nextPlanFrom: changed.result.periodEnd })
  await moveToMonthEnd(by, 10)
  await invoices(by, 1)
  assert.partialDeepStrictEqual(await subscriptionOf(by), { plan: { plan: "team" }, nextPlan: null })
  await pay(by)
  await by.post("/v1/simulations/clock", { advance: "P62D" })
  const [second, first] = await invoices(by, 3)
  assert.deepEqual([first.plan, first.total, first.status, second.total, second.status], ["team", 4900, "open", 4900, "open"])
  assert.equal((await statsOf(by)).balance, 9_800)

  const paid = await billing("paid", first._id, "--reference", "wire 77")
  assert.partialDeepStrictEqual(paid.result, { status: "paid", reference: "wire 77", version: 2, total: 4900, lines: first.lines })
  const again = await billing("void", first._id)
  assert.deepEqual([again.code, again.stderr], [1, `The invoice ${first.number} is paid, so it can't become void; only an open one can\n`])
  assert.partialDeepStrictEqual((await billing("void", second._id)).result, { status: "void", paidAt: null, reference: null })
  assert.equal((await statsOf(by)).balance, 0)
  const listed = (await billing("invoices", by.tenantId)).result.invoices
  assert.deepEqual(listed, await invoicesOf(by))
  const { data } = (await by.get(`/v1/billing/invoices/${first._id}/timeline`)).body
  assert.deepEqual(
    [data[0].action, data[0].origin.operation, data[0].after.reference],
    ["billingInvoices.update", "billing paid", "wire 77"],
  )
})

test("cancels a future change of plan when the operator chooses the current plan again", async () => {
  const by = await newTenant()
  await billing("plan", by.tenantId, "business")
  const { result } = await billing("plan", by.tenantId, "community")
  assert.deepEqual([result.nextPlan, result.nextPlanFrom], [null, null])
})

test("keeps a change of plan that has taken effect when another follows before the month is billed", async () => {
  const by = await newTenant("UTC")
  await sql("delete from jobs where tenant_id = $1", [by.tenantId]) // as if the worker had not run it yet
  await sql(
    `update billing_subscriptions set next_plan = 'team', next_plan_from = period_start, period_start = period_start - interval '1 month'
     where tenant_id = $1`,
    [by.tenantId],
  )
  const { result, stderr } = await billing("plan", by.tenantId, "business")
  assert.deepEqual([result?.plan.plan, result?.nextPlan], ["team", "business"], stderr)
  assert.deepEqual(
    (await invoicesOf(by)).map(({ plan }) => plan),
    ["community"],
  )
})

test("a command that can't be carried out says why in one sentence", async () => {
  const unknown = "0123456789abcdef01234567"
  const table: [args: string[], message: RegExp, exitCode?: number][] = [
    [["plan", server.keys.tenantId, "gold"], /^There is no plan gold; the plans are community, team, business\n$/],
    [["plan", unknown, "team"], /^There is no tenant 0123456789abcdef01234567 here\n$/],
    [["invoices", unknown], /^There is no tenant 0123456789abcdef01234567 here\n$/],
    [["paid", unknown], /^There is no invoice 0123456789abcdef01234567 here\n$/],
    [["paid", "INV-000001"], /must be the _id of an invoice/, 2],
  ]
  for (const [args, message, exitCode = 1] of table) {
    const { code, stdout, stderr } = await billing(...args)
    assert.deepEqual([code, stdout], [exitCode, ""], args.join(" "))
    assert.match(stderr, message)
  }
})

test("an open invoice past its due date makes the subscription past-due until it is paid", async () => {
  const by = await newTenant("UTC")
  await billing("plan", by.tenantId, "team")
  await moveToMonthEnd(by, 10)
  await invoices(by, 1)
  await moveToMonthEnd(by, 10)
  const [invoice] = await invoices(by, 2)
  assert.equal((await subscriptionOf(by)).status, "active")
  await by.post("/v1/simulations/clock", { advance: "P15D" })
  assert.equal((await subscriptionOf(by)).status, "past-due")
  await billing("paid", invoice._id)
  assert.equal((await subscriptionOf(by)).status, "active")
})

test("the database refuses every change of an issued invoice except its status, and refuses to delete it", async () => {
  const by = await newTenant("UTC")
  await moveToMonthEnd(by, 10)
  await invoices(by, 1)
  const issued = "billing_invoices where tenant_id = $1"
  for (const change of ["update billing_invoices set total = 1 where tenant_id = $1", `delete from ${issued}`])
    await assert.rejects(sql(change, [by.tenantId]), /permission denied/)
  const again = `insert into billing_invoices
    select tenant_id, repeat('0', 24), 'INV-2', plan, period_start, period_end, lines, total, currency,
    status, issued_at, due_at, paid_at, reference, metadata, created_at, updated_at, version, revision from ${issued}`
  await assert.rejects(sql(again, [by.tenantId]), /billing_invoices_once/)
})

test("an invoice is not issued before its month ends in the time zone that the tenant has by then", async () => {
  const by = await newTenant("Pacific/Kiritimati") // 14 hours ahead of UTC
  const { upcoming: before } = await statsOf(by)
  await by.post("/v1/settings/update", { timezone: "Pacific/Niue" }) // 11 hours behind
  const { upcoming } = await statsOf(by)
  assert.deepEqual([upcoming.periodStart, upcoming.periodEnd > before.periodEnd], [before.periodStart, true])
  await moveToMonthEnd(by, -60) // past the end of the month in the first zone
  const [job] = await until(async () => {
    const jobs = await sql("select next_at from jobs where tenant_id = $1 and kind = 'issue-invoice'", [by.tenantId])
    return jobs[0]?.next_at.toISOString() === upcoming.periodEnd && jobs
  }, "the job waits for the end of the month in the new zone")
  assert.ok(job)
  assert.deepEqual(await invoicesOf(by), [])
  await moveToMonthEnd(by, 1)
  assert.equal((await invoices(by, 1))[0].periodEnd, upcoming.periodEnd)
})

test("issues one invoice for each month when several workers run the same job", async () => {
  const by = await newTenant("UTC")
  await sql("delete from jobs where tenant_id = $1", [by.tenantId]) // the test runs these jobs itself
  await sql(
    "update billing_subscriptions set period_start = date_trunc('month', now(), 'UTC') - interval '3 months' where tenant_id = $1",
    [by.tenantId],
  )
  for (let n = 1; n <= 3; n++) await inParallel(8, () => application.jobs["issue-invoice"]!.run(by.tenantId, { invoice: n }))
  const all = (await invoicesOf(by)).toReversed().map(({ number }) => number)
  assert.deepEqual(all, ["INV-000001", "INV-000002", "INV-000003"])
  assert.equal((await subscriptionOf(by)).version, 4)
})

test("retries a month a day later when all attempts to bill it failed", async () => {
  const by = await newTenant("UTC")
  await application.jobs["issue-invoice"]!.giveUp!(by.tenantId, { invoice: 1 }, "failed")
  const jobs = await sql("select 1 from jobs where tenant_id = $1 and kind = 'issue-invoice' and payload = '{\"invoice\": 1}'", [
    by.tenantId,
  ])
  assert.equal(jobs.length, 2)
  await moveToMonthEnd(by, 10)
  await by.post("/v1/simulations/clock", { advance: "P2D" })
  assert.equal((await invoices(by, 1)).length, 1)
  await until(
    async () => (await sql("select 1 from jobs where tenant_id = $1 and attempts > 0", [by.tenantId])).length === 0,
    "both have run",
  )
  assert.equal((await invoicesOf(by)).length, 1)
})

test("only callers with billing.admin read billing, and only their own tenant's invoices", async () => {
  const finance = await server.withRole("finance")
  for (const path of ["subscription", "plans", "invoices", "stats"])
    assert.equal((await finance.get(`/v1/billing/${path}`)).body.error.code, "PRM-1001")
  const other = await newTenant()
  await moveToMonthEnd(other, 10)
  const [invoice] = await invoices(other, 1)
  assert.equal((await api.get(`/v1/billing/invoices/${invoice._id}`)).body.error.code, "GEN-1004")
})

test("lets agents of an admin read what REST shows, 20 times a minute, and refuses others", async () => {
  const use = (name: string, args: object = {}) => callTool(server.baseUrl, api.apiKey, name, args)
  assert.deepEqual((await use("billing_stats")).result, await statsOf(api))
  const { subscriptions, plans, count, hasMore } = (await use("billing_subscription_list", { limit: 1 })).result
  const next = (await use("billing_subscription_list", { startingAfter: subscriptions[0]._id })).result
  assert.deepEqual(next.subscriptions, [])
  assert.deepEqual([subscriptions, plans.length, count, hasMore], [[await subscriptionOf(api)], 3, 1, false])
  const listed = (await use("billing_invoice_list", { status: "open" })).result
  assert.deepEqual(listed, { invoices: [], count: 0, hasMore: false })
  for (let n = 1; n < 20; n++) await use("billing_stats")
  assert.equal((await use("billing_stats")).error.code, "AGENT_TOOL_RATE_LIMITED")
  const viewer = await server.withRole("viewer")
  assert.equal((await callTool(server.baseUrl, viewer.apiKey, "billing_stats", {})).error.code, "AGENT_TOOL_FORBIDDEN")
})
