import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type Any, inDays, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { taxOfLine } from "../../kit/pure/tax.ts"
import { installmentLines } from "./rules.ts"

const { api } = await startTestServer()
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const vat = { rate: "19", code: "VAT" }
const create = (items: object[], fields: object = {}) =>
  api.create("/v1/payment-intents/create", newIntent(contact._id, { items, ...fields }))
const created = async (items: object[], fields: object = {}): Promise<Any> => (await create(items, fields)).body.data
const charged = async (paymentIntent: string, amount: number): Promise<Any> =>
  (await api.create("/v1/transactions/create", { paymentIntent, amount, method: "cash" })).body.data
const refund = async (transaction: string, fields: object): Promise<Any> =>
  (await api.create("/v1/refund-intents/create", { transaction, ...fields })).body.data

test("keeps the tax of each line with its net amount, and adds it up by rate and code", async () => {
  const intent = await created([
    { name: "Course", amount: 11_900, tax: { rate: "19.0", code: "VAT" } },
    { name: "Discount", amount: -100, tax: vat },
    { name: "Book", amount: 1_070, tax: { rate: "7" } },
    { name: "Deposit", amount: 500 },
  ])
  assert.deepEqual(
    intent.items.map(({ tax }: Any) => tax),
    [{ ...vat, net: 10_000, amount: 1_900 }, { ...vat, net: -84, amount: -16 }, { rate: "7", code: "", net: 1_000, amount: 70 }, undefined],
  )
  assert.deepEqual(intent.taxes, [
    { ...vat, gross: 11_800, net: 9_916, amount: 1_884 },
    { rate: "7", code: "", gross: 1_070, net: 1_000, amount: 70 },
  ])
  assert.equal(intent.amount, 13_370) // the amounts include the tax
  assert.deepEqual((await api.get(`/v1/payment-intents/${intent._id}`)).body.data, intent)
})

test("shows no taxes where no line carries one, and refuses a rate that is no percentage", async () => {
  const intent = await created([{ name: "Course", amount: 100 }])
  assert.deepEqual(["taxes" in intent, "tax" in intent.items[0]], [false, false])
  for (const rate of ["101", "19%", 19]) {
    const { status, body } = await create([{ name: "Course", amount: 100, tax: { rate } }])
    assert.deepEqual([status, body.error.code, body.error.errors[0].path], [400, "VAL-1003", "items[0].tax.rate"])
  }
})

test("a service gives its tax to lines and order items that state none, as it is at the sale", async () => {
  const name = `Course ${contact._id}`
  const service = (await api.post("/v1/services/create", { name, price: { amount: 11_900, currency: "BRL" }, tax: vat })).body.data
  assert.deepEqual(service.tax, vat)
  const order = (await api.create("/v1/orders/create", { contact: contact._id, source: "manual", services: [name] })).body.data
  await api.post(`/v1/orders/${order._id}/items/create`, { service: name, amount: 500, tax: null })
  const own = { rate: "7", code: "" }
  const item = (await api.post(`/v1/orders/${order._id}/items/create`, { service: name, amount: 107 })).body.data
  assert.deepEqual(item.tax, vat)
  const changed = (await api.post(`/v1/orders/${order._id}/items/${item._id}/update`, { tax: own })).body.data
  assert.deepEqual(changed.tax, own)
  await api.post(`/v1/services/${service._id}/update`, { tax: { rate: "25" } })
  const bill = (await api.post(`/v1/orders/${order._id}/payment-intents/create`, { dueAt: inDays(3) })).body.data
  assert.deepEqual(
    bill.items.map(({ tax }: Any) => tax?.rate),
    ["19", undefined, "7"],
  )
  const line = { name, amount: 1_250, service: name }
  const lines = [line, { ...line, tax: null }, { ...line, amount: 1, tax: own }]
  assert.deepEqual(
    (await created(lines)).items.map(({ tax }: Any) => tax?.amount),
    [250, undefined, 0],
  )
  assert.equal((await api.post(`/v1/services/${service._id}/update`, { tax: null })).body.data.tax, null)
})

test("a subscription keeps the tax of its lines, and each cycle carries it", async () => {
  const cadence = { every: 1, unit: "month" }
  const items = [{ name: "Membership", amount: 11_900, tax: vat }]
  const { _id, ...subscription } = (await api.create("/v1/subscriptions/create", { contact: contact._id, currency: "BRL", items, cadence }))
    .body.data
  assert.deepEqual(subscription.items[0].tax, { ...vat, net: 10_000, amount: 1_900 })
  const cycle: Any = await until(
    async () => (await api.get(`/v1/payment-intents?subscription=${_id}`)).body.data[0],
    "the first cycle is raised",
  )
  assert.deepEqual(cycle.taxes, [{ ...vat, gross: 11_900, net: 10_000, amount: 1_900 }])
})

