// An answer of the bank from the file to the person who deals with what is left, in a real browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../bank-fixtures.ts"
import { pain002 } from "../bank-answer-files.ts"
import { assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { paymentFileFixtures } from "../payment-file-fixtures.ts"
import { camt, camtDetails, camtEntry } from "../statement-files.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { bankAccount, make, ownAccount, payout } = await paymentFileFixtures(api)
const own = await ownAccount({ name: "Main account", holder: "Escola Azul" })
const refused = await payout(await bankAccount({ holder: "Rui Costa" }), 7_00)
const taken = await payout(await bankAccount({ holder: "Ana Prado" }), 5_00)
const file = (await make(own, { payouts: [refused._id, taken._id] })).body.data
const payments = [
  { endToEndId: refused._id, status: "RJCT", reason: "AC04" },
  { endToEndId: "5f0c0ffee5f0c0ffee5f0c0f", status: "RJCT", reason: "AC01" },
]
const report = pain002({ message: file._id, group: "PART", batches: [{ id: `${file._id}-1`, payments }] })
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs({ email: keys.email, password: keys.password! }, "/bank-answers")
const dialog = page.getByRole("dialog")
const desktop = { width: 1280, height: 900 }
const choose = (name: string, content: string) =>
  dialog.getByLabel("File of the bank").setInputFiles({ name, mimeType: "application/xml", buffer: Buffer.from(content) })
const parts = page.getByRole("region", { name: "What the bank says" })
const answers = async (): Promise<Any[]> => (await api.get("/v1/bank-answers")).body.data
const isApplied = async () => (await answers()).some(({ status }) => status === "waiting")

test("a list without answers says what to import, and a broken file is refused with the reason", async () => {
  await visit(page, "/bank-answers")
  await page.getByText("Import what your bank answers about a payment file").waitFor()
  await page.getByRole("button", { name: "Import answer" }).first().click()
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText("Choose the file.").waitFor()
  await dialog.getByLabel("Own account").selectOption(own._id)
  await choose("broken.xml", report.replace("</CstmrPmtStsRpt>", ""))
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText(/The file can't be imported: line 2: .*Nothing was booked/).waitFor()
  assert.deepEqual(await answers(), [])
  await dialog.getByRole("button", { name: "Close" }).click()
})

test("an answer is imported at its payment file, and applied again once the file is marked as sent", async () => {
  await visit(page, "/bank-answers")
  await page.getByRole("button", { name: "Import answer" }).first().click()
  await dialog.getByLabel("Own account").selectOption(own._id)
  await choose("answer.xml", report)
  await assertAccessibleOnTwoScreens(page, "the import of an answer")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText("It has 2 parts.").waitFor()
  await dialog.getByText("One part waits for you").waitFor()
  await until(isApplied, "the answer is applied")
  await dialog.getByRole("link", { name: "Open the answer" }).click()
  await parts.getByText("its payment file is not marked as sent").waitFor()
  assert.equal((await api.post(`/v1/payment-files/${file._id}/mark-sent`)).status, 200)
  await page.getByRole("button", { name: "Apply again" }).click()
  await dialog.getByRole("button", { name: "Apply what waits" }).click()
  await until(async () => (await api.get(`/v1/payouts/${refused._id}`)).body.data.status === "failed", "the payout has failed")
  await until(isApplied, "one part is left")
})

test("what waits is on the overview and at the bank lines, and stops waiting with a note", async () => {
  await visit(page, "/")
  await page.getByRole("link", { name: /bank answer waits for you/ }).waitFor()
  await visit(page, "/reconciliation")
  await page.getByText("One bank answer waits for you").waitFor()
  await page.getByRole("link", { name: "Show them" }).click()
  await page.getByRole("cell", { name: "Status report (pain.002)", exact: true }).click()
  await parts.getByText("Payment failed").waitFor()
  await parts.getByText("AC04: the account is closed").waitFor()
  await parts.getByText("It names no payment of yours.").waitFor()
  await assertAccessibleOnTwoScreens(page, "an answer of the bank")
  await page.setViewportSize(desktop)
  await parts.getByRole("button", { name: "I have dealt with it" }).click()
  await dialog.getByLabel("Note").fill("Called the bank: not ours")
  await dialog.getByRole("button", { name: "Stop waiting" }).click()
  await parts.getByText("“Called the bank: not ours” (You").waitFor()
  const [answer] = await answers()
  assert.deepEqual([answer!.status, answer!.waiting, answer!.handled], ["applied", 0, 1])
  await visit(page, "/reconciliation")
  await page.getByRole("heading", { name: "Bank lines" }).waitFor()
  assert.equal(await page.getByText("waits for you").count(), 0)
})

test("a payment file shows its answers and what has become of each payment, and takes the same answer once", async () => {
  await visit(page, `/payment-files/${file._id}`)
  const lines = page.getByRole("region", { name: "Payments in this file" })
  await lines.getByText("AC04: the account is closed").waitFor()
  const card = page.getByRole("region", { name: "Answers of the bank" })
  await card.getByText("Status report (pain.002)").waitFor()
  await assertAccessibleOnTwoScreens(page, "a payment file with an answer")
  await page.setViewportSize(desktop)
  await card.getByRole("button", { name: "Import answer" }).click()
  await choose("answer.xml", report)
  await dialog.getByRole("button", { name: "Import" }).click()
  await dialog.getByText("It has 2 parts. Nothing was added.").waitFor()
  assert.equal((await answers()).length, 1)
  const others = problems.filter(each => !each.includes("422")) // the refused file
  assert.deepEqual(others, [])
})

test("the match with a payment file is undone after a question, and its payments wait for the bank again", async () => {
  const { newAccount, upload } = await statementFixtures(server)
  const account = await newAccount({ name: "Salaries" })
  const salaries = [await payout(await bankAccount(), 8_00), await payout(await bankAccount(), 9_00)]
  const paid: Any = (await make(account, { payouts: salaries.map(({ _id }) => _id) })).body.data
  await api.post(`/v1/payment-files/${paid._id}/mark-sent`)
  const details = camtDetails({ text: "SALARIES", side: "Cdtr" }).replace("</Refs>", `<PmtInfId>${paid._id}</PmtInfId></Refs>`)
  const entries = [camtEntry({ amount: "17.00", debit: true, reference: "S1", details })]
  await upload(account, camt({ kind: "054", iban: account.iban, entries }))
  const statusOf = async () => (await api.get(`/v1/payment-files/${paid._id}`)).body.data.status
  await until(async () => (await statusOf()) === "settled", "the sum is booked")
  const [line] = (await api.get(`/v1/bank-lines?ownAccount=${account._id}`)).body.data
  await page.keyboard.press("Escape") // the import that was shown
  await visit(page, `/reconciliation?tab=done&id=${line._id}`)
  await page.getByRole("button", { name: "Undo the match" }).click()
  await dialog.getByText(/wait for the bank again, by opposite entries/).waitFor()
  await assertAccessibleOnTwoScreens(page, "the question before a payment file is undone")
  await page.setViewportSize(desktop)
  await dialog.getByRole("button", { name: "Undo the match" }).dblclick()
  await page.getByText("The match is undone").first().waitFor()
  await page.getByRole("button", { name: "Match by hand" }).waitFor()
  assert.equal(await statusOf(), "sent")
})
