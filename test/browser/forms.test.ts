// Forms explain errors with their own labels and offer names beside codes, and lists export names beside ids.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { type Any, newContact, newIntent, startTestServer, uniqueEmail, until } from "../harness.ts"
import { payoutFixtures } from "../payout-fixtures.ts"
import { portalOf } from "../portal.ts"
import { computeSignature, startReceiver } from "../receiver.ts"
import { assertAccessible, phone, startBrowser, visit } from "../chromium.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs(owner, "/account")
const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) }) // messages are dialogs too

async function openForm(path: string, button: string, on: Page = page) {
  await visit(on, path)
  await on.getByRole("button", { name: button }).first().click()
}
const cancel = () => dialog.getByRole("button", { name: "Cancel" }).click()

test("settings that are on are ticked, stay on when others are saved, and can be turned off", async () => {
  await api.post("/v1/settings/update", {
    partPayments: { enabled: true },
    mails: { paymentRequests: true, receipts: true, payouts: false },
  })
  await openForm("/settings", "Change: Mails to payers and partners")
  const ticks = async () => {
    const { mails } = (await api.get("/v1/settings")).body.data
    for (const [label, name] of [
      ["Send a request for each new payment", "paymentRequests"],
      ["Send a receipt for each payment", "receipts"],
      ["Tell the partner about a payout", "payouts"],
    ] as const)
      assert.equal(await dialog.getByLabel(label).isChecked(), mails[name], label)
  }
  await ticks()
  await dialog.getByLabel("Send a receipt for each payment").uncheck()
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "hidden" })
  const { receipts, paymentRequests } = (await api.get("/v1/settings")).body.data.mails
  assert.deepEqual([receipts, paymentRequests], [false, true])
  await page.getByRole("button", { name: "Change: Mails to payers and partners" }).click()
  await ticks()
  await cancel()
  await page.getByRole("button", { name: "Change: Part payments" }).click()
  assert.equal(await dialog.getByLabel("Payers may pay a part").isChecked(), true)
  await cancel()
})

test("a refusal names the field by its label, in percent", async () => {
  await openForm("/partnerships", "New partnership")
  await dialog.getByLabel("Name").fill("Casa Verde")
  await dialog.getByLabel("Code").fill("CASA-VERDE")
  await dialog.getByLabel("Share in percent").fill("250")
  await dialog.getByRole("button", { name: "Create partnership" }).click()
  await dialog.getByText("Share in percent must be at most 100%").waitFor()
  assert.equal(await dialog.getByText("basisPoints").count(), 0)
  await cancel()
})

test("links the existing contact when a new one has the same e-mail", async () => {
  const { _id, email } = (await api.create("/v1/contacts/create", newContact())).body.data
  await openForm("/contacts", "New contact")
  await dialog.getByLabel("E-mail").fill(email)
  await dialog.getByRole("button", { name: "Create contact" }).click()
  await dialog.getByText("There is already a contact with this email.").waitFor()
  await assertAccessible(page, "the refusal with its link")
  await dialog.getByRole("link", { name: "Open the contact that exists" }).click()
  await page.waitForURL(`**/contacts/${_id}`)
  await dialog.waitFor({ state: "hidden" })
})

test("explains too many decimals for the chosen currency", async () => {
  await openForm("/payments", "Payment link")
  await dialog.getByLabel("Currency").fill("JPY")
  await dialog.getByLabel("Amount").fill("1250.50")
  await dialog.getByLabel("Contact").fill("yen@example.com")
  await dialog.getByRole("button", { name: "Create payment link" }).click()
  await dialog.getByText("Japanese Yen (JPY) has no decimals. Write a whole amount, such as 1500.").waitFor()
  await cancel()
})

test("a country and a currency are found by name or code, with the keyboard, on a phone in the dark too", async () => {
  const small = await openAs(owner, "/account", { viewport: phone, colorScheme: "dark" })
  for (const [on, iban] of [
    [page, "DE89370400440532013000"],
    [small.page, "DE75512108001245126199"],
  ] as const) {
    await openForm("/bank-accounts", "New bank account", on)
    const form = on.getByRole("dialog").filter({ has: on.getByRole("button", { name: "Close" }) })
    await form.getByLabel("Country").focus()
    await on.keyboard.type("germ")
    await on.getByRole("option", { name: "Germany DE" }).waitFor()
    await assertAccessible(on, "an open picker")
    await on.keyboard.press("Enter")
    assert.equal(await form.getByLabel("Country").inputValue(), "Germany · DE")
    await form.getByLabel("Currency").focus()
    await on.keyboard.type("swiss")
    await on.keyboard.press("ArrowDown")
    await on.keyboard.press("Enter")
    assert.match(await form.getByLabel("Currency").inputValue(), /^Swiss Franc · CHF$/)
    await form.getByLabel("Currency").fill("nothing such")
    await on.getByText("None has this name or code.").waitFor()
    await on.keyboard.press("Escape")
    await form.getByLabel("Holder").focus()
    assert.match(await form.getByLabel("Currency").inputValue(), /CHF$/, "what is no currency is not taken")
    await form.getByLabel("Currency").fill("eur")
    await form.getByLabel("Holder").fill("Escola Sol")
    assert.equal(await form.getByLabel("Currency").inputValue(), "Euro · EUR", "a whole code is enough")
    await form.getByLabel("IBAN").fill(iban)
    await form.getByRole("button", { name: "Create bank account" }).click()
    await on.waitForURL(/\/bank-accounts\/[0-9a-f]{24}$/)
  }
  const { data: accounts } = (await api.get("/v1/bank-accounts?owner=self")).body
  assert.deepEqual([accounts[0].country, accounts[0].currency], ["DE", "EUR"])
  assert.deepEqual(small.problems, [])
})

