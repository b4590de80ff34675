// The pages about contacts and partnerships: what is owed, late and paid, statements, and reminders to all who are late.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertAccessibleOnTwoScreens, startBrowser } from "../chromium.ts"
import { type Any, newContact, newIntent, startTestServer } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const { openAs } = await startBrowser(baseUrl)
const open = (path: string) => openAs({ email: keys.email, password: keys.password! }, path)

const made = async (path: string, body: object): Promise<Any> => {
  const answer = await api.create(`/v1/${path}/create`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const ask = async (contact: Any, amount: number): Promise<Any> => {
  const now = Date.parse((await api.get("/v1/settings")).body.data.now)
  const dueAt = new Date(now + 86_400_000).toISOString()
  return made("payment-intents", newIntent(contact._id, { dueAt, items: [{ name: "Course", amount }] }))
}
const advance = (days: number) => api.post("/v1/simulations/clock", { advance: `P${days}D` })

/** Two contacts, one of whom is late by more than 30 days. */
async function lateBusiness() {
  const ana = await made("contacts", newContact({ email: "ana@example.com", profile: { firstName: "Ana", lastName: "Prado" } }))
  const bruno = await made("contacts", newContact({ email: "bruno@example.com", profile: { firstName: "Bruno" } }))
  const first = await ask(ana, 120_000)
  await made("transactions", { paymentIntent: first._id, amount: 20_000, method: "cash" })
  await advance(60)
  await ask(ana, 5_000)
  await ask(bruno, 7_500)
  await advance(10)
  return { ana, bruno }
}
const business = await lateBusiness()

test("a contact's page says what is owed, late by age and paid, asks for more, and has the statement", async () => {
  const { page, problems } = await open(`/contacts/${business.ana._id}`)
  const account = page.getByRole("region", { name: "Account" })
  for (const text of ["R$1,050.00", "R$200.00", "Up to 30 days", "61–90 days"]) await account.getByText(text).first().waitFor()
  await assertAccessibleOnTwoScreens(page, "the page of a contact")
  const saved = page.waitForEvent("download")
  await page.getByRole("region", { name: "Statement" }).getByRole("button", { name: "CSV" }).click()
  assert.match(readFileSync(await (await saved).path(), "utf8"), /currency,at,kind,reference,amount,balance/)
  await page.getByRole("button", { name: "New payment" }).click()
  const contact = page.getByRole("dialog").getByLabel("Contact")
  await contact.waitFor()
  assert.equal(await contact.inputValue(), "ana@example.com")
  assert.deepEqual(problems, [])
})

test("a partnership's page says what is owed, and begins a payout to it", async () => {
  const { dueSplit, newPartner } = await payoutFixtures(api)
  const partner = await newPartner({ name: "Casa Verde" })
  await dueSplit(1_000, partner)
  const { page, problems } = await open(`/partnerships/${partner._id}`)
  await page.getByRole("region", { name: "Account" }).getByText("R$10.00").waitFor()
  await page.getByText("Earns 10% of each line that names it, once the line is paid.").waitFor()
  await assertAccessibleOnTwoScreens(page, "the page of a partnership")
  await page.getByRole("button", { name: "Pay out" }).click()
  const partnership = page.getByRole("dialog").getByLabel("Partnership")
  await partnership.waitFor()
  assert.equal(await partnership.inputValue(), partner.code)
  assert.deepEqual(problems, [])
})

test("finds who is late by more than 30 days, previews the reminders, and sends one for each payment", async () => {
  const { page, problems } = await open("/receivables")
  await page.getByRole("row", { name: /Bruno/ }).waitFor()
  await assertAccessibleOnTwoScreens(page, "aged receivables")
  await page.getByRole("button", { name: "> 30 days" }).click()
  await page.getByRole("row", { name: /Bruno/ }).waitFor({ state: "detached" })
  await page.getByRole("checkbox", { name: /Ana Prado/ }).check()
  await page.getByRole("button", { name: "Send reminder…" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("R$1,000.00").waitFor()
  await assertAccessibleOnTwoScreens(page, "the preview of reminders")
  await dialog.getByRole("button", { name: "Send 1 reminder" }).click()
  await dialog.getByText("Sent", { exact: true }).waitFor()
  const [late] = (await api.get(`/v1/payment-intents?contact=${business.ana._id}&isOverdue=true&sort=dueAt`)).body.data
  assert.notEqual(late.remindedAt, null)
  assert.deepEqual(problems, [])
})

test("metadata of an object can be added, changed and removed", async () => {
  const { page, problems } = await open(`/contacts/${business.bruno._id}`)
  const metadata = async () => (await api.get(`/v1/contacts/${business.bruno._id}`)).body.data.metadata
  await page.getByRole("button", { name: "Add metadata" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Key 1").fill("crm")
  await dialog.getByLabel("Value 1").fill("17")
  await assertAccessibleOnTwoScreens(page, "the form of metadata")
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "detached" })
  assert.deepEqual(await metadata(), { crm: "17" })
  await page.getByRole("button", { name: "Edit metadata" }).click()
  await dialog.getByRole("button", { name: "Remove crm" }).click()
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("button", { name: "Add metadata" }).waitFor()
  assert.deepEqual(await metadata(), {})
  assert.deepEqual(problems, [])
})
