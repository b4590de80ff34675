// The panel that says why an object is as it is, in a real browser.
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { disputeFixtures } from "../dispute-fixtures.ts"
import { startTestServer } from "../harness.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { sell, chargeIntent } = await disputeFixtures(api, server, keys.tenantId)
const charge = await chargeIntent(await sell())
const { openAs } = await startBrowser(baseUrl)
const { page } = await openAs({ email: keys.email, password: keys.password! }, "/")

test("a payment says why it is paid, with amounts as the reader writes them and a link to the transaction", async () => {
  await visit(page, `/payments/${charge.paymentIntent}`)
  await page.getByRole("heading", { name: "Why" }).click()
  const panel = page.getByRole("region", { name: "Why" })
  await panel.getByText("It is paid: R$100.00 of R$100.00 has arrived.").waitFor()
  await panel.getByText("R$100.00 for Course").waitFor()
  await assertAccessibleOnTwoScreens(page, "a payment with its explanation")
  await panel.getByRole("link").first().click()
  await page.waitForURL(`**/transactions/${charge._id}`)
})
