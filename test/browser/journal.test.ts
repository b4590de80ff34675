// The books from a payment to the closed month, in a real browser.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { createCaller, newContact, newIntent, startTestServer, until } from "../harness.ts"

const { api, baseUrl, keys } = await startTestServer()
const monthName = (at: Date) => new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(at)
const now = new Date((await api.get("/v1/settings")).body.data.now)
const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
for (const receivedAt of [lastMonth, now].map(at => at.toISOString())) {
  const items = [{ name: "Course", amount: 1_250 }]
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items, currency: "EUR" }))).body.data
  await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 1_250, method: "cash", receivedAt })
}
const { openAs } = await startBrowser(baseUrl)
const { page } = await openAs({ email: keys.email, password: keys.password! }, "/journal")

test("shows the books in the tenant's accounts, exports them, closes a month and lists it", async () => {
  await visit(page, "/journal")
  const lines = page.getByRole("region", { name: "Lines" })
  await lines.getByText("1200").first().waitFor()
  await assertAccessibleOnTwoScreens(page, "the journal")
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole("region", { name: "Your accounts" }).getByRole("button", { name: "Change" }).click()
  const editor = page.getByRole("dialog")
  await editor.getByLabel("Account 1: of your program").fill("1810")
  await assertAccessibleOnTwoScreens(page, "the accounts of the journal")
  await page.setViewportSize({ width: 1280, height: 900 })
  await editor.getByRole("button", { name: "Save" }).click()
  await lines.getByText("1810").first().waitFor()

  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()])
  assert.match(file.suggestedFilename(), /^journal-.*\.csv$/)
  assert.match(readFileSync(await file.path(), "utf8"), /,cash:own,1810,/)

  const month = monthName(lastMonth)
  await page.getByRole("button", { name: `Close ${month}` }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Close ${month}` })
    .click()
  await page.getByText(`The books are closed up to ${month}`).waitFor()
  const close = await until(async () => {
    const [found] = (await api.get("/v1/journal-closes?status=closed")).body.data
    return found
  }, "the month is sealed")
  await page.getByRole("link", { name: "Closed months" }).last().click()
  await page.getByRole("cell", { name: month, exact: true }).waitFor()
  await assertAccessibleOnTwoScreens(page, "the closed months")
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, `/closed-months/${close._id}`)
  await page.getByText("Hash of its CSV export").waitFor()
  await assertAccessibleOnTwoScreens(page, "a closed month")
  const days = `from=${close.month}-01&to=${close.month}-${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).getUTCDate()}`
  const { text } = await createCaller(baseUrl, keys, { checked: false }).get(`/v1/journal?${days}&format=csv`)
  assert.equal(createHash("sha256").update(text).digest("hex"), close.sha256)
})
