// The settings of a business in a real browser: endpoints, the sandbox, people and teams, settings, the audit log, its own bill.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { verifyArchive } from "../../src/cli/remote/verify-archive.ts"
import { type Any, inDays, newContact, newIntent, startTestServer, until } from "../harness.ts"
import { invite } from "../people.ts"
import { registerWebhook, startReceiver } from "../receiver.ts"
import { assertAccessible, assertAccessibleOnTwoScreens, startBrowser, visit } from "../chromium.ts"

const server = await startTestServer()
const { api, baseUrl, keys } = server
const owner = { email: keys.email, password: keys.password! }
const { openAs } = await startBrowser(baseUrl)
const { page, problems } = await openAs(owner, "/account")
const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Close" }) }) // messages are dialogs too
const receiver = await startReceiver()

/** Opens a page and waits for its heading. */
async function open(path: string, heading: string | RegExp, on: Page = page) {
  await visit(on, path)
  await on.getByRole("heading", { level: 1, name: heading }).waitFor()
}

let webhook: Any

test("an endpoint's page shows why a delivery failed, and sends it again", async () => {
  receiver.reply = () => ({ status: 500, body: '{"error":"no such table"}' })
  webhook = await registerWebhook(api, receiver, { description: "ERP bookings", events: ["contacts.create"] })
  await open(`/webhooks/${webhook._id}`, "ERP bookings")
  await page.getByText("Nothing was sent yet").waitFor()
  await page.getByRole("button", { name: "Send test event" }).click()
  await page.getByRole("heading", { name: "webhooks.test" }).waitFor()
  await page.getByText("Your server failed while handling it").waitFor()
  await page.getByText("no such table").waitFor()
  await page.getByText(/^Failing for/).waitFor()
  await page.getByText(/^Turned off in 23 h/).waitFor()
  await page.getByText("Attempt 2").waitFor()
  await page.getByRole("button", { name: "Request" }).click()
  await page.getByText("This is a test of your webhook").waitFor()
  receiver.reply = () => ({ status: 204 })
  await page.getByRole("button", { name: "Redeliver now" }).click()
  await page.getByText("Working").waitFor()
  const [first, second] = receiver.matching("webhooks.test")
  assert.deepEqual(second!.raw, first!.raw)

  await api.create("/v1/contacts/create", newContact())
  await receiver.waitFor("contacts.create")
  await page.getByRole("button", { name: "Replay a period…" }).click()
  await dialog.getByRole("button", { name: "Replay these events" }).click()
  await dialog.getByText("1 of 1 event sent").waitFor()
  assert.equal(receiver.matching("contacts.create").length, 2)
  await dialog.getByRole("button", { name: "Close" }).last().click()
})

test("a new signing secret is shown once, and a paused endpoint says what it misses", async () => {
  const chooseAction = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name }).click()
  }
  await chooseAction("Roll the signing secret")
  await dialog.getByRole("button", { name: "Make a new secret" }).click()
  assert.match(await dialog.locator("code").innerText(), /^whsec_/)
  await dialog.getByRole("button", { name: "I have stored it" }).click()
  await chooseAction("Pause")
  await dialog.getByRole("button", { name: /^Pause/ }).click()
  await page.getByText("This endpoint is paused").waitFor()
  assert.equal(await page.getByRole("button", { name: "Send test event" }).count(), 0)
  await page.getByRole("button", { name: "Activate" }).click()
  await page.getByRole("button", { name: "Send test event" }).waitFor()
})

test("runs the next step of the sandbox's clock and shows what happened, and a bank transfer arrives", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const { number } = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { dueAt: inDays(2) }))).body.data
  await open("/sandbox", "Sandbox")
  await page.getByRole("button", { name: "Run up to: The payment intent becomes overdue" }).click()
  await page.getByText(`Payment ${number}: overdue`).waitFor()
  await page.getByRole("button", { name: "A bank transfer arrives" }).click()
  await dialog.getByLabel("Reference").fill(number)
  await dialog.getByLabel("Currency").fill("BRL")
  await dialog.getByLabel("Amount").fill("100.00")
  await dialog.getByRole("button", { name: "Send the transfer" }).click()
  await page.getByText("The transfer arrived").first().waitFor()
  await until(async () => (await api.get(`/v1/payment-intents/${number}`)).body.data.status === "paid-full", "the transfer paid it")
})