test("requires an account for every payout method except by hand, and the label says so", async () => {
  await openForm("/payouts", "New payout")
  const label = dialog.locator("label", { hasText: "Bank account" })
  await dialog.getByLabel("Method").selectOption("sepa")
  assert.equal(await label.innerText(), "Bank account")
  await dialog.getByLabel("Amount").fill("10")
  await dialog.getByLabel("Partnership").fill("nobody")
  await dialog.getByRole("button", { name: /^Pay out/ }).click()
  await dialog.getByText("This field is required.").waitFor()
  await dialog.getByLabel("Method").selectOption("manual")
  assert.match(await label.innerText(), /optional/)
  await cancel()
})

test("signs with a secret that the user enters for an endpoint, or else creates one and shows it once", async () => {
  const receiver = await startReceiver()
  await openForm("/webhooks", "New endpoint")
  await dialog.getByLabel("Address").fill(receiver.url)
  await dialog.getByLabel("Signing secret").fill("short")
  await dialog.getByRole("button", { name: "Create endpoint" }).click()
  await dialog.getByText("Signing secret must have at least 8 characters").waitFor()
  await dialog.getByLabel("Signing secret").fill("a secret of our own")
  await dialog.getByRole("button", { name: "Create endpoint" }).click()
  await page.getByRole("button", { name: "Send test event" }).click()
  const sent = await receiver.waitFor("webhooks.test")
  assert.ok(JSON.stringify(sent.headers).includes(computeSignature(sent, "a secret of our own")), "signed with it")
  assert.equal(await page.getByText("It is shown only once").count(), 0)
  await openForm("/webhooks", "New endpoint")
  await dialog.getByLabel("Address").fill(receiver.url)
  await dialog.getByRole("button", { name: "Create endpoint" }).click()
  await page.getByText("It is shown only once").waitFor()
  await page.getByRole("button", { name: "I have stored it" }).click()
})

test("an export has names and e-mails beside the ids", async () => {
  const email = uniqueEmail("export")
  const contact = (await api.create("/v1/contacts/create", { email, profile: { firstName: "Ana", lastName: "Lima" } })).body.data
  await api.create("/v1/payment-intents/create", newIntent(contact._id))
  const { dueSplit } = await payoutFixtures(api)
  const { partner, intent } = await dueSplit(700)
  const exported = async (path: string): Promise<Record<string, string>[]> => {
    await visit(page, path)
    await page.locator("[data-row]:visible").first().waitFor()
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()])
    const [head, ...lines] = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n")
    return lines.map(line => Object.fromEntries(head!.split(",").map((column, i) => [column, line.split(",")[i]!])))
  }
  const payment = (await exported("/payments")).find(row => row["contact"] === contact._id)
  assert.deepEqual([payment?.["contactName"], payment?.["contactEmail"]], ["Ana Lima", email])
  const split = (await exported("/splits")).find(row => row["partnership"] === partner._id)
  assert.deepEqual([split?.["partnershipName"], split?.["paymentIntentNumber"]], [partner.name, intent.number])
})

test("the audit log names the contact who acted in the portal", async () => {
  const email = uniqueEmail("portal")
  await api.create("/v1/contacts/create", { email, profile: { firstName: "Rosa", lastName: "Prado" } })
  const portal = portalOf(server, "/portal")
  await portal.signIn(api, email)
  const entries: Any[] = await until(async () => {
    const { data } = (await api.get("/v1/audit-log?channel=portal")).body
    return data.length > 0 && data
  }, "the sign-in is logged")
  assert.equal(entries[0].actor.type, "contact")
  await visit(page, `/audit?id=${entries[0]._id}`)
  await page.getByRole("article").getByText("Rosa Prado").waitFor()
  assert.equal(await page.getByText("Somebody").count(), 0)
})

test("shows a heading on an unknown page, and no page of this file logs a problem", async () => {
  await page.goto(`${baseUrl}/nowhere/at/all`)
  await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor()
  await assertAccessible(page)
  await page.goto(`${baseUrl}/nowhere`)
  await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor()
  assert.deepEqual(
    problems.filter(each => !/status of 4(00|04|09)/.test(each)), // the browser logs refused requests
    [],
  )
})
