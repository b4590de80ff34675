// A CSV file whose columns nobody can guess, from its first lines to the bank lines, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../bank-fixtures.ts"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { startTestServer } from "../harness.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { newAccount } = await statementFixtures(server)
const own = await newAccount({ name: "Main account" })
const file = (day: string) => `Wann|Wer|Wieviel|Rest\n${day}|Ana Prado|5.00|105.00\n${day}|Rui Costa|-2.50|102.50\n`

const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/bank-statements")
const dialog = page.getByRole("dialog")
const columns = dialog.getByRole("region", { name: "What the columns are" })
const result = columns.getByRole("list", { name: "As they will be imported" })
const choose = (content: string) =>
  dialog.getByLabel("File of the bank").setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(content) })
const open = async () => {
  await visit(page, "/bank-statements")
  await page.getByRole("button", { name: "Import statement" }).first().click()
  await dialog.getByLabel("Own account").selectOption(own._id)
}

test("a person says what each column is, sees the bookings, and imports them", async () => {
  await open()
  await choose(file("2026-10-01"))
  await columns.getByText("no column is chosen for the date").waitFor()
  assert.equal(await columns.getByLabel("Separator").inputValue(), "|")
  await columns.getByLabel("Column 1, Wann").selectOption("Booking day")
  await columns.getByText("names neither a column for the amount").waitFor()
  await columns.getByLabel("Column 3, Wieviel").selectOption("Amount")
  await columns.getByLabel("Column 2, Wer").selectOption("Payer or payee")
  await result.getByText("Ana Prado").waitFor()
  await columns.getByLabel("Amounts").selectOption("1.234,56")
  await columns.getByText(/Line 2: "5\.00" is no amount that can be read/).waitFor()
  await columns.getByLabel("Amounts").selectOption("1,234.56")
  await columns.getByLabel("Column 4, Rest").selectOption("Balance")
  await result.getByText("€102.50").waitFor()
  await assertAccessibleOnTwoScreens(page, "the columns of a CSV file")
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole("button", { name: "Import", exact: true }).click()
  await dialog.getByText(/BS-\d+: 2 lines are new\./).waitFor()
  await dialog.getByText("Its opening balance and its lines make its closing balance.").waitFor()
  await dialog.getByRole("button", { name: "Close" }).click()
})

test("the next file of the account is read like that without a question", async () => {
  await open()
  await choose(file("2026-10-02").replace("105.00", "107.50").replace("102.50", "105.00"))
  await columns.getByText("As saved for this account.").waitFor()
  await result.getByText("Rui Costa").waitFor()
  await dialog.getByRole("button", { name: "Import", exact: true }).click()
  await dialog.getByText(/BS-\d+: 2 lines are new\./).waitFor()
  assert.equal((await api.get("/v1/bank-lines")).body.count, 4)
  assert.deepEqual(problems, [])
})
