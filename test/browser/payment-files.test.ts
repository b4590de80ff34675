// A payment file from the form to the bank, in a real browser.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer } from "../harness.ts"
import { paymentFileFixtures } from "../payment-file-fixtures.ts"

const { api, baseUrl, keys } = await startTestServer()
const { bankAccount, ownAccount, payout } = await paymentFileFixtures(api)
const own = await ownAccount({ name: "Main account", holder: "Escola Azul" })
const left = await payout(await bankAccount({ holder: "Rui Costa" }), 7_00)
await payout(await bankAccount({ holder: "José Ávila & Filhos" }), 125_00)
await payout(await bankAccount({ holder: "株式会社" }), 3_00)
const { openAs } = await startBrowser(baseUrl)
const { page } = await openAs({ email: keys.email, password: keys.password! }, "/payment-files")

test("shows what the file will say, makes it without the payout that was left out, and gives its bytes", async () => {
  await visit(page, "/payment-files")
  await page.getByRole("button", { name: "New payment file" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Own account").selectOption(own._id)
  await dialog.getByText("Jose Avila + Filhos").waitFor()
  await dialog.getByText("instead of José Ávila & Filhos").waitFor()
  await dialog.getByText(/Not in the file: the holder 株式会社 has letters/).waitFor()
  await dialog.getByText("2 of 2 payouts, €132.00").waitFor()
  await dialog.getByRole("button", { name: /Earliest date/ }).click()
  await dialog.getByRole("checkbox", { name: /Rui Costa/ }).uncheck()
  await dialog.getByText("1 of 2 payouts, €125.00").waitFor()
  await assertAccessibleOnTwoScreens(page, "the form of a payment file")
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole("button", { name: "Make the file" }).click()
  const lines = page.getByRole("region", { name: "Payments in this file" })
  await lines.getByText("Jose Avila + Filhos").waitFor()
  const [saved] = await Promise.all([page.waitForEvent("download"), lines.getByRole("button", { name: "Download" }).click()])
  const [file] = (await api.get("/v1/payment-files")).body.data
  assert.equal(saved.suggestedFilename(), `${file.number}.xml`)
  assert.equal(
    createHash("sha256")
      .update(readFileSync(await saved.path()))
      .digest("hex"),
    file.sha256,
  )
  await assertAccessibleOnTwoScreens(page, "a payment file")
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole("button", { name: "Mark as sent" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Mark €125.00 as sent" }).click()
  await page.getByText("File marked as sent").waitFor()
  assert.equal((await api.get(`/v1/payment-files/${file._id}`)).body.data.status, "sent")
  assert.equal((await api.get(`/v1/payouts/${left._id}`)).body.data.file, null)
})