test("issues the business's own invoice a month later, and shows it only to those who may see it", async () => {
  await page.getByRole("button", { name: "+ 1 month" }).click()
  await page.getByText("Time passes").waitFor({ state: "hidden" })
  await open("/billing", "Billing")
  await page.getByRole("button", { name: "See INV-000001" }).click()
  await dialog.getByText("Community plan").waitFor()
  await dialog.getByRole("button", { name: "Close" }).last().click()
  const { page: viewers } = await openAs(await invite(server, "viewer"), "/billing")
  await viewers.getByText("Your role does not include this").waitFor()
  assert.equal(await viewers.getByRole("link", { name: "Billing" }).count(), 0)
})

test("creates, renames and fills a team, and disables a person", async () => {
  await open("/teams", "Teams")
  await page.getByRole("button", { name: "New team" }).first().click()
  await dialog.getByLabel("Name").fill("Finance Dublin")
  await dialog.getByRole("button", { name: "Create team" }).click()
  await page.getByRole("button", { name: "Rename Finance Dublin" }).click()
  await dialog.getByLabel("Name").fill("Finance Cork")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByRole("button", { name: "Members of Finance Cork" }).click()
  await dialog.getByText("Rui Costa").first().click()
  await dialog.getByRole("button", { name: "Save members" }).click()
  await dialog.waitFor({ state: "hidden" })
  const { data: teams } = (await api.get("/v1/teams")).body
  const { data: users } = (await api.get("/v1/users?role=viewer&type=person")).body
  assert.deepEqual([teams.length, teams[0].name, users[0].teams], [1, "Finance Cork", [teams[0]._id]])

  await open("/users", "Users")
  await page.getByRole("button", { name: "Change Rui Costa" }).click()
  await dialog.getByLabel("Access").selectOption("disabled")
  await dialog.getByRole("button", { name: "Save" }).click()
  await page.getByText("Disabled").first().waitFor()
  assert.equal((await api.get(`/v1/users/${users[0]._id}`)).body.data.status, "disabled")
})

test("settings and branding are changed, with a preview of what payers see", async () => {
  await open("/settings", "Settings")
  await page.getByLabel("Colour", { exact: true }).fill("#0f766e")
  await page.getByLabel("Support e-mail").fill("help@escola.example")
  await page.getByText("Questions? help@escola.example").waitFor()
  await page.getByRole("button", { name: "Save branding" }).click()
  await page.getByText("Branding saved").first().waitFor()
  await page.getByRole("button", { name: "Change: Subscriptions" }).click()
  await dialog.getByLabel("Days of the retries").fill("2, 1")
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.getByText("must increase").waitFor()
  await dialog.getByLabel("Days of the retries").fill("2, 4")
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "hidden" })
  const { branding, dunningDays } = (await api.get("/v1/settings")).body.data
  assert.deepEqual([branding.colour, branding.supportEmail, dunningDays], ["#0f766e", "help@escola.example", [2, 4]])
})

test("saves everything as one archive, after asking for the password", async () => {
  await open("/settings", "Settings")
  await page.getByRole("button", { name: "Export everything" }).click()
  await dialog.getByText("Only a super admin can download it").waitFor()
  await dialog.getByLabel("Confirm that it is you: your password").fill(owner.password)
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
  assert.match(download.suggestedFilename(), /^countersign-.*\.tar\.gz$/)
  const { tenant } = await verifyArchive(await download.path())
  assert.equal(tenant, keys.tenantId)
  await dialog.waitFor({ state: "hidden" })
})

