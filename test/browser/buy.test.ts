// A visitor orders at a payment link on a phone, with and without scripts, and pays.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessibleOnAllScreens, assertAccessibleOnPhone, phone, startBrowser } from "../chromium.ts"
import { type Any, startTestServer, uniqueEmail } from "../harness.ts"

const server = await startTestServer()
const { api } = server
const { openPage } = await startBrowser(server.baseUrl)
await api.post("/v1/settings/update", { branding: { colour: "#b45309", supportEmail: "help@escola.example" } })
const price = { amount: 2500, currency: "EUR" }
const service = (await api.post("/v1/services/create", { name: "Summer concert in the park", price })).body.data
const child = (await api.post("/v1/services/create", { name: "Child", price: { ...price, amount: 900 } })).body.data
const create = async (fields: object): Promise<Any> =>
  (await api.post("/v1/payment-links/create", { name: "Summer concert", ...fields })).body.data
const lines = [
  { service: service._id, quantity: { min: 1, max: 6 }, stock: 8 },
  { service: child._id, quantity: { min: 0, max: 6 } },
]
const fields = [
  { key: "meal", label: "Meal", type: "choice", options: ["Meat", "Vegetables"], required: true },
  { key: "note", label: "Anything we should know", type: "text" },
  { key: "terms", label: "I accept the terms of the concert", type: "checkbox", required: true },
]

for (const javaScriptEnabled of [true, false])
  test(`a visitor orders tickets and pays on a phone ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const link = await create({ description: "Bring a blanket.\nDoors open at six.", lines, fields })
    const { page, problems } = await openPage(link.url, { viewport: phone, locale: "en-GB", javaScriptEnabled })
    await page.getByLabel("How many: Summer concert in the park").fill("2")
    await page.getByLabel("Name").fill("Ana Souza")
    await page.getByLabel("E-mail").fill(uniqueEmail())
    await page.getByLabel("Meal").selectOption("Vegetables")
    await page.getByLabel("I accept the terms").check()
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await page.getByText("How would you like to pay?").waitFor()
    assert.equal(new URL(page.url()).pathname.split("/")[1], "pay")
    await page.getByRole("button", { name: "Pay" }).first().click()
    await page.getByText("Paid in full").first().waitFor()
    assert.deepEqual(problems, [])
    const [purchase] = (await api.get(`/v1/payment-link-purchases?paymentLink=${link._id}`)).body.data
    assert.deepEqual([purchase.status, purchase.amount], ["paid", 5000])
  })

test("its pages are accessible on all screens", async () => {
  const { page } = await openPage((await create({ lines, fields, description: "Bring a blanket." })).url)
  await assertAccessibleOnAllScreens(page, "the page of a payment link")
  const open = await create({ lines: [{ service: service._id }], openAmount: { min: 500, max: 50_000, presets: [1000, 2500] } })
  await page.goto(open.url)
  await assertAccessibleOnPhone(page, "a link with an open amount")
  const asked = await create({ lines: [{ service: service._id }], fields: fields.slice(0, 1) })
  await page.goto(asked.url)
  const other = [{ ...fields[0], options: ["Fish"] }]
  await api.post(`/v1/payment-links/${asked._id}/update`, { fields: other })
  await page.getByLabel("Name").fill("Ana")
  await page.getByLabel("E-mail").fill(uniqueEmail())
  await page.getByLabel("Meal").selectOption("Meat")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("alert").waitFor()
  await assertAccessibleOnPhone(page, "a refused order")
  await page.goto((await create({ lines, closesAt: "2020-01-01T00:00:00Z" })).url)
  await assertAccessibleOnPhone(page, "a sale that has ended")
})
