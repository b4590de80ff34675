import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, inParallel, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { analyticsSweeps } from "./jobs.ts"
import { formats } from "./schema.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests fold and build
const { api, sql } = server
const tenant = server.keys.tenantId
const [fold, build] = analyticsSweeps.map(sweep => sweep.run) as [() => Promise<void>, () => Promise<void>]
const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id as string
const bill = async (amount: number, fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { items: [{ name: "Course", amount }], ...fields }))).body.data
const pay = ({ _id }: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })
const partsOf = async (query = ""): Promise<Any[]> => {
  const read = async (format: string) =>
    (await api.get(`/v1/analytics/payment-intents?format=${format}${query}`)).body.data.byCurrency as Any
  return Promise.all(formats.map(read))
}
const differences = async (): Promise<Any[]> => (await api.get("/v1/ledger/verify")).body.data.differences
const isReady = async () => (await sql("select 1 from analytics_states where tenant_id = $1 and ready", [tenant])).length === 1

const tables = ["analytics_sums", "analytics_customers", "analytics_customer_days"]
const first = await bill(5_000)
await pay(first, 5_000)
await pay(await bill(3_000), 1_000)
await build()

test("builds roll-ups for data that is older than they are, as after an upgrade", async () => {
  const before = await partsOf()
  for (const table of [...tables, "analytics_states", "row_changes"]) await sql(`delete from ${table}`)
  assert.deepEqual(await partsOf(), before) // from the rows
  await build()
  assert.equal(await isReady(), true)
  assert.deepEqual([await partsOf(), await differences()], [before, []])
  for (const table of tables) assert.ok((await sql(`select 1 from ${table} where tenant_id = $1`, [tenant])).length > 0, table)
})

test("builds roll-ups again when the tenant changes its time zone", async () => {
  await api.post("/v1/settings/update", { timezone: "Pacific/Kiritimati" })
  const before = await partsOf()
  await build()
  const [state] = await sql("select timezone, ready from analytics_states where tenant_id = $1", [tenant])
  assert.deepEqual(state, { timezone: "Pacific/Kiritimati", ready: true })
  assert.deepEqual([await partsOf(), await differences()], [before, []])
})

test("the worker folds changes, and the figures stay the same", async () => {
  await pay(await bill(800), 300)
  const before = await partsOf()
  const changes = () => sql("select 1 from row_changes where tenant_id = $1", [tenant])
  assert.ok((await changes()).length > 0)
  await fold()
  assert.deepEqual([await changes(), await partsOf(), await differences()], [[], before, []])
})

test("folds and builds intents that fall due in the year 10000 of the time zone", async () => {
  await bill(700, { dueAt: "9999-12-31T23:59:59Z" })
  const before = await partsOf()
  await fold()
  assert.deepEqual([await partsOf(), await differences()], [before, []])
  for (const table of [...tables, "analytics_states"]) await sql(`delete from ${table}`)
  await build()
  assert.deepEqual([await partsOf(), await differences()], [before, []])
})

test("folds changes that an earlier version stored with all columns, together with later ones", async () => {
  const intent = await bill(900)
  await fold()
  await pay(intent, 400)
  await sql(
    `update row_changes c set before = jsonb_build_object('status', p.status, 'paid', p.paid, 'refunded', p.refunded, 'refunded_lines',
       p.refunded_lines, 'due_at', p.due_at, 'paid_at', p.paid_at, 'cancel_reason', p.cancel_reason) || c.before
     from payment_intents p where p.tenant_id = c.tenant_id and p.id = c.object_id and c.before is not null`,
  )
  await pay(intent, 500)
  const before = await partsOf()
  assert.deepEqual(await differences(), [])
  await fold()
  assert.deepEqual([await partsOf(), await differences()], [before, []])
})

test("drops a backlog that is too large to fold, and builds the roll-ups again", async () => {
  await pay(await bill(600), 200)
  const before = await partsOf()
  await sql(
    `insert into row_changes (tenant_id, id, kind, object_id, revision)
     select $1, g, 'payment_intents', lpad(g::text, 24, '0'), 0 from generate_series(1, 500000) g`,
    [tenant],
  )
  await fold()
  assert.equal(await isReady(), false)
  await build()
  assert.deepEqual([await isReady(), (await sql("select 1 from row_changes limit 1")).length], [true, 0])
  await sql("vacuum row_changes") // each later statement would pass the deleted rows, and autovacuum is off in tests
  assert.deepEqual([await partsOf(), await differences()], [before, []])
})

const tamperings = [
  [
    "analytics_sums set paid = paid + 1 where kind = 'intents' and grain = 'month'",
    "analytics_sums set paid = paid - 1 where kind = 'intents' and grain = 'month'",
  ],
  [
    "analytics_sums set count = count + 1 where kind = 'received' and grain = 'day'",
    "analytics_sums set count = count - 1 where kind = 'received' and grain = 'day'",
  ],
  ["analytics_customers set paid = paid + 1", "analytics_customers set paid = paid - 1"],
  ["analytics_customer_days set late_count = 1", "analytics_customer_days set late_count = 0"],
  [
    "payment_intents set cancel_reason = 'other', status = 'canceled' where paid = 0",
    "payment_intents set cancel_reason = null, status = 'due' where paid = 0",
  ],
] as const

