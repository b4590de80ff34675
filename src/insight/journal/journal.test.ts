import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, type Caller, createCaller, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { recompute } from "../../../test/recompute-journal.ts"

const server = await startTestServer()

/** A tenant in UTC with a contact, and the requests of this file. */
async function newBooks(timezone = "UTC") {
  const api = await server.otherTenant()
  const raw = createCaller(server.baseUrl, api.keys, { checked: false })
  await api.post("/v1/settings/update", { timezone })
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const pay = async (amount: number, receivedAt?: string, fields: object = {}): Promise<Any> => {
    const items = [{ name: "Course", amount }]
    const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))).body.data
    const payment = { paymentIntent: intent._id, amount, method: "cash", ...(receivedAt && { receivedAt }) }
    const { status, body, text } = await api.create("/v1/transactions/create", payment)
    assert.equal(status, 201, text)
    return { intent, transaction: body.data }
  }
  const journal = async (query = ""): Promise<Any> => (await api.get(`/v1/journal?${query}`)).body.data
  const totals = async (query = ""): Promise<Any> => (await api.get(`/v1/journal/totals?${query}`)).body.data
  const file = (query: string, headers = {}) => raw.get(`/v1/journal?${query}`, headers)
  return { api, raw, contact, pay, journal, totals, file }
}

const year = "from=2026-01-01&to=2026-12-31"

test("shows an entry as lines that balance, with external accounts, the object and its number", async () => {
  const { pay, journal } = await newBooks()
  const { intent, transaction } = await pay(1_250, "2026-10-05T12:00:00Z")
  const { lines, from, to, timezone, next } = await journal("from=2026-10-01&to=2026-10-31")
  assert.deepEqual({ from, to, timezone, next }, { from: "2026-10-01", to: "2026-10-31", timezone: "UTC", next: null })
  const [{ entry }] = lines
  const same = { entry, date: "2026-10-05", factDate: null, kind: "charge", currency: "BRL", objectType: "transaction" }
  const text = `Payment ${transaction.number} of ${intent.number}`
  const expected = [
    { ...same, object: transaction._id, text, account: "cash:own", externalAccount: "1200", debit: 1_250, credit: 0 },
    { ...same, object: transaction._id, text, account: `received:${intent._id}`, externalAccount: "8400", debit: 0, credit: 1_250 },
  ]
  assert.deepEqual(lines, expected)
})

test("books an entry on the day that the tenant's clocks show, also at the ends of months with another offset", async () => {
  const { pay, journal } = await newBooks("America/New_York") // summer time begins on 2026-03-08 and ends on 2026-11-01
  const days: [receivedAt: string, day: string][] = [
    ["2026-03-01T04:59:59Z", "2026-02-28"],
    ["2026-03-01T05:00:00Z", "2026-03-01"],
    ["2026-04-01T03:59:59Z", "2026-03-31"],
    ["2026-04-01T04:00:00Z", "2026-04-01"],
    ["2026-11-01T03:59:59Z", "2026-10-31"],
    ["2026-11-01T04:00:00Z", "2026-11-01"],
  ]
  for (const [index, [receivedAt]] of days.entries()) await pay(100 + index, receivedAt)
  const { lines } = await journal(`${year}&limit=100`)
  const found = lines.filter(({ debit }: Any) => debit > 0).map(({ debit, date }: Any) => [debit, date])
  assert.deepEqual(
    found,
    days.map(([, day], index) => [100 + index, day]),
  )
  assert.deepEqual((await journal("from=2026-03-01&to=2026-03-31")).lines.length, 4)
})

test("keeps the days of its entries when the tenant's time zone changes", async () => {
  const { api, pay, file } = await newBooks()
  await pay(100, "2026-10-31T23:30:00Z")
  const before = await file(`${year}&format=csv`)
  await api.post("/v1/settings/update", { timezone: "Asia/Tokyo" })
  await pay(100, "2026-10-31T23:30:00Z")
  const after = await file(`${year}&format=csv`)
  assert.ok(after.text.startsWith(before.text))
  assert.match(after.text.slice(before.text.length), /^2026-11-01,/)
})

test("pages through the entries with all lines of each, and refuses a cursor that names no entry", async () => {
  const { api, pay, journal } = await newBooks()
  for (const amount of [1, 2, 3]) await pay(amount, "2026-10-05T12:00:00Z")
  const seen: Any[] = []
  for (let next: string | null = ""; next !== null;) {
    const page: Any = await journal(`${year}&limit=2${next && `&startingAfter=${next}`}`)
    seen.push(...page.lines)
    next = page.next
  }
  assert.deepEqual(
    seen.map(({ debit, credit }) => debit || credit),
    [1, 1, 2, 2, 3, 3],
  )
  for (const [query, code] of [
    [`startingAfter=${"0".repeat(24)}`, "VAL-1003"],
    ["from=2026-10-02&to=2026-10-01", "VAL-1003"],
    ["from=2026-02-30", "VAL-1003"],
    ["format=pdf", "VAL-1003"],
    ["month=2026-10", "VAL-1004"],
  ])
    assert.equal((await api.get(`/v1/journal?${query}`)).body.error.code, code, query)
})

