// The first ten minutes of a new user, in a real browser: from the first sign-in to an assistant that answers.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { registerAssistant, startCallbackPage, use } from "../assistant.ts"
import { type Any, startTestServer, until } from "../harness.ts"
import { codeOf, currentStep, invite } from "../people.ts"
import { computeSignature, startReceiver } from "../receiver.ts"
import { assertAccessible, choose, fillSignIn, startBrowser, visit } from "../chromium.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs, openPage } = await startBrowser(baseUrl)
const { page, problems } = await openAs(owner, "/")
const dialog = page.getByRole("dialog")

test("turns on the second factor, and the next sign-in asks for it", async () => {
  await page.goto(`${baseUrl}/account`)
  await page.getByRole("button", { name: "Turn on" }).click()
  const secret = (await dialog.locator("code").first().innerText()).replaceAll(" ", "")
  const step = currentStep()
  await dialog.getByLabel("Code").fill(codeOf(secret, step).replace(/^.../, "$& ")) // as apps show it
  await page.keyboard.press("Enter")
  await page.getByText("Your recovery codes").waitFor()
  await dialog.getByRole("button", { name: "I have stored them" }).click()
  await page.getByText("10 recovery codes left").waitFor()

  await page.getByRole("button", { name: "Account menu" }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.waitForURL(/sign-in/)
  await fillSignIn(page, { ...owner, password: "not this one" })
  await page.getByRole("alert").waitFor()
  await fillSignIn(page, owner)
  await page.getByLabel("Code").fill(codeOf(secret, Math.max(step + 1, currentStep()))) // this half minute's code was used to turn it on
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByRole("heading", { name: "Overview" }).waitFor()

  await page.goBack() // to the code, then to the wrong password: a sent form is not sent again
  await page.goBack()
  await page.getByRole("heading", { name: "Overview" }).waitFor()
})

let payment: Any

test("creates a payment link for a new contact, with the keyboard alone", async () => {
  await page.keyboard.press("Control+k")
  await page.keyboard.type("payment link")
  await page.getByRole("option", { name: "New payment link" }).waitFor()
  await page.keyboard.press("Enter")
  await dialog.getByLabel("Amount").waitFor()
  await focusByTab(page, "Amount")
  await page.keyboard.type("180")
  await focusByTab(page, "Currency")
  await page.keyboard.type("EUR")
  await focusByTab(page, "Contact")
  await page.keyboard.type("marina@example.com")
  await dialog.getByText("A new contact").waitFor()
  await focusByTab(page, "First name")
  await page.keyboard.type("Marina")
  await focusByTab(page, "Description")
  await page.keyboard.type("General English, 24 weeks")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "€180.00: the link is ready" }).waitFor()
  await dialog.getByRole("img", { name: "QR code" }).waitFor()
  await assertAccessible(page)
  const { body } = await api.get("/v1/payment-intents?contact=marina@example.com")
  assert.deepEqual([body.count, body.data[0].amount, body.data[0].currency], [1, 18_000, "EUR"])
  payment = body.data[0]
  await dialog.getByText(payment.links.short).waitFor()
  await page.getByRole("link", { name: "Open the payment" }).click()
  await page.getByRole("heading", { name: "€180.00" }).getByText("Due").waitFor()
  await page.getByRole("button", { name: "Record a payment" }).click()
  await page.setViewportSize({ width: 1280, height: 480 })
  await dialog.getByLabel("Amount").fill("500.00")
  await dialog.getByLabel("Method").selectOption("cash")
  await dialog.getByRole("button", { name: "Record 500.00 EUR" }).click()
  const refusal = dialog.getByText("Only €180.00 is left to pay")
  await refusal.waitFor()
  const topOf = async (each: Locator) => (await each.boundingBox())!.y
  const send = dialog.getByRole("button", { name: "Record 500.00 EUR" })
  await until(async () => (await topOf(refusal)) < (await topOf(send)), "the refusal at the end of the form is scrolled to")
  assert.match(problems.splice(0).join(), /^[^,]*status of 422[^,]*$/)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await choose(page, "More actions", "Cancel payment")
  await dialog.getByText(`Nobody can pay ${payment.number} of Marina any more.`).waitFor()
  await dialog.getByRole("button", { name: "Cancel €180.00" }).waitFor()
  await dialog.getByRole("button", { name: "Keep it" }).click()
  await dialog.waitFor({ state: "hidden" })
})

test("the payer pays it on a phone, and the page of the payment shows it without a reload", async () => {
  const phone = await openPage(payment.links.short, { viewport: { width: 390, height: 844 }, locale: "en-GB" })
  await phone.page.getByLabel("The payment succeeds").check()
  await phone.page.getByRole("button", { name: "Pay" }).click()
  await phone.page.getByText("Paid in full").waitFor()
  await page.getByRole("heading", { name: "€180.00" }).getByText("Paid", { exact: true }).waitFor()
})

test("lets a program call the API with a key from the page, and with the command on the payment's page", async () => {
  await page.getByText("For developers").click()
  await page.reload() // the section stays open
  await page.getByRole("button", { name: "curl" }).click()
  const command = await page.getByLabel("Command").innerText()
  await page.goto(`${baseUrl}/api-keys`)
  await page.getByRole("button", { name: "New API key" }).first().click()
  await dialog.getByLabel("Name").fill("Web shop")
  await dialog.getByRole("button", { name: "Create API key" }).click()
  const key = await dialog.locator("code").first().innerText()
  const url = /"(http[^"]+)"/.exec(command)![1]!
  const headers = Object.fromEntries(
    [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value]) => [name, value!.replace("$KEY", key)]),
  )
  const response = await fetch(url, { headers })
  assert.equal(response.status, 200)
  assert.equal(((await response.json()) as Any).data.number, payment.number)
  await dialog.getByRole("button", { name: "I have stored it" }).click()
})