test("installments carry the tax of their plan, and together its gross amounts", async () => {
  const schedule = [5, 30, 60].map((days, i) => ({ dueAt: inDays(days), amount: [4_000, 4_000, 4_470][i] }))
  const items = [
    { name: "Course", amount: 11_900, tax: vat },
    { name: "Deposit", amount: 570 },
  ]
  const plan = await created(items, { intentType: "payment-plan", schedule })
  const parts: Any[] = await Promise.all(
    plan.installments.map(async (id: string) => (await api.get(`/v1/payment-intents/${id}`)).body.data),
  )
  for (const part of parts) assert.equal(part.taxes[0].rate, "19")
  assert.equal(
    parts.reduce((sum, part) => sum + part.taxes[0].gross, 0),
    11_900,
  )
})

const soldLine = fc.record({ amount: fc.integer({ min: -500, max: 2_000 }), rate: fc.constantFrom(undefined, "7", "19") })

test("divides the lines of a plan so that each installment and each rate adds up", () => {
  fc.assert(
    fc.property(fc.array(soldLine, { minLength: 1 }), fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }), (rows, weights) => {
      const sold = rows.map(({ amount, rate }) => ({ amount, ...(rate && { tax: taxOfLine(amount, { rate, code: "" }) }) }))
      const total = sold.reduce((sum, { amount }) => sum + amount, 0)
      fc.pre(total >= weights.length)
      const amounts = weights.map((_, i) => Math.floor(total / weights.length) + (i === 0 ? total % weights.length : 0))
      const parts = installmentLines(sold, amounts)
      assert.deepEqual(
        parts.map(lines => lines.reduce((sum, { amount }) => sum + amount, 0)),
        amounts,
      )
      for (const rate of [undefined, "7", "19"]) {
        const grossOf = (lines: readonly { amount: number; tax?: Any }[]) =>
          lines.filter(({ tax }) => tax?.rate === rate).reduce((sum, { amount }) => sum + amount, 0)
        assert.equal(grossOf(parts.flat()), grossOf(sold), rate)
      }
    }),
  )
})

test("refunds give back the tax of their lines, and several refunds of a line exactly its tax", async () => {
  const intent = await created([
    { name: "Course", amount: 1_000, tax: vat },
    { name: "Deposit", amount: 500 },
  ])
  const paid = await charged(intent._id, 1_500)
  const [tax] = intent.taxes
  const taxes = []
  for (const amount of [333, 333, 334]) {
    const drafted = await refund(paid._id, { items: [{ line: 0, amount }] })
    assert.equal(drafted.taxes, drafted.items[0].tax)
    taxes.push(drafted.taxes)
  }
  assert.deepEqual([taxes.reduce((a, b) => a + b, 0), tax.amount], [160, 160])
  const rest = await refund(paid._id, { items: [{ line: 1, amount: 500 }] })
  assert.deepEqual([rest.taxes, "tax" in rest.items[0]], [0, false])
})

test("a refund that names no lines gives back the tax of its share of each line", async () => {
  const intent = await created([
    { name: "Course", amount: 11_900, tax: vat },
    { name: "Discount", amount: -1_190, tax: vat },
  ])
  const paid = await charged(intent._id, 10_710)
  assert.equal((await refund(paid._id, { amount: 5_355 })).taxes, 855)
  assert.equal((await refund(paid._id, {})).taxes, 855)
  assert.equal(intent.taxes[0].amount, 1_710)
})

test("the payment page, the mails and the receipt show the tax, and only where lines carry it", async () => {
  await api.post("/v1/settings/update", { mails: { paymentRequests: true, receipts: true } })
  const [taxed, plain] = [
    await created([{ name: "Course", amount: 11_900, tax: { rate: "8.875" } }]),
    await created([{ name: "Course", amount: 11_900 }]),
  ]
  const pageOf = async ({ links }: Any, language: string) => (await fetch(links.long, { headers: { "accept-language": language } })).text()
  assert.match(await pageOf(taxed, "en"), /Includes 8\.875% tax/)
  assert.match(await pageOf(taxed, "pt-BR"), /Inclui 8,875% de imposto/)
  assert.match(await pageOf(taxed, "es"), /Incluye 8,875\s?% de impuesto/)
  assert.doesNotMatch(await pageOf(plain, "en"), /Includes/)
  for (const { _id } of [taxed, plain]) await charged(_id, 11_900)
  const mails: Any[] = (await api.get("/v1/dev/mails?limit=100")).body.data
  const textsOf = (intent: Any) => mails.filter(({ object }) => object === intent._id).map(({ text }) => /Includes 8\.875% tax/.test(text))
  assert.deepEqual(
    [textsOf(taxed), textsOf(plain)],
    [
      [true, true],
      [false, false],
    ],
  )
})
