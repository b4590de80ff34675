// One total of all currencies, on the overview and in the analytics.
import assert from "node:assert/strict"
import { test } from "node:test"
import { assertAccessible, startBrowser, visit } from "../chromium.ts"
import { newContact, newIntent, startTestServer } from "../harness.ts"

const { api, baseUrl, keys } = await startTestServer()
const { openAs } = await startBrowser(baseUrl)
const owner = { email: keys.email, password: keys.password! }

const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id as string
for (const [currency, amount] of [
  ["EUR", 10_000],
  ["USD", 11_720],
  ["XAF", 5_000],
] as const)
  await api.create("/v1/payment-intents/create", newIntent(contact, { currency, items: [{ name: "Course", amount }] }))

test("shows one converted total beside each currency, with the day of the rates, once a reporting currency is chosen", async () => {
  const { page, problems } = await openAs(owner, "/analytics")
  const card = (name: string) => page.getByRole("region", { name, exact: true })
  await card("Summary").waitFor()
  assert.equal(await card("All currencies in EUR").count(), 0)

  await visit(page, "/settings")
  await page.getByRole("button", { name: "Change: Business" }).click()
  await page.getByLabel("Reporting currency").fill("EUR")
  await page.getByRole("button", { name: "Save" }).click()
  await card("Business").getByText("EUR", { exact: true }).waitFor()

  await visit(page, "/analytics")
  const all = card("All currencies in EUR")
  await all.getByText("≈ €200.00").first().waitFor()
  assert.match(await all.innerText(), /rate of Jun 30, 2025.*Left out, because no rate is stored: XAF\./s)
  await card("Summary").getByRole("button", { name: /^USD/ }).waitFor()
  await assertAccessible(page)

  await visit(page, "/")
  await card("Collections").getByText("All currencies: ≈ €200.00 outstanding").waitFor()
  await card("Balances").getByRole("rowheader", { name: "All in EUR" }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel("Balances, all in EUR").getByText("≈ €200.00").waitFor()
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true)
  await assertAccessible(page)
  assert.deepEqual(problems, [])
})

test("saves the plots of the overview as a picture and as a table", async () => {
  const { page } = await openAs(owner, "/?currency=EUR")
  const collections = page.getByRole("region", { name: "Collections", exact: true })
  const save = async (button: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), collections.getByRole("button", { name: button }).click()])
    return file.suggestedFilename()
  }
  await collections.getByRole("slider", { name: "Collected by day" }).waitFor()
  assert.equal(await collections.getByRole("button", { name: "PNG of Collected by day" }).isDisabled(), true, "nothing was collected")
  await collections.getByRole("button", { name: "Outstanding" }).click()
  assert.match(await save("PNG of Paid and outstanding by month"), /^outstanding-EUR-[\d-]+\.png$/)
  assert.equal(await save("CSV of Paid and outstanding by month"), "outstanding-EUR.csv")
})
