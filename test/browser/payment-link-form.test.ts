// The form of a payment link has all that the API takes, and the page of a link what people put on sites and posters.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"
import { type Any, startTestServer } from "../harness.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)
await api.post("/v1/settings/update", { branding: { colour: "#b45309" } })
for (const [name, amount] of [
  ["Concert", 2500],
  ["Child", 900],
] as const)
  await api.post("/v1/services/create", { name, price: { amount, currency: "EUR" } })
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/payment-links")
const dialog = page.getByRole("dialog")
const newest = async (): Promise<Any> => (await api.get("/v1/payment-links?limit=1")).body.data[0]
const desktop = { width: 1280, height: 900 }

async function open() {
  await page.setViewportSize(desktop)
  await page.getByRole("button", { name: "New reusable payment link" }).first().click()
  await dialog.getByLabel("Title of the page").waitFor()
}

test("sells several services with prices, quantities, stock, dates and questions, and shows a preview", async () => {
  await open()
  await dialog.getByLabel("Title of the page").fill("Summer concert")
  await dialog.getByRole("combobox", { name: "Service 1" }).fill("Conc")
  await dialog.getByRole("option", { name: /Concert/ }).click()
  await dialog.getByLabel("Price of a unit").fill("19.90")
  await dialog.getByLabel("Units at most").fill("6")
  await dialog.getByLabel("Units in all").fill("200")
  await dialog.getByRole("button", { name: "Add a service" }).click()
  await dialog.getByRole("combobox", { name: "Service 2" }).fill("Child")
  await dialog.getByLabel("Units at most").nth(1).fill("4")
  await dialog.getByLabel("Orders at most").fill("100")
  await dialog.getByLabel("Sale from").fill("2026-01-01T09:00")
  await dialog.getByLabel("Sale until").fill("2099-01-01T09:00")
  await dialog.getByRole("button", { name: "Add a question" }).click()
  await dialog.getByRole("textbox", { name: "Question 1", exact: true }).fill("Meal")
  await dialog.getByLabel("Kind of question 1").selectOption("choice")
  await dialog.getByRole("button", { name: "Create payment link" }).click()
  await dialog.getByText("Meal: Write what can be chosen").waitFor()
  await dialog.getByLabel("Choices of question 1").fill("Meat\nVegetables")
  await dialog.getByText("Preview for visitors").click()
  const preview = dialog.getByRole("region", { name: "Preview" })
  for (const text of ["Summer concert", "€19.90", "€9.00", "Meal"]) await preview.getByText(text).waitFor()
  await assertAccessibleOnTwoScreens(page, "the form of a payment link")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Create payment link" }).click()
  await dialog.waitFor({ state: "detached" })
  const link = await newest()
  assert.deepEqual(
    link.lines.map(({ name, amount, quantity, stock }: Any) => [name, amount, quantity, stock]),
    [
      ["Concert", 1990, { min: 1, max: 6 }, 200],
      ["Child", 900, { min: 0, max: 4 }, null],
    ],
  )
  assert.deepEqual(link.fields, [{ key: "meal", label: "Meal", type: "choice", required: true, options: ["Meat", "Vegetables"] }])
  assert.deepEqual([link.maxUses, link.opensAt, link.closesAt], [100, "2026-01-01T12:00:00.000Z", "2099-01-01T12:00:00.000Z"])
})

test("lets the visitor choose the amount, with amounts to choose from", async () => {
  await page.goto(`${baseUrl}/payment-links`)
  await open()
  await dialog.getByLabel("Title of the page").fill("Donation")
  await dialog.getByLabel("The visitor chooses the amount").check()
  await dialog.getByRole("combobox", { name: "Service 1" }).fill("Concert")
  await dialog.getByRole("option", { name: /Concert/ }).click()
  await dialog.getByLabel("At least", { exact: true }).fill("5")
  await dialog.getByLabel("At most", { exact: true }).fill("500")
  await dialog.getByLabel("Amounts to choose from").fill("10\n50")
  await dialog.getByRole("button", { name: "Create payment link" }).click()
  await dialog.waitFor({ state: "detached" })
  assert.deepEqual((await newest()).openAmount, { min: 500, max: 50_000, presets: [1000, 5000] })
})

test("its page has the QR code as a file and a button in the colour of the business, and changes stock, dates, questions", async () => {
  const link = (await api.get("/v1/payment-links?limit=2")).body.data[1]
  await page.goto(`${baseUrl}/payment-links/${link._id}`)
  const saved = page.waitForEvent("download")
  await page.getByRole("link", { name: "QR code" }).click()
  assert.match(readFileSync(await (await saved).path(), "utf8"), /^<svg/)
  await page.getByRole("region", { name: "Button for a site" }).filter({ hasText: "background:#b45309" }).waitFor()
  await page.getByText("200 of 200 left, 1 to 6 in an order").waitFor()
  await assertAccessibleOnTwoScreens(page, "the page of a payment link")
  await page.setViewportSize(desktop)
  await page.getByRole("button", { name: "Change" }).click()
  await dialog.getByLabel("Units of Concert in all").fill("250")
  await dialog.getByLabel("Sale until").fill("")
  await dialog.getByRole("button", { name: "Remove question 1" }).click()
  await dialog.getByRole("button", { name: "Add a question" }).click()
  await dialog.getByRole("textbox", { name: "Question 1", exact: true }).fill("Your phone")
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "detached" })
  const changed = (await api.get(`/v1/payment-links/${link._id}`)).body.data
  assert.deepEqual([changed.lines[0].stock, changed.lines[1].stock, changed.closesAt, changed.maxUses], [250, null, null, 100])
  assert.deepEqual(
    changed.fields.map(({ key }: Any) => key),
    ["yourPhone"],
  )
  assert.deepEqual(problems, [])
})
