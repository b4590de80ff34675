import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { analyticsSweeps } from "./jobs.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the tests fold and build
const { api } = server
const [fold, build] = analyticsSweeps.map(sweep => sweep.run) as [() => Promise<void>, () => Promise<void>]
const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id as string
const bill = async (items: object[], fields: object = {}): Promise<Any> =>
  (await api.create("/v1/payment-intents/create", newIntent(contact, { items, ...fields }))).body.data
const pay = async ({ _id, amount }: Any): Promise<Any> =>
  (await api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })).body.data
const taxes = async (query = ""): Promise<Any> => (await api.get(`/v1/analytics/taxes${query}`)).body.data
const inBrl = async (query = "") => (await taxes(query)).byCurrency.BRL
const consolidated = async (): Promise<Any> => (await api.get("/v1/analytics/payment-intents?format=consolidated")).body.data.byCurrency.BRL

const vat = { rate: "19", code: "VAT" }
await build()
const first = await bill([{ name: "Course", amount: 11_900, tax: vat }])
const mixed = await bill([
  { name: "Book", amount: 1_070, tax: { rate: "7" } },
  { name: "Discount", amount: -119, tax: vat },
  { name: "Deposit", amount: 500 },
])
await bill([{ name: "Untaxed", amount: 1_000 }])
const canceled = await bill([{ name: "Course", amount: 11_900, tax: vat }])
await api.post(`/v1/payment-intents/${canceled._id}/cancel`)

test("reports what was billed and the tax in it by rate and month, and the rates add up to what was billed", async () => {
  const { rates, months } = await inBrl()
  assert.deepEqual(rates, [
    { ...vat, billed: 11_781, net: 9_900, tax: 1_881, refunded: 0, refundedTax: 0 },
    { rate: "7", code: "", billed: 1_070, net: 1_000, tax: 70, refunded: 0, refundedTax: 0 },
    { rate: null, code: "", billed: 1_500, net: 1_500, tax: 0, refunded: 0, refundedTax: 0 },
  ])
  assert.deepEqual([months.length, months.at(-1).rates, months[0].rates], [12, rates, []])
  const { billed } = await consolidated()
  assert.equal(
    rates.reduce((sum: number, row: Any) => sum + row.billed, 0),
    billed,
  )
})

test("counts refunds with the tax that their refund intents gave back, also before and after the worker folds", async () => {
  const asOf = (await taxes()).asOf
  const earlier = await inBrl()
  const refundOf = async (paid: Any, fields: object): Promise<Any> => {
    const { _id } = (await api.create("/v1/refund-intents/create", { transaction: paid._id, ...fields })).body.data
    await api.post(`/v1/refund-intents/${_id}/approve`)
    return (await api.post(`/v1/refund-intents/${_id}/settle`, { reference: "TED 1" })).body.data
  }
  const [paid, other] = [await pay(first), await pay(mixed)]
  const refunds = [
    await refundOf(paid, { items: [{ line: 0, amount: 333 }] }),
    await refundOf(paid, { amount: 1_001 }),
    await refundOf(other, { amount: 700 }),
  ]
  const after = await inBrl()
  const sumOf = (field: string) => after.rates.reduce((sum: number, row: Any) => sum + row[field], 0)
  const given = refunds.reduce((sum, { taxes: tax }) => sum + tax, 0)
  assert.deepEqual([sumOf("refundedTax"), sumOf("refunded")], [given, (await consolidated()).refunded])
  await fold()
  assert.deepEqual(await inBrl(), after)
  assert.deepEqual(await inBrl(`?asOf=${asOf}`), earlier)
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
})

test("a plan is counted once, with the tax of its lines", async () => {
  const before = (await inBrl()).rates[0]
  const dueAt = new Date(Date.now() + 86_400_000).toISOString()
  const schedule = [{ amount: 6_000, dueAt }, { amount: 5_900, dueAt }] // prettier-ignore
  await bill([{ name: "Course", amount: 11_900, tax: vat }], { intentType: "payment-plan", schedule })
  const after = (await inBrl()).rates[0]
  assert.deepEqual([after.billed - before.billed, after.tax - before.tax], [11_900, 1_900])
})

test("is a table for Accept: text/csv, and filters by currency", async () => {
  const { text } = await api.get("/v1/analytics/taxes", { accept: "text/csv" })
  const [head, row] = text.split("\r\n")
  assert.equal(head, "currency,list,rate,code,billed,net,tax,refunded,refundedTax,month")
  assert.match(row!, /^BRL,rates,19,VAT,/)
  assert.deepEqual((await taxes("?currency=JPY")).byCurrency, {})
})
