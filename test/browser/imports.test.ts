// A file from the upload to its report, in a real browser.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer } from "../harness.ts"
import { invite } from "../people.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)
const { page } = await openAs({ email: keys.email, password: keys.password! }, "/imports")
const desktop = { width: 1280, height: 900 }
const dialog = page.getByRole("dialog")
const file = "Nr;Adresse;Person;Beitrag\n1;ana@example.com;Ana Souza;10\n2;not an address;Bob;20\n3;cleo@example.com;Cleo Prado;30\n"

test("uploads a file, maps its columns, tries all rows, imports them and gives the report", async () => {
  await visit(page, "/imports")
  await page.getByRole("button", { name: "Import a file" }).first().click()
  await dialog.getByRole("button", { name: "Continue" }).click()
  await dialog.getByText("Choose the file.").waitFor()
  await dialog.getByLabel("What the rows are").selectOption("contacts")
  await dialog.getByLabel("CSV file").setInputFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(file) })
  await assertAccessibleOnTwoScreens(page, "the form of an import")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Continue" }).click()

  const mapping = page.getByRole("region", { name: "Mapping" })
  await mapping.getByText("Not imported: Nr, Adresse, Person, Beitrag").waitFor()
  await mapping.getByLabel("externalId", { exact: true }).selectOption("Nr")
  await mapping.getByLabel("email", { exact: true }).selectOption("Adresse")
  await mapping.getByLabel("name", { exact: true }).selectOption("Person")
  await mapping.getByRole("button", { name: "Save and preview" }).click()
  await mapping.getByText("Not imported: Beitrag").waitFor()
  const preview = page.getByRole("region", { name: "Preview" })
  await preview.getByText("email: ana@example.com, profile.firstName: Ana, profile.lastName: Souza").waitFor()
  await preview.getByText("email must be an e-mail address").waitFor()
  await assertAccessibleOnTwoScreens(page, "the draft of an import")
  await page.setViewportSize(desktop)

  await page.getByRole("button", { name: "Dry run" }).click()
  await dialog.getByRole("button", { name: "Try all rows" }).click()
  await page.getByRole("region", { name: "Dry run" }).getByText("Refused").waitFor()
  assert.equal((await api.get("/v1/contacts")).body.count, 0)

  await page.getByRole("button", { name: "Start import" }).click()
  await dialog.getByText(/Each of 3 rows becomes an object, once\..* Not imported: Beitrag\./).waitFor()
  await dialog.getByRole("button", { name: "Start import" }).click()
  const report = page.getByRole("region", { name: "Report" })
  await report.getByText("Line 3").waitFor()
  await page.getByText("3 of 3 are done").waitFor()
  assert.equal((await api.get("/v1/contacts")).body.count, 2)
  await assertAccessibleOnTwoScreens(page, "an import that is done")
  await page.setViewportSize(desktop)
  const [saved] = await Promise.all([page.waitForEvent("download"), report.getByRole("button", { name: "Report" }).click()])
  assert.match(readFileSync(await saved.path(), "utf8"), /line,key,outcome,object,code,message\r\n2,1,created,/)

  await visit(page, "/imports")
  await page
    .getByRole("link", { name: /members\.csv/ })
    .first()
    .waitFor()
})

test("a list opens the form of an import with its kind chosen", async () => {
  for (const [path, kind] of [
    ["contacts", "contacts"],
    ["partnerships", "partnerships"],
    ["services", "services"],
    ["payments", "payment-intents"],
    ["subscriptions", "subscriptions"],
    ["mandates", "authorizations"],
  ] as const) {
    await visit(page, `/${path}`)
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await dialog.getByRole("heading", { name: "Import a file" }).waitFor()
    assert.equal(await dialog.getByLabel("What the rows are").inputValue(), kind)
    await dialog.getByRole("button", { name: "Cancel" }).click()
  }
  await visit(page, "/orders")
  await page.getByRole("button", { name: "Export" }).waitFor()
  assert.equal(await page.getByRole("button", { name: "Import", exact: true }).count(), 0)
})

test("a person who may not create the objects of a list has no button to import them", async () => {
  const { page } = await openAs(await invite(server, "viewer"), "/contacts")
  await page.getByRole("button", { name: "Export" }).waitFor()
  assert.equal(await page.getByRole("button", { name: "Import", exact: true }).count(), 0)
})