const receiver = await startReceiver()

test("sends an event to the user's server, signed with the secret that the page has shown", async () => {
  await page.goto(`${baseUrl}/webhooks`)
  await page.getByRole("button", { name: "New endpoint" }).first().click()
  await dialog.getByLabel("Address").fill(receiver.url)
  await dialog.getByRole("button", { name: "Create endpoint" }).click()
  const secret = await dialog.locator("code").first().innerText()
  await dialog.getByRole("button", { name: "I have stored it" }).click()
  const { body } = await api.create("/v1/contacts/create", { email: "hana@example.com", profile: {} })
  const webhook = await receiver.waitFor("contacts.create", body.data._id)
  assert.equal(webhook.headers["signature-header"], computeSignature(webhook, secret))
})

const approver = await invite(server, "approver")

test("writes a policy as a sentence, and shows what it would have held", async () => {
  await page.goto(`${baseUrl}/policies`)
  await page.getByRole("link", { name: "New policy" }).first().click()
  await page.getByLabel("Name").fill("Refunds over 100")
  await page.getByRole("radio", { name: "Refunds" }).check({ force: true })
  await choose(page, "Add a condition", "Amount is at least")
  await page.getByLabel("Amount in EUR").fill("100")
  await page.getByText("€100.00 EUR, ¥10,000 JPY, and KWD 10.000").waitFor()
  await choose(page, "Add an approver", "Rui Costa")
  await page.getByText("Of last month’s 0 refunds it would have held 0.").waitFor()
  await assertAccessible(page)
  await page.getByRole("button", { name: "Create policy" }).click()
  await page.getByText("Holds refunds if amount is at least").waitFor()
  await page.getByRole("button", { name: "Disable" }).click()
  await dialog.getByRole("heading", { name: "Disable “Refunds over 100”?" }).waitFor()
  await dialog.getByText("money moves without its approvers").waitFor()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.waitFor({ state: "hidden" })
})

let refund: string

test("requests a refund that the policy matches, and does not send it", async () => {
  await page.goto(`${baseUrl}/payments/${payment._id}`)
  await page.getByRole("button", { name: "Refund" }).first().click()
  await dialog.getByRole("button", { name: "Full amount" }).click()
  await dialog.getByLabel(/^Reason/).fill("The course was moved")
  await dialog.getByRole("button", { name: "Request refund of €180.00 to Marina" }).click()
  await page.getByText("Waiting for approval: no money has moved").waitFor()
  refund = new URL(page.url()).pathname.split("/").at(-1)!
  assert.equal((await api.get(`/v1/refund-intents/${refund}`)).body.data.status, "draft")
})

test("lets a second person release it with the keyboard alone, and the event arrives", async () => {
  const second = await openAs(approver, "/approvals")
  await second.page.getByRole("heading", { name: "€180.00" }).waitFor()
  await second.page.getByText("The course was moved").waitFor()
  await assertAccessible(second.page)
  await second.page.keyboard.press("j")
  await second.page.keyboard.press("a")
  await second.page.getByRole("button", { name: "Yes, approve €180.00" }).waitFor()
  assert.equal((await api.get(`/v1/refund-intents/${refund}`)).body.data.status, "draft", "one key releases nothing")
  await second.page.keyboard.press("Enter")
  await second.page.getByText("Approved and released").waitFor()
  await until(
    async () => receiver.matching("refundIntents.update", refund).some(({ body }) => body.data.status === "settled"),
    "it is settled",
  )
  const { refundTransaction } = (await api.get(`/v1/refund-intents/${refund}`)).body.data
  await visit(page, `/transactions/${refundTransaction}`)
  await page.getByRole("heading", { name: "-€180.00" }).waitFor()
  await page.getByText("to Marina").waitFor()
  assert.match(await page.title(), /^#\d+ · Transactions · Countersign$/)
  assert.deepEqual(second.problems, [])
})

test("connects an assistant in the browser, which answers and appears on the account's page", async () => {
  const assistant = await registerAssistant(baseUrl, "Ledger Copilot")
  const { redirectUri, lastArrival } = await startCallbackPage()
  await page.goto(assistant.request({ redirect_uri: redirectUri }))
  await page.getByRole("button", { name: "Allow" }).click()
  await page.getByText("Back at the assistant").waitFor()
  const { body } = await assistant.exchange(lastArrival().get("code")!, { redirect_uri: redirectUri })
  const { result } = await use(baseUrl, body.access_token, "payment_intent_list", {})
  assert.deepEqual(
    result.paymentIntents.map(({ number }: Any) => number),
    [payment.number],
  )
  await page.goto(`${baseUrl}/account`)
  await page.getByText("Ledger Copilot").first().waitFor()
  assert.deepEqual(
    problems.filter(problem => !problem.includes(redirectUri)), // the assistant's own address, which the consent leads to
    [],
  )
})

/** Presses Tab until the field with this label has the focus: up to two rounds, because a field may appear before the current one. */
async function focusByTab(on: Page, label: string) {
  const field = on.getByRole("dialog").getByLabel(label)
  for (let presses = 0; presses < 40; presses++) {
    if ((await field.and(on.locator(":focus")).count()) === 1) return
    await on.keyboard.press("Tab")
  }
  assert.fail(`Tab does not lead to ${label}`)
}
