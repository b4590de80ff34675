// A statement from the file to the last line, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../bank-fixtures.ts"
import { assertAccessibleOnAllScreens, assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { camt, camtDetails, camtEntry } from "../statement-files.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { newAccount } = await statementFixtures(server)
const own = await newAccount({ name: "Main account" })
const contact = (await api.post("/v1/contacts/create", newContact({ profile: { firstName: "Inês", lastName: "Prado" } }))).body.data

async function due(amount: number): Promise<Any> {
  const { body } = await api.create(
    "/v1/payment-intents/create",
    newIntent(contact._id, { currency: "EUR", items: [{ name: "Course", amount }] }),
  )
  return body.data
}
const intents = [await due(12_50), await due(70_00), await due(30_00)]
const entry = (amount: string, text: string, name: string, debit = false) =>
  camtEntry({ amount, debit, reference: text, details: camtDetails({ name, text, side: debit ? "Cdtr" : "Dbtr" }) })
const entries = [
  entry("12.50", "August course", "Ines Prado"),
  entry("98.00", "two courses", "Clube Sol"),
  entry("40.00", "Office rent", "Landlord", true),
]
const file = camt({ iban: own.iban, opening: "100.00", closing: "170.50", entries })

const { openAs } = await startBrowser(baseUrl)
const { page } = await openAs({ email: keys.email, password: keys.password! }, "/bank-statements")
const dialog = page.getByRole("dialog")
const line = page.getByRole("region", { name: "Statement line" })
const desktop = { width: 1280, height: 900 }
const upload = (name: string, content: string) =>
  dialog.getByLabel("File of the bank").setInputFiles({ name, mimeType: "application/xml", buffer: Buffer.from(content) })
const paidOf = async ({ _id }: Any) => (await api.get(`/v1/payment-intents/${_id}`)).body.data.paid
const lineWith = async (text: string): Promise<Any> =>
  (await api.get("/v1/bank-lines?limit=100")).body.data.find((each: Any) => each.text === text)

/** Counts the requests that match a line, also by a second click or a held key. */
const sent: string[] = []
page.on("request", request => {
  const [, action] = /\/v1\/bank-lines\/[^/]+\/(accept|match|unmatch|ignore)$/.exec(request.url()) ?? []
  if (action && request.method() === "POST") sent.push(action)
})

test("a broken file is refused with its line and books nothing; a good one says what it added, and again that it is known", async () => {
  await visit(page, "/bank-statements")
  await page.getByRole("button", { name: "Import statement" }).first().click()
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText("Choose the file.").waitFor()
  await dialog.getByLabel("Own account").selectOption(own._id)
  await upload("broken.xml", file.slice(0, -40))
  await assertAccessibleOnTwoScreens(page, "the form of an import")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText(/The file can't be imported: .*Nothing was booked/).waitFor()
  assert.equal((await api.get("/v1/bank-lines")).body.count, 0)
  await upload("statement.xml", file)
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText(/BS-\d+: 3 lines are new\./).waitFor()
  await dialog.getByText("Its opening balance and its lines make its closing balance.").waitFor()
  await assertAccessibleOnTwoScreens(page, "an imported statement")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Import statement" }).first().click()
  await dialog.getByLabel("Own account").selectOption(own._id)
  await upload("statement.xml", file)
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText(/Nothing was added\./).waitFor()
  await dialog.getByRole("link", { name: /^Open BS-/ }).click()
  await page.getByRole("region", { name: "Lines that it added" }).getByText("Office rent").first().waitFor()
  await assertAccessibleOnTwoScreens(page, "a bank statement")
  await page.setViewportSize(desktop)
})

test("a suggested line is accepted once by Enter, however long it is held, and the match is undone", async () => {
  await until(async () => (await lineWith("August course")).status === "suggested", "the line is suggested")
  const suggested = await lineWith("August course")
  await visit(page, `/reconciliation?tab=suggested&id=${suggested._id}`)
  await line.getByText("The name is alike, and this amount is due").waitFor()
  await page.getByRole("region", { name: "Balances in EUR" }).getByText("€170.50").first().waitFor()
  await assertAccessibleOnAllScreens(page, "a suggested line")
  await page.setViewportSize(desktop)
  await page.keyboard.press("j") // the line gets the focus
  await line
    .getByRole("button", { name: /^Match PI-/ })
    .and(page.locator(":enabled"))
    .waitFor()
  await page.keyboard.down("Enter")
  await page.keyboard.down("Enter") // a repeat, as of a key that is held
  await page.keyboard.up("Enter")
  await line.getByRole("region", { name: "Matched to" }).waitFor()
  await page.keyboard.press("Enter")
  await line.getByText(/By you .*because the name is alike/).waitFor()
  assert.deepEqual(sent, ["accept"])
  assert.equal(await paidOf(intents[0]), 12_50)
  await line.getByRole("button", { name: "Undo the match" }).dblclick()
  await line.getByRole("button", { name: "Match by hand" }).waitFor()
  assert.deepEqual(sent, ["accept", "unmatch"])
  assert.equal(await paidOf(intents[0]), 0)
})

test("a line is shared by two payments with the fee of the bank, and the button waits until the parts are the whole line", async () => {
  const two = await lineWith("two courses")
  await visit(page, `/reconciliation?id=${two._id}`)
  await line.getByRole("button", { name: "Match by hand" }).click()
  await dialog.getByRole("searchbox").fill(intents[1].number)
  await dialog.getByRole("button", { name: `Add ${intents[1].number}` }).click()
  await dialog.getByText("€28.00 left").waitFor()
  await dialog.getByRole("searchbox").fill(intents[2].number)
  await dialog.getByRole("button", { name: `Add ${intents[2].number}` }).click()
  await dialog.getByLabel(`Amount of ${intents[2].number}`).fill("30.00")
  await dialog.getByText("€2.00 too much").waitFor()
  assert.equal(await dialog.getByRole("button", { name: "Match €98.00" }).isDisabled(), true)
  await dialog.getByLabel(/Bank fee/).fill("2.00")
  await assertAccessibleOnTwoScreens(page, "a match by hand")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Match €98.00" }).dblclick()
  await line.getByText("Bank fee: €2.00.").waitFor()
  assert.equal(sent.filter(action => action === "match").length, 1)
  assert.deepEqual([await paidOf(intents[1]), await paidOf(intents[2])], [70_00, 30_00])
})

test("a line that is not ours needs a note, books nothing, and can wait again", async () => {
  const rent = await lineWith("Office rent")
  await visit(page, `/reconciliation?id=${rent._id}`)
  await line.getByText("Nothing that is due or was sent fits this line.").waitFor()
  await page.keyboard.press("j")
  await line.getByRole("button", { name: "Not ours" }).and(page.locator(":enabled")).waitFor()
  await page.keyboard.press("n")
  await dialog.getByRole("button", { name: "Not ours" }).click()
  await dialog.getByText("This field is required.").waitFor()
  await dialog.getByLabel("Why is it not ours?").fill("Rent of the office")
  await dialog.getByRole("button", { name: "Not ours" }).click()
  await line.getByText("“Rent of the office”").waitFor()
  assert.equal((await lineWith("Office rent")).status, "ignored")
  await assertAccessibleOnTwoScreens(page, "a line that is not ours")
  await page.setViewportSize(desktop)
  await line.getByRole("button", { name: "Reopen" }).click()
  await line.getByRole("button", { name: "Match by hand" }).waitFor()
  assert.equal((await lineWith("Office rent")).status, "new")
})
