// The guide docs/guides/moving.md, done with files as the dashboard of Stripe exports them, and with a spreadsheet.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { type Any, inDays, startTestServer, uniqueEmail } from "./harness.ts"
import { importFixtures } from "./import-fixtures.ts"
import { stripeCustomers, stripePrices, stripeSubscriptions } from "./stripe-exports.ts"

const { api } = await startTestServer()
const { create, ended, run, rowsOf } = await importFixtures(api)
const guide = readFileSync(new URL("../docs/guides/moving.md", import.meta.url), "utf8")

const people = Array.from({ length: 40 }, (_, i) => ({ id: `cus_${i}`, email: uniqueEmail("payer"), name: `Payer, "The" Nº ${i}` }))
const prices = [
  { id: "price_month", product: "Choir", amount: "19.90", currency: "eur", interval: "month" },
  { id: "price_year", product: "Orchestra", amount: "1200.00", currency: "eur", interval: "year" },
]
const next = `${inDays(12).slice(0, 10)} 14:05`
const subscriptions = people.map(({ id, email }, i) => ({
  id: `sub_${i}`,
  customer: id,
  email,
  price: prices[i % 2]!,
  quantity: 1 + (i % 3),
  next,
}))

/** Checks the file first, as the guide says, and imports it. */
async function move(kind: string, file: string): Promise<Any> {
  const draft = await create(kind, file)
  const { body } = await api.post(`/v1/imports/${draft._id}/check`)
  assert.equal(body.data?.status, "checking", JSON.stringify(body))
  const { check } = await ended(draft)
  assert.equal(check.refused, 0, JSON.stringify(await rowsOf(draft, "?dryRun=true&outcome=refused")))
  return run(draft)
}

test("moves customers, prices and subscriptions of Stripe without any mapping by hand", async () => {
  const customers = await move("contacts", stripeCustomers(people))
  assert.deepEqual([customers.counts.created, customers.mapping.externalId, customers.mapping.email], [40, "id", "Email"])
  const services = await move("services", stripePrices(prices))
  assert.deepEqual([services.counts.created, services.mapping.externalId, services.mapping.name], [2, "Price ID", "Product Name"])
  const done = await move("subscriptions", stripeSubscriptions(subscriptions))
  const { contact, service, startAt, unit } = done.mapping
  assert.deepEqual([contact, service, startAt, unit], ["Customer ID", "Plan", "Current Period End (UTC)", "Interval"])
  assert.equal(done.counts.created, 40)
  const { data } = (await api.get("/v1/subscriptions?limit=100")).body
  const contacts = (await api.get("/v1/contacts?limit=100")).body.data
  for (const expected of subscriptions) {
    const payer = contacts.find(({ email }: Any) => email === expected.email)._id
    const found = data.filter((each: Any) => each.contact === payer)
    assert.equal(found.length, 1)
    const [{ amount, currency, cadence, startAt: begins, items, mode }] = found
    assert.equal(amount, Math.round(Number(expected.price.amount) * 100) * expected.quantity)
    assert.deepEqual([currency, cadence, mode], ["EUR", { every: 1, unit: expected.price.interval }, "request"])
    assert.equal(begins, `${next.replace(" ", "T")}:00.000Z`)
    assert.equal(items[0].name, expected.price.product)
  }
})

test("moving again from newer exports creates only what is new", async () => {
  const more = [...people, { id: "cus_new", email: uniqueEmail("new"), name: "New" }]
  assert.deepEqual((await run(await create("contacts", stripeCustomers(more)))).counts, {
    created: 1,
    existing: 0,
    unchanged: 40,
    differs: 0,
    refused: 0,
  })
  const again = await run(await create("subscriptions", stripeSubscriptions(subscriptions)))
  assert.deepEqual([again.counts.created, again.counts.unchanged], [0, 40])
})

test("moves open invoices of a spreadsheet in the German form, with the mapping and the constants of the guide", async () => {
  const [, json = ""] = /```json mapping\n([^]*?)```/.exec(guide) ?? []
  const { mapping, defaults } = JSON.parse(json) as { mapping: object; defaults: object }
  const file = `\ufeffRechnung;Kunde;Betrag;Fällig am\r\nR-1;${people[0]!.email};1.234,50;31.01.2031\r\n`
  const settings = { mapping: JSON.stringify(mapping), defaults: JSON.stringify(defaults), decimal: ",", dates: "dmy" }
  const done = await run(await create("payment-intents", file, settings))
  const [row] = await rowsOf(done)
  assert.equal(row.outcome, "created", row.message)
  const intent = (await api.get(`/v1/payment-intents/${row.object}`)).body.data
  assert.deepEqual([intent.amount, intent.reference, intent.items[0].name], [123_450, "R-1", "Open invoice"])
})

test("the guide names the columns of the exports as they are", () => {
  const header = (file: string) => file.split("\n")[0]!.trim().split(",")
  for (const column of ["id", "Email", "Name"])
    assert.ok(header(stripeCustomers([])).includes(column) && guide.includes(`\`${column}\``), column)
  for (const column of ["Price ID", "Product Name", "Amount", "Currency"])
    assert.ok(header(stripePrices([])).includes(column) && guide.includes(`\`${column}\``), column)
  for (const column of ["Customer ID", "Plan", "Quantity", "Interval", "Current Period End (UTC)"])
    assert.ok(header(stripeSubscriptions([])).includes(column) && guide.includes(`\`${column}\``), column)
})
