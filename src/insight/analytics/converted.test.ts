import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"

const { api, withRole, sql } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id as string
const bill = async (amount: number, currency: string): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { items: [{ name: "Course", amount }], currency }))).body.data
const pay = ({ _id }: Any, amount: number) => api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })
const report = async (query = "format=consolidated"): Promise<Any> => (await api.get(`/v1/analytics/payment-intents?${query}`)).body.data
const balances = async (): Promise<Any> => (await api.get("/v1/analytics/balances")).body.data
const reportIn = (reportingCurrency: string | null) => api.post("/v1/settings/update", { reportingCurrency })

await pay(await bill(10_000, "EUR"), 4_000)
await pay(await bill(64_384, "BRL"), 64_384)
await bill(5_000, "XAF")

test("shows no converted totals unless the tenant has a reporting currency", async () => {
  assert.equal((await api.get("/v1/settings")).body.data.reportingCurrency, null)
  assert.ok(!("converted" in (await report())) && !("converted" in (await balances())))
})

test("adds one total in the reporting currency, marked as approximate, with the day of the rates and what is left out", async () => {
  const entries = "select count(*)::int as n from ledger_entries"
  const before = await sql(entries)
  assert.equal((await reportIn("EUR")).body.data.reportingCurrency, "EUR")
  const { byCurrency, converted } = await report()
  assert.deepEqual(converted, {
    currency: "EUR",
    approximate: true,
    date: "2025-06-30",
    rates: [{ currency: "BRL", rate: 0.1553180914, date: "2025-06-30" }],
    leftOut: ["XAF"],
    totals: { billed: 20_000, paid: 14_000, outstanding: 6_000, overdue: 0, canceled: 0, refunded: 0, net: 14_000 },
  })
  assert.deepEqual(Object.keys(byCurrency), ["BRL", "EUR", "XAF"])
  const held = await balances()
  assert.deepEqual(held.converted.leftOut, ["XAF"])
  assert.deepEqual([held.converted.totals.available, held.converted.totals.receivable], [14_000, 6_000])
  const [inBrl] = (await api.get("/v1/balances?currency=BRL")).body.data
  assert.deepEqual({ currency: "BRL", ...held.byCurrency.BRL }, inBrl)
  assert.deepEqual(await sql(entries), before, "reading a converted total books nothing")
})

test("uses rates in the answer to the other formats for nothing, and keeps CSV to the exact amounts", async () => {
  assert.ok(!("converted" in (await report("format=month-by-month"))))
  const { text } = await api.get("/v1/analytics/payment-intents?format=consolidated", { accept: "text/csv" })
  assert.deepEqual(
    text
      .trim()
      .split("\r\n")
      .map(line => line.split(",")[0]),
    ["currency", "BRL", "EUR", "XAF"],
  )
})

test("converts nothing into a currency without a stored rate", async () => {
  await reportIn("XAF")
  const { converted } = await report()
  assert.deepEqual([converted.leftOut, converted.rates, converted.date, converted.totals.billed], [["BRL", "EUR"], [], null, 5_000])
})

test("refuses a reporting currency that does not exist, and takes it away by null", async () => {
  assert.equal((await reportIn("ABC")).body.error.code, "VAL-1003")
  assert.equal((await reportIn(null)).body.data.reportingCurrency, null)
  assert.ok(!("converted" in (await report())))
})

test("needs the permission to view transactions for the balances", async () => {
  const developer = await withRole("developer")
  assert.equal((await developer.get("/v1/analytics/balances")).status, (await developer.get("/v1/balances")).status)
})