for (const [statement, undo] of tamperings)
  test(`the verification of the ledger names a difference of the roll-ups: ${statement}`, async () => {
    await bill(700)
    await fold()
    await sql(`update ${statement}`)
    const found = (await differences()).filter(each => each.object === "analytics")
    assert.ok(found.length > 0, "no difference")
    for (const { what, expected, found: stored } of found) assert.ok(what !== "" && expected !== stored, what)
    await sql(`update ${undo}`)
    assert.deepEqual(await differences(), [])
  })

test("loses and doubles nothing when payments, folds and builds run at the same time", async () => {
  const intents = await inParallel(12, () => bill(1_000))
  let isDone = false
  const found: Any[] = []
  const rebuilding = (async () => {
    for (let n = 0; !isDone; n++) {
      if (n % 3 === 0) await sql("update analytics_states set timezone = '', ready = false")
      await Promise.all([build(), fold(), build(), fold()])
      found.push(...(await differences())) // reads one snapshot, so concurrent payments cause no differences
    }
  })()
  for (let round = 0; round < 8; round++) await Promise.all(intents.map(intent => pay(intent, 100)))
  isDone = true
  await rebuilding
  await build()
  await fold()
  assert.equal(await isReady(), true)
  assert.deepEqual([...found, ...(await differences())], [])
  const [{ BRL }] = (await partsOf()) as [Any]
  assert.equal(BRL.outstanding, (await api.get("/v1/balances")).body.data[0].receivable)
})

/** Contacts who paid now and in earlier months, mostly before the requested range. Many paid equal amounts. */
const addCustomers = async () => {
  await sql(
    `insert into contacts (tenant_id, id, email, email_key, profile, metadata, created_at, updated_at, version)
     select $1, 'c' || lpad(to_hex(g), 23, '0'), g || '@c.example', g || '@c.example', '{}', '{}', now(), now(), 1
     from generate_series(1, 600) g`,
    [tenant],
  )
  await sql(
    `insert into payment_intents (tenant_id, id, number, intent_type, contact_id, currency, status, amount, paid, refunded, items, due_at,
       split, splits_made, installments, metadata, paid_at, created_at, updated_at, version)
     select $1, lpad(to_hex(g), 24, '0'), 'C-' || g, 'ad-hoc', 'c' || lpad(to_hex(1 + g % 600), 23, '0'), 'EUR', 'paid-full', a.amount,
       a.amount, 0, jsonb_build_array(jsonb_build_object('name', 'x', 'amount', a.amount)), c.at + (g % 9) * interval '1 day', 0,
       false, '[]', '{}', c.at + 4 * interval '1 day', c.at, c.at, 1
     from generate_series(1, 3000) g
     cross join lateral (select now() - (g::bigint * 7919 % 300) * interval '1 day' as at) c
     cross join lateral (select 100 + 10 * (g::bigint * 31 % 7) as amount) a`,
    [tenant],
  )
}

/** The error code of a report in a currency whose sums JSON can't express. */
const refusal = async (currency: string): Promise<string | undefined> =>
  (await api.get(`/v1/analytics/payment-intents?format=customer-payments-by-month&currency=${currency}`)).body.error?.code

test("refuses sums above the largest amount, folded or not, and folds them exactly", async () => {
  const amount = Number.MAX_SAFE_INTEGER
  for (const _ of [1, 2]) await pay(await bill(amount, { currency: "USD" }), amount)
  const before = await refusal("USD")
  await fold()
  assert.deepEqual([before, await refusal("USD"), await differences()], ["GEN-1020", "GEN-1020", []])
  const [row] = await sql("select paid::text from analytics_customers where tenant_id = $1 and currency = 'USD'", [tenant])
  assert.equal(row.paid, String(2n * BigInt(amount)))
})

test("folds and builds sums that exceed a bigint, equal to the sums of the rows", async () => {
  const amount = Number.MAX_SAFE_INTEGER
  const intent = await bill(amount, { currency: "GBP", dueAt: "2020-01-01T00:00:00Z" })
  await pay(intent, amount)
  await fold()
  await sql(
    `insert into payment_intents select (jsonb_populate_record(p, jsonb_build_object('id', lpad(g::text, 24, 'e'), 'number', 'E-' || g))).*
     from payment_intents p, generate_series(1, 1100) g where p.id = $1`,
    [intent._id],
  )
  await sql("update analytics_states set timezone = '', ready = false")
  assert.equal(await refusal("GBP"), "GEN-1020")
  while (!(await isReady())) await build()
  assert.equal(await refusal("GBP"), "GEN-1020")
  await pay(await bill(amount, { currency: "GBP" }), amount)
  await fold()
  assert.equal(await refusal("GBP"), "GEN-1020")
  await sql("delete from payment_intents where number like 'E-%'")
})

test("ranks the largest customers and the latest payers the same as from all rows, in any range", async () => {
  await addCustomers()
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const ranges = ["", `&from=${day(-40)}`, `&from=${day(-200)}&to=${day(-190)}`, `&from=${day(-2)}`].map(range => `${range}&currency=EUR`)
  await sql("update analytics_states set timezone = '', ready = false")
  const partsOfAll = async () => {
    const parts: Any[][] = []
    for (const range of ranges) parts.push(await partsOf(range)) // in parallel they would wait too long for a connection
    return parts
  }
  const fromRows = await partsOfAll()
  assert.equal(fromRows[0]![formats.indexOf("customer-payments-by-month")].EUR.customers.length, 100)
  assert.equal(fromRows[0]![formats.indexOf("payer-behavior")].EUR.topLate.length, 10)
  while (!(await isReady())) await build()
  assert.deepEqual(await partsOfAll(), fromRows)
})
