// An old session asks for the password in a real browser. What was typed stays, and the request continues.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { approvalFixtures } from "../approval-fixtures.ts"
import { registerAssistant, startCallbackPage } from "../assistant.ts"
import { startBrowser } from "../chromium.ts"
import { startTestServer } from "../harness.ts"
import { codeOf, invite } from "../people.ts"
import { startReceiver } from "../receiver.ts"

const server = await startTestServer()
const { api, baseUrl, keys, sql } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)
const { held, requestOf } = await approvalFixtures(server)
const age = (interval: string) => sql("update sessions set confirmed_at = now() - $1::interval", [interval])

async function confirm(page: Page, password: string) {
  const field = page.getByLabel("Confirm that it is you: your password")
  await field.fill("not the password")
  await page.keyboard.press("Enter")
  await page.getByText("The password is wrong.").waitFor()
  await field.fill(password)
  await page.keyboard.press("Enter")
}

const chooseAutomatic = (page: Page) => page.getByRole("radio", { name: /automatic/i }).check({ force: true })

const confirmInPage = `async password =>
  (await fetch("/v1/sessions/confirm", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password }),
  })).status`

test("asks an approver in yesterday's session for the password, and continues the decision", async () => {
  const rui = await invite(server, "approver")
  const { request } = await held({ approvers: [rui._id] })
  const { page, problems } = await openAs(rui, `/approvals?tab=open&id=${request}`)
  await page.getByRole("region", { name: "Request details" }).waitFor()
  await age("25 hours")
  await page.getByLabel("Comment").fill("As agreed")
  await page.getByRole("button", { name: /^Approve / }).click()
  await page.getByRole("button", { name: /^Yes, approve / }).click()
  await confirm(page, rui.password)
  await page
    .getByText(/^You approved /)
    .first()
    .waitFor()
  const { status, decisions } = await requestOf(request)
  assert.deepEqual([status, decisions.length, decisions[0].comment], ["approved", 1, "As agreed"])
  assert.deepEqual(problems, [])
})

test("saves a policy, and a switch in the list, after asking for the password in an old session", async () => {
  const { page } = await openAs(owner, "/policies/new")
  await page.getByLabel("Name").fill("Kept while confirming")
  await chooseAutomatic(page)
  await age("25 hours")
  await page.getByRole("button", { name: "Create policy" }).click()
  await confirm(page, owner.password)
  await page.getByText("Policy created").first().waitFor()
  const { policies } = (await api.get("/v1/approvals/policies?name=Kept while confirming")).body.data
  assert.equal(policies.length, 1)
  await api.post(`/v1/approvals/policies/${policies[0]._id}/update`, { enabled: false })
  await page.reload()
  await age("25 hours")
  await page.getByRole("button", { name: "Enable" }).click()
  await confirm(page, owner.password)
  await page.getByText("Policy enabled").first().waitFor()
})

test("creates a webhook endpoint after asking for the password, with what was typed", async () => {
  const receiver = await startReceiver()
  const { page } = await openAs(owner, "/webhooks")
  await page.getByRole("button", { name: "New endpoint" }).first().click()
  await page.getByLabel("Address").fill(receiver.url)
  await age("11 minutes")
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Create|Register|Add)/ })
    .click()
  await confirm(page, owner.password)
  await page.getByRole("button", { name: "I have stored it" }).waitFor()
  assert.equal((await api.get(`/v1/dev/webhooks?url=${encodeURIComponent(receiver.url)}`)).body.count, 1)
})

test("turns a second factor on after asking for the password, with the picture that was scanned", async () => {
  const person = await invite(server)
  const { page } = await openAs(person, "/account")
  await page.getByRole("button", { name: "Turn on" }).click()
  const secret = await page.getByRole("dialog").locator("code").innerText()
  await age("11 minutes")
  await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill(codeOf(secret))
  await page.getByRole("dialog").getByRole("button", { name: "Turn on" }).click()
  await confirm(page, person.password)
  await page.getByText("Your recovery codes").waitFor()
})

test("repeats a request in another tab that was refused with the old cookie", async () => {
  const { page } = await openAs(owner, "/account")
  const other = await page.context().newPage()
  await other.goto(`${baseUrl}/contacts`)
  await other.getByRole("button", { name: "New contact" }).first().click()
  await other.getByRole("dialog").getByLabel("E-mail").fill("beside@example.com")
  const old = await page.context().cookies()
  assert.equal(await page.evaluate(`(${confirmInPage})(${JSON.stringify(owner.password)})`), 200)
  const outcomes: number[] = []
  await other.route("**/v1/contacts/create", async route => {
    if (outcomes.length > 0) return route.continue()
    const headers = { ...route.request().headers(), origin: baseUrl, cookie: old.map(({ name, value }) => `${name}=${value}`).join("; ") }
    const response = await fetch(route.request().url(), { method: "POST", headers, body: route.request().postData() })
    outcomes.push(response.status)
    return route.fulfill({ status: response.status, contentType: "application/json", body: await response.text() })
  })
  await other.getByRole("button", { name: "Create contact" }).click()
  await other.getByRole("heading", { name: "beside@example.com" }).waitFor()
  assert.deepEqual(outcomes, [401])
  await other.close()
})

test("connects an assistant in an old session after asking for the password, on a page without scripts", async () => {
  const { redirectUri } = await startCallbackPage()
  const assistant = await registerAssistant(baseUrl, "Claude", redirectUri)
  const { page } = await openAs(owner, "/account")
  await age("11 minutes")
  await page.goto(assistant.request({ redirect_uri: redirectUri }))
  await page.getByLabel("Read only").check()
  const allow = page.getByRole("button", { name: "Allow" })
  const field = page.getByLabel("Confirm that it is you: your password")
  await field.fill("not the password")
  await allow.click()
  await page.getByText("The password is wrong. Nothing was connected.").waitFor()
  assert.ok(await page.getByLabel("Read only").isChecked())
  await field.fill(owner.password)
  await allow.click()
  await page.getByText("Back at the assistant").waitFor()
  await page.goto(`${baseUrl}/account`)
  await page.getByText("Claude").first().waitFor()
})