test("shows the current month until today when no dates are given", async () => {
  const { api, pay, journal } = await newBooks()
  await pay(100)
  const { from, to, lines } = await journal()
  const { now } = (await api.get("/v1/settings")).body.data
  assert.deepEqual([from, to, lines.length], [`${now.slice(0, 7)}-01`, now.slice(0, 10), 2])
})

test("answers Accept: text/csv and format=csv with the same file, which an independent program recomputes", async () => {
  const { api, file } = await newBooks()
  const { bodyFor, dueSplit, newPayout, settled } = await payoutFixtures(api)
  await settled(await newPayout(bodyFor(await dueSplit(1_000))))
  const [byHeader, byFormat] = [await file(year, { accept: "text/csv" }), await file(`${year}&format=csv`)]
  assert.equal(byHeader.text, byFormat.text)
  assert.equal(byFormat.headers.get("content-type"), "text/csv; charset=utf-8; header=present")
  assert.equal(byFormat.headers.get("content-disposition"), 'attachment; filename="journal-2026-01-01-2026-12-31.csv"')
  const period = { from: "2026-01-01", to: "2026-12-31", timezone: "UTC" }
  const read = async (path: string) => (await api.get(path)).body
  assert.deepEqual(await recompute(read, byFormat.text, period), { entries: 4, lines: 8, faults: [] })
  const wrong = byFormat.text.replace(",1000,", ",1001,")
  assert.equal((await recompute(read, wrong, period)).faults.length, 1)
})

test("sends a large period in pieces", async () => {
  const { api, pay, file } = await newBooks()
  await pay(1_000, "2026-10-05T12:00:00Z")
  const rows = `insert into ledger_entries
    select tenant_id, lpad(n::text, 24, '0'), 'split', source_type, source_id, currency, effective_at, postings, created_at, null,
      '2026-10-06', null
    from ledger_entries, generate_series(1, 1201) n where tenant_id = $1`
  await server.sql(rows, [api.keys.tenantId])
  const { text, headers } = await file("from=2026-10-01&to=2026-10-31&format=csv")
  assert.equal(text.trimEnd().split("\r\n").length, 1 + 2 * 1_202)
  assert.equal(headers.get("transfer-encoding"), "chunked")
})

test("its totals are the sums of its lines, and name the accounts without an external account", async () => {
  const { api, pay, totals } = await newBooks()
  await pay(1_000, "2026-10-05T12:00:00Z")
  await pay(500, "2026-10-06T12:00:00Z", { currency: "EUR" })
  const accounts = [
    { account: "cash:*", externalAccount: "1000" },
    { account: "cash:own", externalAccount: "1010", name: "House bank" },
  ]
  const saved = (await api.post("/v1/journal/accounts", { accounts })).body.data
  assert.deepEqual([saved.isDefault, saved.accounts.length, saved.version], [false, 2, 1])
  const found = await totals("from=2026-10-01&to=2026-10-31")
  const own = { account: "cash:own", externalAccount: "1010", name: "House bank", credit: 0 }
  const received = { account: "received:*", externalAccount: null, name: null, debit: 0 }
  assert.deepEqual(found.accounts, [
    { ...own, currency: "BRL", debit: 1_000 },
    { ...received, currency: "BRL", credit: 1_000 },
    { ...own, currency: "EUR", debit: 500 },
    { ...received, currency: "EUR", credit: 500 },
  ])
  assert.deepEqual(found.unmapped, ["received:*"])
  assert.equal((await totals("from=2026-10-06&to=2026-10-06&currency=EUR")).accounts.length, 2)
})

test("the accounts begin with the chart SKR 03, and two first changes at once make one version after the other", async () => {
  const { api } = await newBooks()
  const before = (await api.get("/v1/journal/accounts")).body.data
  assert.deepEqual([before.isDefault, before.version, before.datev.consultant], [true, 0, 1001])
  const change = (externalAccount: string) => api.post("/v1/journal/accounts", { accounts: [{ account: "cash:*", externalAccount }] })
  const changes = await Promise.all(["1", "2"].map(change))
  assert.deepEqual(
    changes.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await api.get("/v1/journal/accounts")).body.data.version, 2)
  const stale = await api.post("/v1/journal/accounts", { accounts: [] }, { "if-match": "1" })
  assert.equal(stale.body.error.code, "GEN-1009")
  for (const account of ["cash", "*", "cash:", "Cash:*", "cash:a b"])
    assert.equal((await api.post("/v1/journal/accounts", { accounts: [{ account, externalAccount: "1" }] })).body.error.code, "VAL-1003")
  const twice = [1, 2].map(n => ({ account: "cash:*", externalAccount: String(n) }))
  assert.equal((await api.post("/v1/journal/accounts", { accounts: twice })).body.error.code, "VAL-1003")
})

test("people who may see the journal see it, and only finance and admins change its accounts", async () => {
  const views: Caller = await server.withRole("viewer")
  assert.equal((await views.get("/v1/journal")).status, 200)
  for (const [role, status] of [
    ["viewer", 403],
    ["developer", 403],
    ["operator", 403],
    ["finance", 200],
    ["admin", 200],
  ] as const) {
    const caller = await server.withRole(role)
    assert.equal((await caller.post("/v1/journal/accounts", { datev: { client: 7 } })).status, status, role)
  }
})
