// A mandate on paper, a debit of it, and the file for the bank, in a real browser.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessible, startBrowser, visit } from "../chromium.ts"
import { directDebitFixtures } from "../direct-debit-fixtures.ts"
import { newContact, startTestServer, until } from "../harness.ts"
import { soon } from "../payment-file-fixtures.ts"

const { api, baseUrl, keys } = await startTestServer()
const { bankAccount, bill, made, ownAccount, read } = await directDebitFixtures(api)
const own = await ownAccount()
const contact = await made("contacts", newContact())
await bankAccount({ owner: "contact", contact: contact._id })
const owed = await bill({ contact: contact._id, currency: "EUR" }, 12_550)
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/mandates")
const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) })

test("records a mandate on paper, debits it, and makes, downloads and sends the file", async () => {
  await visit(page, "/mandates")
  await page.getByRole("button", { name: "New mandate" }).first().click()
  await dialog.getByLabel("Contact").fill(contact.email)
  await dialog.getByLabel("Bank account").selectOption({ index: 1 })
  await dialog.getByLabel("Scheme").selectOption("sepa")
  await dialog.getByLabel("Reference on the payer's documents").fill("PAPER-1")
  await dialog.getByLabel("Collected by").selectOption("file")
  await dialog.getByLabel("Kind").selectOption("core")
  await dialog.getByLabel("Signed on").fill("2026-01-15")
  await dialog.getByLabel("Days of notice before a debit").fill("0")
  await dialog.getByLabel("Collect bills of this payer when they are due").uncheck()
  await assertAccessible(page, "the form of a mandate on paper")
  await dialog.getByRole("button", { name: "Create mandate" }).click()
  const mandate = await until(async () => (await api.get("/v1/authorizations?reference=PAPER-1")).body.data[0], "the mandate is recorded")
  assert.deepEqual([mandate.status, mandate.terms.noticeDays, mandate.terms.collectsDue], ["active", 0, false])

  await visit(page, `/mandates/${mandate._id}`)
  await page.getByText("you, for payment files").waitFor()
  await page.getByRole("button", { name: "New debit", exact: true }).click()
  await dialog.getByLabel("Bill").fill(owed.number)
  await dialog.getByRole("button", { name: "Create debit" }).click()
  await until(async () => (await api.get("/v1/transactions?method=bank-file")).body.count === 1, "the debit waits")

  await visit(page, "/payment-files")
  await page.getByRole("button", { name: "New payment file" }).first().click()
  await dialog.getByLabel("Payments").selectOption("debits")
  await dialog.getByLabel("Own account").selectOption(own._id)
  await dialog.getByLabel("Executed on").fill(soon)
  await dialog.getByText("1 of 1 debit, €125.50").waitFor()
  await dialog.getByText("PAPER-1 · FRST").waitFor()
  await assertAccessible(page, "the form of a file of debits")
  await dialog.getByRole("button", { name: "Make a file of all" }).click()
  const file = await until(async () => (await api.get("/v1/payment-files?direction=debits")).body.data[0], "the file is made")

  await visit(page, `/payment-files/${file._id}`)
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()])
  assert.equal(
    createHash("sha256")
      .update(readFileSync(await download.path()))
      .digest("hex"),
    file.sha256,
  )
  await page.getByRole("button", { name: "Mark as sent" }).click()
  await dialog.getByRole("button", { name: "Mark €125.50 as sent" }).click()
  await until(async () => (await read("payment-files", file)).status === "sent", "the file is sent")
  await page.getByText("FRST").first().waitFor()
  assert.deepEqual(problems, [])
})