test("events appear as they happen, with their payload", async () => {
  await open("/events", "Events")
  await page.getByRole("article").waitFor()
  const { _id, email } = (await api.create("/v1/contacts/create", newContact())).body.data
  await page.getByRole("link", { name: `contacts.create Contact ${email}` }).click()
  await page.getByLabel("Payload").getByText(_id).waitFor()

  const { page: cutOff } = await openAs(owner, "/events")
  const live = cutOff.getByText("Live: new events appear automatically")
  await live.waitFor()
  await cutOff.route("**/v1/dev/events/stream?**", route => route.abort())
  await cutOff.reload()
  await cutOff.getByText("Not live: reconnecting").waitFor()
  assert.equal(await live.count(), 0)
})

test("the audit log is verified, and an entry that was changed in the database is found", async () => {
  await open("/audit", "Audit log")
  await page.getByLabel("Origin", { exact: true }).selectOption("dashboard")
  await page.getByRole("article").waitFor()
  await until(async () => (await api.get("/v1/audit-log/verify")).body.data.sealed > 10, "entries are in the chain")
  await page.getByRole("button", { name: "Verify the chain" }).click()
  await page.getByText("Nothing was changed, removed or added").waitFor()
  await server.sql("grant update on audit_entries to current_user")
  const first = "(select min(id) from audit_entries where tenant_id = $1)"
  await server.sql(`update audit_entries set user_id = 'somebody else' where tenant_id = $1 and id = ${first}`, [keys.tenantId])
  await page.getByRole("button", { name: "Verify again" }).click()
  await page.getByText("The log was changed outside of Countersign").waitFor()
})

test("these pages are accessible in light, and on a phone in dark", async () => {
  const opened = await openAs(owner, "/account")
  for (const path of [`webhooks/${webhook._id}`, "teams", "billing", "settings", "events", "examples"]) {
    await open(`/${path}`, /./, opened.page)
    await opened.page.locator(".skeleton").first().waitFor({ state: "detached" })
    await assertAccessibleOnTwoScreens(opened.page, path)
    if (!path.startsWith("webhooks/")) continue
    await opened.page
      .getByRole("link", { name: /webhooks\.test/ })
      .first()
      .click() // on a phone the detail is a separate view
    await opened.page.getByRole("article").waitFor()
    await assertAccessible(opened.page, "a delivery on a phone in dark")
    await opened.page.getByRole("link", { name: "Deliveries" }).click()
  }
  assert.deepEqual(opened.problems, [])
})

test("a live business is offered no sandbox", async () => {
  const live = await server.otherTenant("live")
  const { page: theirs } = await openAs({ email: live.keys.email, password: live.keys.password! }, "/sandbox")
  await theirs.getByText("This business is live").waitFor()
  assert.equal(await theirs.getByRole("link", { name: "Sandbox" }).count(), 0)
  await theirs.goto(`${baseUrl}/`)
  await theirs.getByRole("link", { name: "Add a bank account" }).waitFor()
  assert.equal(await theirs.getByText("test card").count(), 0)
})

test("ends sessions one by one, or all with a button that says how many", async () => {
  const elsewhere = await openAs(owner, "/account")
  await open("/account", "Sessions and assistants")
  const ends = page.getByRole("button", { name: "End", exact: true })
  await ends.first().waitFor()
  const before = await ends.count()
  await ends.first().click()
  await until(async () => (await ends.count()) === before - 1, "it is gone from the list")
  await elsewhere.page.goto(`${baseUrl}/account`)
  await elsewhere.page.waitForURL(/sign-in/)
  await page.getByRole("button", { name: "Sign out everywhere" }).click()
  await dialog.getByRole("button", { name: /^End \d+ sessions?$/ }).click()
  await page.waitForURL(/sign-in/)
  assert.deepEqual(
    problems.filter(problem => !problem.includes("status of 400")), // the days that do not increase
    [],
  )
})
